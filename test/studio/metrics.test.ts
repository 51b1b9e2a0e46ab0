import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOnPath } from '../helpers/find-on-path.ts';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi, StudioProcess } from '../helpers/service/studio.ts';
import { callService, untilFinished } from '../local-service/workers/call.ts';
import { readMetric, readMetrics, readStoredMetric } from './read-metric.ts';

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL is not installed: the metrics of a studio are not tested.');
const promtool = findOnPath('promtool');
if (promtool === null) console.warn('promtool is not installed: the format of metrics is not checked.');

describe.skipIf(bin === null)('the metrics of a studio', () => {
  let studio: OwnStudio;
  let api: StudioApi;
  let worker: StudioProcess;
  beforeAll(async () => {
    studio = await openOwnStudio({ credits: 10_000 });
    [api, worker] = [await studio.startApi(), await studio.startWorker()];
  });
  afterAll(() => studio?.close());

  const order = async (): Promise<string> => {
    const body = { prompt: 'a cube', model: 'v3.1-20260211' };
    const answer = await callService(api, '/v3/generation/text-to-model', { method: 'POST', body });
    return answer.body.data.task_id;
  };

  test('count requests with their latency, ends of tasks and their time', async () => {
    await untilFinished(api, await order());
    const labels = '{method="POST",route="/v3/generation/text-to-model",status="200"}';
    expect(await readMetric(api, `dropforge_request_seconds_count${labels}`)).toBe(1);
    expect(await readMetric(api, `dropforge_request_seconds_sum${labels}`)).toBeGreaterThan(0);
    await expect.poll(() => readMetric(worker, 'dropforge_worker_task_seconds_count{category="generation_h"}')).toBe(1);
    expect(await readMetric(worker, 'dropforge_worker_tasks_total{result="success"}')).toBe(1);
    for (const result of ['failed', 'cancelled'])
      expect(await readMetric(worker, `dropforge_worker_tasks_total{result="${result}"}`), result).toBe(0);
    expect(await readMetric(worker, 'dropforge_worker_claims_lost_total')).toBe(0);
  });

  test('show the queue, its age and the held credits of this moment, in every process', async () => {
    await worker.end('SIGTERM');
    for (const series of ['dropforge_tasks_queued', 'dropforge_tasks_running', 'dropforge_oldest_task_seconds'])
      expect(await readStoredMetric(api, `${series}{category="generation_h"}`), series).toBe(0);
    const id = await order();
    expect(await readStoredMetric(api, 'dropforge_tasks_queued{category="generation_h"}')).toBe(1);
    expect(await readStoredMetric(api, 'dropforge_oldest_task_seconds{category="generation_h"}')).toBeGreaterThan(0);
    const [[price] = []] = await studio.query('SELECT price::int FROM tasks WHERE id = $1', id);
    expect(await readStoredMetric(api, 'dropforge_credits{kind="held"}')).toBe(Number(price) / 100);
    worker = await studio.startWorker();
    await untilFinished(api, id);
    expect(await readStoredMetric(worker, 'dropforge_credits{kind="held"}')).toBe(0);
    expect(await readStoredMetric(worker, 'dropforge_tasks_queued{category="generation_h"}')).toBe(0);
  });

  test.skipIf(promtool === null)('are what Prometheus reads, without a complaint of its checker', async () => {
    for (const from of [api, worker]) {
      const input = await readMetrics(from);
      const run = () =>
        execFileSync(promtool as string, ['check', 'metrics'], { input, stdio: 'pipe', encoding: 'utf8' });
      expect(run()).toBe('');
    }
  });

  test('remain without the database, and say that it is away', async () => {
    await expect.poll(() => readMetric(api, 'dropforge_database_up')).toBe(1);
    await studio.server.kill();
    expect(await readMetric(api, 'dropforge_database_up')).toBe(0);
    expect(await readMetric(api, 'dropforge_tasks_queued{category="generation_h"}')).toBeNull();
    expect(await readMetric(api, 'process_cpu_seconds_total')).toBeGreaterThan(0);
    await studio.server.restart();
    await expect.poll(() => readMetric(api, 'dropforge_database_up')).toBe(1);
  });
});
