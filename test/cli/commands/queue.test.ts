import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { runCli, type Said } from './run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
const queue = (...words: string[]): Promise<Said> => runCli(['queue', ...words, '--home', home, '--json']);
const jobsOf = ({ last }: Said): Job[] => (last as unknown as { jobs: Job[] }).jobs;

let ids: string[] = [];

beforeAll(async () => {
  await queue('pause');
  const pictures = await Promise.all(['a.png', 'b.png', 'c.png'].map((name) => writeSampleImage(home, name, 32)));
  const made = await runCli(['make', ...pictures, '--home', home, '--json']);
  expect([made.code, made.stderr]).toEqual([1, expect.stringContaining('The queue is paused')]);
  ids = jobsOf(await queue('list')).map(({ id }) => id);
});

afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

describe('dropforge queue', () => {
  test('shows what is there and that it is paused', async () => {
    const said = await queue();
    expect(said.last).toMatchObject({ paused: true });
    expect(jobsOf(said).map(({ name, status }) => [name, status])).toEqual([
      ['a.png', 'waiting'],
      ['b.png', 'waiting'],
      ['c.png', 'waiting'],
    ]);
  });

  test('moves, ranks, pauses, resumes, cancels and retries, by the beginnings of ids too', async () => {
    const [a = '', b = '', c = ''] = ids;
    await queue('move', c, '--before', a.slice(0, 12));
    await queue('priority', b, 'high');
    await queue('pause', a);
    await queue('cancel', b, c);
    expect(jobsOf(await queue('list')).map(({ id, status, priority }) => [id, status, priority])).toEqual([
      [c, 'cancelled', 'normal'],
      [a, 'paused', 'normal'],
      [b, 'cancelled', 'high'],
    ]);
    await queue('resume', a);
    expect(jobsOf(await queue('retry', c)).map(({ status }) => status)).toEqual(['waiting']);
    expect((await queue('resume')).last).toMatchObject({ paused: false });
  });

  test('refuses what it does not know, and says what there is', async () => {
    const unknown = await queue('cancel', 'nobody');
    const words = { message: 'No job has the id “nobody”.', suggestion: 'Check the command, then try again.' };
    expect([unknown.code, unknown.last]).toEqual([1, { code: 'not_found', status: 'error', ...words }]);
    expect(unknown.stderr).toBe(`${words.message} ${words.suggestion}\n`);
    expect((await queue('priority', ids[0] ?? '', 'urgent')).code).toBe(2);
    expect((await queue('explode')).code).toBe(2);
  });

  test('finds no task at a service that made none, and imports none', async () => {
    expect((await queue('found')).last).toEqual({ tasks: [] });
    expect((await queue('import', 'nothing')).code).toBe(1);
    expect((await queue('dismiss', 'nothing')).last).toEqual({ dismissed: ['nothing'] });
  });
});
