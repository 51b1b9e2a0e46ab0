import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startCommand } from '../helpers/cli.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';

/** Root may read and write everything, so another user runs Dropforge then. */
const USER = process.getuid?.() === 0 ? 65_534 : undefined;

/** A job takes as long as the machine is slow. */
const PATIENT = { timeout: 300_000 };

/** Whether that user may run it from this folder. */
function canRun(): boolean {
  if (process.platform === 'win32') return false;
  const cli = path.join(import.meta.dirname, '../../src-main/cli.ts');
  const who = USER === undefined ? {} : { uid: USER, gid: USER };
  const { status } = spawnSync(
    process.execPath,
    ['-e', `fs.accessSync(${JSON.stringify(cli)}, fs.constants.R_OK)`],
    who,
  );
  return status === 0;
}

test.skipIf(!canRun())(
  'permissions that are taken away are named, and work goes on when they are given back',
  async () => {
    // Outside the folder of temporary files, which is this user's alone.
    const root = mkdtempSync('/tmp/dropforge-test-');
    onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));
    const at = (...parts: string[]): string => path.join(root, ...parts);
    const own = (file: string): void => (USER === undefined ? undefined : chownSync(file, USER, USER));
    for (const name of ['', 'in', 'out']) {
      mkdirSync(at(name), { recursive: true });
      own(at(name));
    }
    /** Puts an image with these permissions into the hot folder. */
    const put = async (name: string, mode = 0o644): Promise<void> => {
      const file = await writeSampleImage(root, name, 24);
      own(file);
      chmodSync(file, mode);
      spawnSync('mv', [file, at('in', name)]);
    };
    const args = ['watch', '--home', at('home'), '--folder', at('in'), '--out', at('out'), '--json'];
    const watching = startCommand(args, { HOME: root, TMPDIR: root, NODE_COMPILE_CACHE: '' }, USER);
    onTestFinished(() => watching.killGroup());
    // As `nice` does; this user may not undo it.
    setPriority(watching.child.pid!, 15);
    let output = '';
    watching.child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const events = (event: string): Record<string, unknown>[] =>
      output
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['event'] === event);
    await expect.poll(() => events('state').length, PATIENT).toBe(1);

    await put('secret.png', 0);
    await expect.poll(() => events('problem').length, PATIENT).toBe(1);
    expect(readFileSync(at('in/failed/secret.png.txt'), 'utf8')).toMatch(
      /^secret\.png could not be read\. The system reports EACCES\. Nothing was charged\. /,
    );

    chmodSync(at('out'), 0o555);
    await put('one.png');
    await expect.poll(() => events('failed').length, PATIENT).toBe(1);
    expect(events('failed')[0]?.['text']).toMatch(
      /^one\.png: Cannot write to .*out\. .*EACCES\. Nothing was charged\. /,
    );
    expect(events('failed')[0]).toMatchObject({ report: { taskIds: [] } });
    chmodSync(at('out'), 0o755);

    await put('two.png');
    await expect.poll(() => events('done').length, PATIENT).toBe(1);

    // Its database and its folders are there; only new entries cannot be created in it.
    chmodSync(at('home'), 0o500);
    await put('three.png');
    await expect.poll(() => events('done').length, PATIENT).toBe(2);
    chmodSync(at('home'), 0o700);
    expect(events('job_created')).toHaveLength(3);
    watching.child.kill('SIGTERM');
    expect((await watching.ended).code).toBe(0);
  },
);
