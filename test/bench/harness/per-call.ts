import { Bench } from 'tinybench';

const SAMPLING_MS = 100;

/** Milliseconds of one call of a short function: the median of its calls within a tenth of a second, after a warm-up. */
export async function measureCall(call: () => unknown): Promise<number> {
  const bench = new Bench({ time: SAMPLING_MS, warmupTime: SAMPLING_MS / 2, throws: true });
  bench.add('call', () => void call());
  const [task] = await bench.run();
  if (task?.result.state !== 'completed') throw new Error('The bench did not complete.');
  return task.result.latency.p50;
}
