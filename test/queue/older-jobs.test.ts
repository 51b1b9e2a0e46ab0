import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { reportQueue } from '../../src-main/cli/actions/queue.ts';
import { findJobIds } from '../../src-main/cli/lib/input/find-job-ids.ts';
import type { ArtifactRecord, JobRecord } from '../../src-main/pipeline/job-record.ts';
import { referencesFolder } from '../../src-main/pipeline/reference-store.ts';
import { createSourceFinder } from '../../src-main/queue/library/source-finder.ts';
import { createQueue } from '../../src-main/queue/queue.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { toReferenceText } from '../../src-shared/operations/image-reference.ts';
import { buildJob, buildSource } from '../helpers/job-records.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const IMAGE = { sha256: 'd'.repeat(64), ending: 'png', name: 'style.png' } as const;
const ARTIFACT: ArtifactRecord = {
  id: 'a',
  step: 0,
  role: 'model',
  format: 'glb',
  path: '',
  bundle: null,
  bytes: 10,
  sha256: '0'.repeat(64),
  exportedPath: null,
};

/**
 * A queue of a waiting job, six finished ones and a held one, of which the last two finished are in memory. The first finished
 * one has a result of the last as its source, and an image as a parameter.
 */
function openLongQueue() {
  const home = makeTempFolder();
  const result = path.join(home, 'library', 'job-7', '0.glb');
  const store = openQueueStore(home);
  const build = (position: number, status: JobRecord['status'] = 'done'): JobRecord => {
    const id = `job-${position}`;
    const files = { path: path.join(home, 'library', id, '0.glb'), exportedPath: null };
    const job = buildJob({ id, name: `${position}.png`, position, status, artifacts: [{ ...ARTIFACT, ...files }] });
    if (position !== 2) return job;
    const steps = job.steps.map((step) => ({ ...step, params: { style_image: toReferenceText(IMAGE) } }));
    return { ...job, sources: [buildSource(result)], steps };
  };
  store.jobs.addJobs([build(1, 'waiting'), ...[2, 3, 4, 5, 6, 7].map((position) => build(position)), build(8, 'held')]);
  store.close();
  const nowhere = () => Promise.reject(new Error('Nothing runs here.'));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home, recentJobs: 2 });
  onTestFinished(() => queue.close());
  return { queue, home, result };
}

const idsOf = (jobs: readonly { readonly id: string }[]): string[] => jobs.map(({ id }) => id);

test('a queue lists what is not finished and the last finished jobs, and the older ones on request', () => {
  const { queue } = openLongQueue();
  expect(idsOf(queue.records())).toEqual(['job-1', 'job-6', 'job-7', 'job-8']);
  expect(idsOf(queue.slice(null).jobs)).toEqual(['job-8', 'job-1', 'job-7', 'job-6']);
  expect(idsOf(queue.older(null, 3))).toEqual(['job-5', 'job-4', 'job-3']);
  expect(idsOf(queue.older(3, 3))).toEqual(['job-2']);
});

test('the command line says that older jobs are left out, and lists them with --older', () => {
  const { queue } = openLongQueue();
  const [some, all] = [reportQueue(queue), reportQueue(queue, true)];
  expect([some.text.split('\n').length - 1, some.notes]).toEqual([4, expect.stringContaining('--older')]);
  expect([all.text.split('\n').length - 1, all.notes]).toEqual([8, undefined]);
  expect(all.text).toMatch(/1\.png[^]*2\.png[^]*8\.png/);
  expect(findJobIds(queue, ['job-3'])).toEqual(['job-3']);
});

test('commands work on older jobs, which come back into memory where they continue', () => {
  const { queue } = openLongQueue();
  queue.mark(['job-2'], { favourite: true });
  expect([queue.find('job-2')?.favourite, idsOf(queue.records())]).toEqual([
    true,
    idsOf(openLongQueue().queue.records()),
  ]);
  const again = queue.repeat('job-3', 'new');
  expect(queue.find(again.id)).toMatchObject({ basedOn: 'job-3', status: 'waiting' });
  expect(queue.trash.put(['job-4', 'job-9'])).toEqual(['job-4']);
  expect(queue.find('job-4')).toBeUndefined();
  expect(idsOf(queue.older(null, 9))).toEqual(['job-5', 'job-3', 'job-2']);
  expect(queue.trash.restore(['job-4'])).toEqual(['job-4']);
  expect(idsOf(queue.older(null, 9))).toEqual(['job-5', 'job-4', 'job-3', 'job-2']);
});

test('the size of the library counts older jobs', async () => {
  const { queue } = openLongQueue();
  expect(await queue.library.usage()).toMatchObject({ bytes: 8 * ARTIFACT.bytes, recipes: [{ jobs: 8 }] });
  expect(await queue.library.bytes()).toBe(8 * ARTIFACT.bytes);
});

test('files that only older jobs name are kept', async () => {
  const { queue, home, result } = openLongQueue();
  const [named, other] = [IMAGE.sha256, 'e'.repeat(64)].map((sha256) =>
    path.join(referencesFolder(home), `${sha256}.png`),
  ) as [string, string];
  for (const file of [named, other, result]) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'x');
    utimesSync(file, 1, 1);
  }
  await queue.library.clean();
  expect([named, other].map((file) => existsSync(file))).toEqual([true, false]);
  queue.trash.put(['job-7']);
  await queue.trash.empty(['job-7']);
  expect(existsSync(result)).toBe(true);
  const isSource = createSourceFinder(queue);
  expect([result, other].map(isSource)).toEqual([true, false]);
});
