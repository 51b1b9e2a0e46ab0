import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { logPath } from '../../../../src-main/base/log/log-file.ts';
import { writeSampleImage } from '../../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { runCli } from '../../commands/run-cli.ts';

const CLI = path.join(import.meta.dirname, '../../../../src-main/cli.ts');

function start(args: readonly string[]): ChildProcessByStdio<null, Readable, Readable> {
  const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

interface End {
  readonly code: number | null;
  readonly stderr: string;
}

async function endOf(child: ChildProcess): Promise<End> {
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const [stderr, [code]] = await Promise.all([text(child.stderr as Readable), exited]);
  return { code, stderr };
}

/** Runs a command whose output nobody reads. */
function runUnread(...args: string[]): Promise<End> {
  const child = start(args);
  child.stdout.destroy();
  return endOf(child);
}

test('a reader that closes the pipe ends no command with an error', async () => {
  const home = makeTempFolder();
  mkdirSync(path.dirname(logPath(home)), { recursive: true });
  writeFileSync(
    logPath(home),
    `${JSON.stringify({ id: 1, at: Date.now(), level: 'warn', part: 'test', text: 'x' })}\n`,
  );
  const config = path.join(home, 'service.json');
  writeFileSync(config, '{}');
  const commands = [
    ['--help'],
    ['--version'],
    ['recipes', 'list', '--home', home],
    ['log', '--home', home],
    ['log', '--follow', '--home', home],
  ];
  for (const args of commands) expect([args, await runUnread(...args)]).toEqual([args, { code: 0, stderr: '' }]);
  // A supervisor starts it again.
  expect(await runUnread('service', '--config', config)).toEqual({ code: 130, stderr: '' });
  const refused = await runUnread('balance', '--json', '--no-such-option');
  expect(refused).toEqual({ code: 2, stderr: expect.stringContaining('Unknown option') as string });
});

test.each([
  ['watch', [], 130],
  ['watch --once', ['--once'], 130],
])('%s stops as by a signal and closes its home when the pipe is closed', async (_, more, code) => {
  const root = makeTempFolder();
  const at = (...parts: string[]): string => path.join(root, ...parts);
  mkdirSync(at('in'));
  await writeSampleImage(at('in'), 'a.png', 32);
  const child = start(['watch', '--folder', at('in'), '--out', at('out'), '--json', '--home', at('home'), ...more]);
  const ended = endOf(child);
  await once(child.stdout, 'data');
  // The next event finds the pipe closed.
  child.stdout.destroy();
  expect(await ended).toEqual({ code, stderr: '' });
  expect([existsSync(at('home', 'queue.db')), existsSync(at('home', 'queue.db-wal'))]).toEqual([true, false]);
  expect(await runCli(['queue', 'list', '--home', at('home')])).toMatchObject({ code: 0, stderr: '' });
});

test.skipIf(!existsSync('/dev/full'))('output that cannot be written is an error in one sentence', async () => {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  for (const args of [['--help'], ['recipes', 'list', '--json', '--home', makeTempFolder()]]) {
    const child = spawn(process.execPath, [CLI, ...args], { stdio: ['ignore', full, 'pipe'] });
    const stderr = expect.stringMatching(/^Could not write the output\. ENOSPC: .*\n$/) as string;
    expect(await endOf(child)).toEqual({ code: 1, stderr });
  }
});
