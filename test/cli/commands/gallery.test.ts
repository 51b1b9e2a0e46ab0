import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { ArtifactRecord } from '../../../src-main/pipeline/job-record.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli, type Said } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const GLB: ArtifactRecord = {
  ...{ id: 'file', step: 0, role: 'model', format: 'glb', path: '/nowhere/chair.glb', bundle: null },
  ...{ bytes: 1, sha256: '', exportedPath: null },
} as const;

test('what was made is listed, marked and narrowed', async () => {
  const home = path.join(makeTempFolder(), 'home');
  const store = openQueueStore(home);
  const done = { status: 'done', finishedAt: 2_000, artifacts: [GLB] } as const;
  store.jobs.addJobs([
    buildJob({ id: 'aaaa-1', ...done }),
    buildJob({ id: 'bbbb-2', ...done }),
    buildJob({ id: 'open' }),
  ]);
  store.close();
  const gallery = (...words: string[]): Promise<Said> => runCli(['gallery', ...words, '--home', home, '--json']);
  const jobsOf = ({ last }: Said): Job[] => (last as unknown as { jobs: Job[] }).jobs;

  expect(jobsOf(await gallery()).map(({ id }) => id)).toEqual(['aaaa-1', 'bbbb-2']);
  const marked = await gallery('mark', 'aaaa', '--favorite', 'yes', '--tag', 'client a', '--cleared', 'yes');
  expect(jobsOf(marked)).toMatchObject([{ id: 'aaaa-1', favourite: true, tags: ['client a'], filed: true }]);
  expect(jobsOf(await gallery('list', '--favorites', '--tag', 'client a')).map(({ id }) => id)).toEqual(['aaaa-1']);
  await gallery('collections', 'add', 'Props', 'aaaa', 'bbbb');
  await gallery('collections', 'remove', 'props', 'bbbb');
  expect(jobsOf(await gallery('list', '--collection', 'PROPS')).map(({ id }) => id)).toEqual(['aaaa-1']);
  const renamed = await gallery('collections', 'rename', 'Props', 'Furniture');
  expect(renamed.last).toMatchObject({ collections: [{ name: 'Furniture', models: 1 }] });
  expect((await gallery('collections', 'remove', 'Furniture')).last).toEqual({ collections: [] });
  expect((await gallery('list', '--collection', 'Furniture')).last).toMatchObject({ code: 'not_found' });
  const wrong = await gallery('mark', 'aaaa', '--favorite', 'maybe');
  expect([wrong.code, wrong.stderr + wrong.stdout]).toEqual([
    2,
    expect.stringContaining('“maybe” is not valid for --favorite. Use yes or no.'),
  ]);
});

test('what the output folder has as well is told, and leaves the library after a yes', async () => {
  const folder = makeTempFolder();
  const home = path.join(folder, 'home');
  const write = (file: string): string => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'model');
    return file;
  };
  const inLibrary = write(path.join(home, 'library', 'cccc-3', 'chair.glb'));
  const exportedPath = write(path.join(folder, 'export', 'chair', 'chair.glb'));
  const sha256 = createHash('sha256').update('model').digest('hex');
  const store = openQueueStore(home);
  const artifacts = [{ ...GLB, path: inLibrary, bytes: 5, sha256, exportedPath }];
  store.jobs.addJobs([
    buildJob({ id: 'cccc-3', status: 'done', finishedAt: 2_000, artifacts }),
    buildJob({ id: 'dddd-4', status: 'done', finishedAt: 3_000, artifacts: [GLB], basedOn: 'cccc-3' }),
  ]);
  store.close();
  const unnamed = write(path.join(home, 'library', 'references', `${'ab'.repeat(32)}.png`));
  writeFileSync(unnamed, Buffer.alloc(2_000));
  const longAgo = Date.now() / 1_000 - 2 * 24 * 3_600;
  utimesSync(unnamed, longAgo, longAgo);
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', home, '--json']);

  const freeable = { files: 1, bytes: 2_000 };
  expect((await run('gallery', 'clean')).last).toMatchObject({
    freeable: { files: 2, bytes: 2_005 },
    pictures: { bytes: 2_000, freeable },
  });
  const { stdout } = await runCli(['gallery', 'clean', '--home', home]);
  expect(stdout).toContain('This includes 2.0 kB of images that no job, recipe or setting has used for a day.');
  expect([existsSync(inLibrary), existsSync(unnamed)]).toEqual([true, true]);
  expect((await run('gallery', 'clean', '--yes')).last).toEqual({ files: 2, bytes: 2_005, kept: 0 });
  expect(existsSync(unnamed)).toBe(false);
  expect([existsSync(inLibrary), existsSync(exportedPath)]).toEqual([false, true]);
  const descended = await run('gallery', 'list', '--made-from', 'cccc');
  expect((descended.last as unknown as { jobs: Job[] }).jobs.map(({ id }) => id)).toEqual(['dddd-4']);
  await run('queue', 'rename', 'cccc', 'throne');
  const { jobs } = (await run('gallery', 'list')).last as unknown as { jobs: Job[] };
  expect(jobs.map(({ name }) => name)).toEqual(['throne.png', 'chair.png']);
});

test('a removed model is restored from the trash until the trash is emptied', async () => {
  const home = path.join(makeTempFolder(), 'home');
  const file = path.join(home, 'library', 'aaaa-1', 'chair.glb');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, 'model');
  const store = openQueueStore(home);
  const artifacts = [{ ...GLB, path: file, bytes: 5 }];
  store.jobs.addJobs([
    buildJob({ id: 'aaaa-1', status: 'done', finishedAt: 2_000, artifacts }),
    buildJob({ id: 'open', position: 2 }),
  ]);
  store.close();
  const gallery = (...words: string[]): Promise<Said> => runCli(['gallery', ...words, '--home', home, '--json']);

  const refused = await gallery('remove', 'open', 'aaaa');
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([2, expect.stringContaining('Cancel it first.')]);
  expect((await gallery('remove', 'aaaa')).last).toMatchObject({ jobs: [{ id: 'aaaa-1', bytes: 5 }] });
  expect((await gallery('trash')).last).toMatchObject({ bytes: 5, jobs: [{ id: 'aaaa-1' }] });
  expect((await gallery('restore', 'aaaa')).last).toMatchObject({ jobs: [{ id: 'aaaa-1', status: 'done' }] });
  await gallery('remove', 'aaaa');
  expect((await gallery('empty')).last).toEqual({ jobs: 1, bytes: 5, kept: 0 });
  expect(existsSync(file)).toBe(true);
  expect((await gallery('empty', '--yes')).last).toEqual({ jobs: 1, bytes: 5, kept: 0 });
  expect(existsSync(file)).toBe(false);
  expect((await gallery('restore', 'aaaa')).last).toMatchObject({ status: 'error', code: 'not_found' });
});
