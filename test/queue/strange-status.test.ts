import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJobReport } from '../../src-main/cli/lib/output/job-report.ts';
import { listExported } from '../helpers/exported-assets.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { openQueue } from './bench.ts';
import { toEnglish } from '../../src-shared/messages/english.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

test('a state nobody knows counts as failed, keeps its task, and a retry looks at the same task again', async () => {
  const bench = await openQueue(service, { mode: 'strict', settleMs: 0 });
  bench.proxy.words.set('success', 'dormant');
  const [record] = bench.queue.add([{ path: bench.picture, kind: 'picture', bytes: 1 }], bench.options);
  const id = record?.id ?? '';
  bench.queue.start();
  await bench.queue.whenSettled([id]);
  const failed = bench.only();
  const taskId = failed.steps[0]?.taskId;
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'task_failed' }, steps: [{ refunded: false }] });
  expect(toEnglish(failed.error?.detail ?? '')).toContain('“dormant”');
  expect(failed.error?.requestId).toMatch(/^[0-9a-f-]{36}$/);
  expect(taskId).toMatch(/^[0-9a-f-]{36}$/);
  const report = toJobReport(failed);
  expect(report.error).toContain(`X-Request-ID ${failed.error?.requestId}`);
  expect(report.error).toContain('It may have been charged.');

  bench.queue.retry([id]);
  await bench.queue.whenSettled([id]);
  expect(bench.only()).toMatchObject({ status: 'failed', steps: [{ taskId }] });

  bench.proxy.words.clear();
  bench.queue.retry([id]);
  await bench.queue.whenSettled([id]);
  expect(bench.only()).toMatchObject({ status: 'done', error: null, steps: [{ taskId }] });
  expect([bench.proxy.posts(), listExported(bench.out)]).toEqual([1, ['shape/shape.glb']]);
});
