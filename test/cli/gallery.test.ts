import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ArtifactRecord } from '../../src-main/pipeline/job-record.ts';
import { openQueueStore } from '../../src-main/queue/queue-store.ts';
import type { Job } from '../../src-shared/job.ts';
import { buildJob } from '../helpers/job-records.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { runCli, type Said } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.
vi.setConfig({ testTimeout: 180_000 });

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
  const marked = await gallery('mark', 'aaaa', '--favourite', 'yes', '--tag', 'client a', '--cleared', 'yes');
  expect(jobsOf(marked)).toMatchObject([{ id: 'aaaa-1', favourite: true, tags: ['client a'], filed: true }]);
  expect(jobsOf(await gallery('list', '--favourites', '--tag', 'client a')).map(({ id }) => id)).toEqual(['aaaa-1']);
  const wrong = await gallery('mark', 'aaaa', '--favourite', 'maybe');
  expect([wrong.code, wrong.stderr + wrong.stdout]).toEqual([2, expect.stringContaining('--favourite yes or')]);
});
