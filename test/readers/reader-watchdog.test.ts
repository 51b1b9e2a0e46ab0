import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { isOutOfMemory } from '../../src-main/base/processes/out-of-memory.ts';
import { READER_ENTRY } from '../../src-main/readers/node-reader-process.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { CAN_SEE_PROCESSES, childrenOf, commandOf, isRunning } from '../helpers/processes.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** Without the watchdog the process never ends. */
const WITHIN = { timeout: 30_000 };

test.skipIf(!CAN_SEE_PROCESSES)('a reader that is busy for ever ends with the app', async () => {
  const home = makeTempFolder();
  const image = await writeSampleImage(home, 'a.png', 16);
  const busy = path.join(home, 'busy');
  const parent = fork(path.join(import.meta.dirname, 'reader-parent-process.ts'), [home, image], {
    silent: true,
    env: { ...process.env, BUSY_READER_FILE: busy },
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  await expect.poll(() => existsSync(busy)).toBe(true);
  const readers = childrenOf(parent.pid as number).filter((pid) => commandOf(pid).includes('reader-worker'));
  expect(readers).toHaveLength(1);
  const [reader] = readers as [number];
  onTestFinished(() => void (isRunning(reader) && process.kill(reader, 'SIGKILL')));
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(reader), WITHIN).toBe(false);
});

test('a reader that is busy for ever ends itself above its memory limit and says why', async () => {
  const busy = path.join(makeTempFolder(), 'busy');
  // Nobody else watches it.
  const child = fork(READER_ENTRY, [String(300 * 1024 ** 2)], {
    execArgv: ['--import', pathToFileURL(path.join(import.meta.dirname, 'endless-reader-process.ts')).href],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: { ...process.env, BUSY_READER_FILE: busy, BUSY_READER_MB: '400' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.once('message', () => child.send({ id: 1 }));
  await expect.poll(() => child.exitCode ?? child.signalCode, WITHIN).not.toBeNull();
  await expect.poll(() => isOutOfMemory(output), WITHIN).toBe(true);
});
