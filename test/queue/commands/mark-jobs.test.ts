import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { openQueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { toJobView } from '../../../src-main/queue/job-list/job-view.ts';
import { createQueue } from '../../../src-main/queue/queue.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { jobMarks } from '../../../src-shared/jobs/job-marks.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** A queue that only keeps what is in it. */
function openQueue(home: string) {
  const nowhere = () => Promise.reject(new AppError('offline', '', { retryable: true }));
  const queue = createQueue({ home, connect: nowhere, serviceInUse: nowhere, exportFolder: () => home });
  onTestFinished(() => queue.close());
  return queue;
}

function makeHome(): string {
  const home = path.join(makeTempFolder(), 'home');
  const store = openQueueStore(home);
  store.jobs.addJobs([buildJob({ id: 'done', status: 'done', finishedAt: 2_000 }), buildJob({ id: 'open' })]);
  store.close();
  return home;
}

test('favourites and tags are kept over a restart', async () => {
  const home = makeHome();
  const queue = openQueue(home);
  queue.mark(['done', 'open', 'gone'], { favourite: true, addTags: ['hero', 'needs work'] });
  queue.mark(['done'], { addTags: ['HERO', '木'], removeTags: ['Needs Work'] });
  queue.mark(['open'], { favourite: false });
  await queue.close();
  const [done, open] = openQueue(home).list();
  expect(done).toMatchObject({ favourite: true, tags: ['hero', '木'] });
  expect(open).toMatchObject({ favourite: false, tags: ['hero', 'needs work'] });
});

test('only what is done leaves the list of the queue, and it comes back when it is to do something again', () => {
  const queue = openQueue(makeHome());
  queue.mark(['done', 'open'], { filed: true });
  expect(queue.list().map(({ filed }) => filed)).toEqual([true, false]);
  const again = queue.repeat('done', 'same');
  expect(queue.list().find(({ id }) => id === again.id)).toMatchObject({ filed: false, favourite: false });
  queue.mark(['done'], { filed: false });
  expect(queue.list()[0]).toMatchObject({ id: 'done', filed: false });
});

test('a tag is a short word without control characters', () => {
  expect(jobMarks.parse({ addTags: ['  client a '] })).toEqual({ addTags: ['client a'] });
  for (const wrong of ['', '   ', 'a\nb', 'x'.repeat(41)]) {
    expect(jobMarks.safeParse({ addTags: [wrong] }).success, JSON.stringify(wrong)).toBe(false);
  }
});

test('a job is renamed durably, its ending and the names of exported files stay', async () => {
  const home = makeHome();
  const queue = openQueue(home);
  const file = {
    id: 'glb',
    step: 0,
    role: 'model',
    format: 'glb',
    path: '/library/0-model.glb',
    bundle: null,
  } as const;
  const exported = { ...file, bytes: 1, sha256: '', exportedPath: '/export/chair/chair.glb' };
  expect(queue.find('done')?.name).toBe('chair.png');
  queue.mark(['done'], { name: 'oak throne' });
  await queue.close();
  const again = openQueue(home);
  expect(again.find('done')?.name).toBe('oak throne.png');
  const record = again.find('done') as JobRecord;
  const names = (artifacts: JobRecord['artifacts']) =>
    toJobView({ ...record, artifacts }, 1).artifacts.map(({ name }) => name);
  expect(names([exported, { ...exported, exportedPath: null }])).toEqual(['chair.glb', 'oak throne.glb']);
  for (const wrong of ['', '  ', 'a\nb', 'x'.repeat(201)])
    expect(jobMarks.safeParse({ name: wrong }).success).toBe(false);
});

test('a repeated job knows what it repeats', () => {
  const queue = openQueue(makeHome());
  expect(queue.find(queue.repeat('done', 'new').id)?.basedOn).toBe('done');
});
