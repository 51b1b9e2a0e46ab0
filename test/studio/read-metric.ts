import { expect } from 'vitest';
import type { StudioProcess } from '../helpers/service/studio.ts';
import { send } from '../local-service/workers/call.ts';

/** All metrics of a process, as Prometheus reads them. */
export async function readMetrics({ ready }: StudioProcess): Promise<string> {
  const { status, bytes } = await send(`http://127.0.0.1:${String(ready['operationsPort'])}/metrics`);
  expect(status).toBe(200);
  return bytes.toString();
}

/** The value of a series; null: it is not there. */
export async function readMetric(from: StudioProcess, series: string): Promise<number | null> {
  return findSeries(await readMetrics(from), series);
}

/** The value of a series of the database, which is asked again if it does not answer at once. */
export async function readStoredMetric(from: StudioProcess, series: string): Promise<number | null> {
  for (;;) {
    const metrics = await readMetrics(from);
    if (findSeries(metrics, 'dropforge_database_up') === 1) return findSeries(metrics, series);
  }
}

function findSeries(metrics: string, series: string): number | null {
  const line = metrics.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}
