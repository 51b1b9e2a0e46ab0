import { closeSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLedger } from '../../../src-main/queue/spending/ledger.ts';
import { openQueueStore, type QueueStore } from '../../../src-main/queue/store/queue-store.ts';
import { MANIFEST, toManifest } from '../../../src-main/queue/store/job-manifests.ts';
import { withStep, type JobRecord } from '../../../src-main/pipeline/job-record.ts';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { writeFileDurably } from '../../../src-main/base/files/durable-file.ts';
import { makeFolderSync } from '../../../src-main/base/files/make-folder.ts';
import { buildJob } from '../../helpers/job-records.ts';
import { createVirtualClock } from '../../helpers/virtual-clock.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const NOON = new Date(2026, 10, 21, 12).getTime();
const [MODEL, STL] = ['0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11', '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c12'];

function finished(id: string, position: number, charges: readonly [string, string]): JobRecord {
  const done = { status: 'done', refunded: false } as const;
  const times = { createdAt: NOON, startedAt: NOON, finishedAt: NOON + 1 };
  const job = { ...buildJob({ id, position, status: 'done', serviceId: 'test', ...times }, ['glb', 'stl']) };
  const first = withStep(job, 0, { ...done, taskId: MODEL, creditsConsumed: charges[0] });
  return withStep(first, 1, { ...done, taskId: STL, creditsConsumed: charges[1] });
}

function open(home: string): QueueStore {
  const store = openQueueStore(home);
  onTestFinished(() => store.close());
  return store;
}

test('after the database was rebuilt, what finished jobs cost is known again, each task once', async () => {
  const home = makeTempFolder();
  openQueueStore(home).close();
  // The first used what the second had paid for.
  for (const job of [finished('a', 1, ['0.00', '0.00']), finished('b', 2, ['110.00', '5.00'])]) {
    const folder = path.join(home, 'library', job.id);
    makeFolderSync(folder);
    await writeFileDurably(path.join(folder, MANIFEST), toManifest(job), systemDisk);
  }
  const file = openSync(path.join(home, 'queue.db'), 'r+');
  for (let page = 0; page < 20; page++) writeSync(file, Buffer.alloc(2048, 0xa5), 0, 2048, page * 4096);
  closeSync(file);

  const store = open(home);
  expect(store.rebuilt?.jobs).toBe(2);
  const rows = store.spendings.history('cloud', null, 10);
  expect(rows.map(({ jobId, charged, state, taskId }) => [jobId, charged, state, taskId]).sort()).toEqual([
    ['b', '110.00', 'charged', MODEL],
    ['b', '5.00', 'charged', STL],
  ]);
  expect(createLedger(store.spendings, createVirtualClock(NOON)).today('cloud')).toMatchObject({
    charged: 11_500,
    held: 0,
  });
  store.close();
  expect(open(home).spendings.days('cloud', 5)).toMatchObject([{ day: '2026-11-21', charged: 11_500, jobs: 1 }]);
});
