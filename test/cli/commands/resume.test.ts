import { expect, test } from 'vitest';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { runCli, type Said } from './run-cli.ts';

const NOTHING = { code: 0, stdout: '', stderr: 'No jobs to resume.\n' };

test('resume reports the jobs that were not finished, and says when there are none', async () => {
  const home = makeTempFolder();
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', home]);
  await run('queue', 'pause');
  const images = [await writeSampleImage(home, 'a.png', 32), await writeSampleImage(home, 'b.png', 33)];
  await run('make', ...images, '--format', 'glb');
  const { jobs } = (await run('queue', 'list', '--json')).last as unknown as { jobs: Job[] };
  expect((await run('queue', 'cancel', jobs[1]?.id ?? '')).code).toBe(0);
  await run('queue', 'resume');

  const resumed = await run('resume', '--json');
  expect([resumed.code, resumed.last]).toMatchObject([0, { jobs: [{ source: images[0], status: 'done' }] }]);
  expect((resumed.last as unknown as { jobs: unknown[] }).jobs).toHaveLength(1);
  expect(await run('resume')).toMatchObject(NOTHING);
  expect(await run('resume', '--json')).toMatchObject({ code: 0, last: { jobs: [] } });
});
