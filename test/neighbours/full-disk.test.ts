import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runJson, startCommand } from '../helpers/cli.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

/** Mounts a small disk; false: this user may not. */
function mountDisk(folder: string, size: string): boolean {
  mkdirSync(folder, { recursive: true });
  if (!mount('-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)) return false;
  onTestFinished(() => void spawnSync('umount', ['-l', folder]));
  return true;
}

const enlarge = (folder: string): boolean => mount('-o', 'remount,size=200m', folder);

test('a full output disk is named, and a retry exports the paid result', async (context) => {
  const root = makeTempFolder();
  const [home, out] = [path.join(root, 'home'), path.join(root, 'out')];
  if (!mountDisk(out, '64k')) return context.skip('A disk cannot be mounted here.');
  const image = await writeSampleImage(root, 'a.png', 24);
  const full = await runJson(['make', image, '--home', home, '--out', out, '--yes']);
  expect(full.jobs).toMatchObject([{ status: 'failed', errorCode: 'disk_full', artifacts: [] }]);
  expect(full.jobs[0]?.error).toContain(`The disk is full: ${out}.`);
  expect(readdirSync(out)).toEqual([]);
  expect(enlarge(out)).toBe(true);
  const { jobs } = JSON.parse((await startCommand(['queue', 'list', '--json', '--home', home]).ended).stdout) as {
    jobs: { id: string }[];
  };
  expect((await startCommand(['queue', 'retry', jobs[0]!.id, '--home', home]).ended).code).toBe(0);
  const again = await runJson(['resume', '--home', home]);
  expect(again.jobs).toMatchObject([{ status: 'done', taskIds: full.jobs[0]!.taskIds }]);
  expect(readdirSync(out)).toEqual(['a']);
});

test('a full disk of the home is named in one sentence, and the job goes on when there is space', async (context) => {
  const root = makeTempFolder();
  const [disk, out] = [path.join(root, 'disk'), path.join(root, 'out')];
  if (!mountDisk(disk, '400k')) return context.skip('A disk cannot be mounted here.');
  const image = await writeSampleImage(root, 'a.png', 24);
  const making = startCommand(['make', image, '--home', path.join(disk, 'home'), '--out', out, '--yes']);
  onTestFinished(() => making.killGroup());
  let errors = '';
  making.child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  await expect.poll(() => errors, { timeout: 300_000 }).toContain('The disk is full: ');
  expect(enlarge(disk)).toBe(true);
  const { code, stdout, stderr } = await making.ended;
  expect([code, stdout.trim().split('\n').length]).toEqual([0, 3]);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(readdirSync(out)).toEqual(['a']);
});
