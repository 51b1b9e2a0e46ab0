import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import type { Job } from '../../src-shared/jobs/job.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { runCli, type Said } from './commands/run-cli.ts';

test('what a hot folder found and what costs is held in the queue until somebody says yes there', async () => {
  const root = makeTempFolder();
  const at = (...parts: string[]): string => path.join(root, ...parts);
  mkdirSync(at('in'));
  await writeSampleImage(at('in'), 'chair.png', 64);
  await writeSampleImage(at('in'), 'lamp.png', 65);
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', at('home')]);
  const watch = ['watch', '--folder', at('in'), '--out', at('out'), '--once'];
  const statuses = async (): Promise<string[]> => {
    const { jobs } = (await run('queue', 'list', '--json')).last as unknown as { jobs: Job[] };
    return jobs.map(({ name, status }) => `${name} ${status}`).sort();
  };
  expect((await run('services', 'rehearsal', 'on')).code).toBe(0);

  const first = await run(...watch);
  expect([first.code, first.stdout]).toEqual([1, expect.stringContaining('2 jobs of')]);
  expect(first.stdout).toContain(': 240.00 test credits await confirmation');
  // Whatever is run meanwhile spends nothing.
  const resumed = await run('resume');
  expect([resumed.code, resumed.stderr]).toEqual([1, expect.stringContaining('Awaiting confirmation: 2.')]);
  expect((await run(...watch)).code).toBe(1);
  expect(await statuses()).toEqual(['chair.png held', 'lamp.png held']);

  const refused = await run('queue', 'confirm');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('240.00 credits')]);
  expect((await run('queue', 'confirm', '--max-credits', '239.99')).code).toBe(1);
  expect(await statuses()).toEqual(['chair.png held', 'lamp.png held']);
  const { jobs } = (await run('queue', 'list', '--json')).last as unknown as { jobs: Job[] };
  const lamp = jobs.find(({ name }) => name === 'lamp.png')?.id ?? '';
  expect((await run('queue', 'cancel', lamp)).code).toBe(0);
  expect((await run('queue', 'confirm', '--max-credits', '120')).code).toBe(0);
  expect(await statuses()).toEqual(['chair.png waiting', 'lamp.png cancelled']);
  expect((await run('queue', 'confirm', '--yes')).code).toBe(1);

  expect((await run(...watch)).code).toBe(1);
  expect(await statuses()).toEqual(['chair.png done', 'lamp.png cancelled']);
  expect([readdirSync(at('in/done')), readdirSync(at('in/failed')).sort()]).toEqual([
    ['chair.png'],
    ['lamp.png', 'lamp.png.txt'],
  ]);
});

test('watch --yes says the yes to what waited for one from before', async () => {
  const root = makeTempFolder();
  const at = (...parts: string[]): string => path.join(root, ...parts);
  mkdirSync(at('in'));
  await writeSampleImage(at('in'), 'chair.png', 64);
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', at('home')]);
  const watch = ['watch', '--folder', at('in'), '--out', at('out'), '--once'];
  await run('services', 'rehearsal', 'on');
  expect((await run(...watch)).code).toBe(1);
  expect((await run(...watch, '--yes')).code).toBe(0);
  expect(readdirSync(at('in/done'))).toEqual(['chair.png']);
});

test('an order whose charge is unconfirmed is sent again only after its price is confirmed', async () => {
  const root = makeTempFolder();
  const home = path.join(root, 'home');
  mkdirSync(path.join(root, 'in'));
  await writeSampleImage(path.join(root, 'in'), 'chair.png', 64);
  const run = (...words: string[]): Promise<Said> => runCli([...words, '--home', home]);
  await run('services', 'rehearsal', 'on');
  await run('watch', '--folder', path.join(root, 'in'), '--out', path.join(root, 'out'), '--once');
  const store = openQueueStore(home);
  const [record] = store.jobs.readJobs();
  if (record) store.jobs.saveJob({ ...record, status: 'unknown' });
  store.close();

  const resolve = ['queue', 'resolve', record?.id ?? '', '--by', 'send_again'] as const;
  const refused = await run(...resolve);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('This costs 120.00 credits.')]);
  expect((await run(...resolve, '--max-credits', '119.99')).code).toBe(1);
  expect((await run('queue', 'list')).stdout).toContain('unknown');
  const agreed = await run(...resolve, '--max-credits', '120', '--json');
  expect([agreed.code, agreed.last]).toMatchObject([0, { jobs: [{ id: record?.id, status: 'waiting' }] }]);
});
