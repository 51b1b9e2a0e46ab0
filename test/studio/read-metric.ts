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
  const line = (await readMetrics(from)).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? null : Number(line.slice(series.length + 1));
}
