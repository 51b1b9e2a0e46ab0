import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withBasedOn } from '../../../src-main/queue/job-list/find-based-on.ts';
import { findDuplicates } from '../../../src-main/queue/job-list/find-duplicates.ts';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import type { NewSource } from '../../../src-main/queue/create-job-records.ts';
import { buildJob, buildSource } from '../../helpers/job-records.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'dropforge-duplicates-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }));

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}
const picture = (file: string, bytes = 3): NewSource & { kind: 'picture' } => ({ kind: 'picture', path: file, bytes });

/** A queue with these jobs in memory. */
const knowing = (...jobs: JobRecord[]) => ({ recent: () => jobs, older: () => [], get: () => undefined });

test('the same content is found in a job, and in what was given before', async () => {
  const [given, again, other] = [write('a.png', 'abc'), write('b.png', 'abc'), write('c.png', 'xyz')];
  const job = buildJob({ sources: [buildSource(write('job.png', 'xyz'))] });
  const sources = [picture(given), picture(again), picture(other)];
  const found = await findDuplicates(sources, knowing(job));
  expect(sources.map((source) => found.get(source))).toEqual([undefined, sources[0], job]);
});

test('a job that failed may be given again, and what cannot be read equals nothing', async () => {
  const given = picture(write('d.png', 'abc'));
  const failed = buildJob({ status: 'failed', sources: [buildSource(write('failed.png', 'abc'))] });
  const gone = buildJob({ sources: [buildSource(path.join(folder, 'gone.png'))] });
  expect((await findDuplicates([given], knowing(failed, gone))).size).toBe(0);
});

test('views are the same only side by side, and prompts word by word', async () => {
  const [front, back] = [write('front.png', 'fff'), write('back.png', 'bbb')];
  const views = (one: string, two: string): NewSource => ({
    ...{ kind: 'views', name: 'fox' },
    views: [
      { slot: 'front', path: one, bytes: 3 },
      { slot: 'back', path: two, bytes: 3 },
    ],
  });
  const words = (prompt: string): NewSource => ({ kind: 'prompt', name: 'p', prompt });
  const sources = [views(front, back), views(back, front), views(front, back), words('a chair'), words('a chair')];
  expect([...(await findDuplicates(sources, knowing())).keys()]).toEqual([sources[2], sources[4]]);
});

test('a file of another job is known by its place, and by its content where it was moved', async () => {
  const [inPlace, moved, foreign] = [write('m.glb', 'model'), write('n.glb', 'model'), write('o.glb', 'other')];
  const sha256 = createHash('sha256').update('model').digest('hex');
  const artifact = { id: 'x', step: 0, role: 'model', format: 'glb', path: '/nowhere/m.glb', bundle: null } as const;
  const job = buildJob({ id: 'maker', artifacts: [{ ...artifact, bytes: 5, sha256, exportedPath: inPlace }] });
  const model = (file: string): NewSource => ({ kind: 'model', path: file, bytes: 5 });
  const based = await withBasedOn([model(inPlace), model(moved), model(foreign)], knowing(job));
  expect(based.map(({ basedOn }) => basedOn)).toEqual(['maker', 'maker', undefined]);
});

test.each(['fox copy.png', 'fox copy 2.png', 'fox - Copy (2).png', 'fox (1).png', 'fox 副本.png'])(
  'the original is kept, not %s, in whatever order they are given',
  async (copy) => {
    const [one, other] = [picture(write(copy, 'fox')), picture(write('fox.png', 'fox'))];
    expect([...(await findDuplicates([one, other], knowing())).keys()]).toEqual([one]);
    expect([...(await findDuplicates([other, one], knowing())).keys()]).toEqual([one]);
  },
);
