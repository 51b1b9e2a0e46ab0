import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAULTS } from '../helpers/service/fault-proxy.ts';
import { buildJob } from '../helpers/job-records.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { readTaskInputs, setUpBench } from './steps/order-bench.ts';

const LANES = 20;
const SEQUENCES = 10;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

test(`${LANES * SEQUENCES} seeded sequences of faults: one task for each order`, async () => {
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const bench = await setUpBench(service, { mode: 'auto', settleMs: 1 });
    const random = createRandom(lane);
    const refs: (string | undefined)[] = [];
    for (let sequence = 0; sequence < SEQUENCES; sequence++) {
      bench.proxy.plan.length = 0;
      for (let faults = random(4); faults > 0; faults--) bench.proxy.plan.push(FAULTS[random(FAULTS.length)] ?? 'pass');
      const job = buildJob();
      const taskId = await bench.order(job);
      const intent = bench.intents.findStanding(job.id, 0);
      expect(intent).toMatchObject({ state: 'bound', taskId });
      refs.push(intent?.id);
    }
    return refs;
  });
  const refs = (await Promise.all(lanes)).flat();
  const made = (await readTaskInputs(service)).map((input) => input['client_ref']);
  expect(refs.map((ref) => made.filter((other) => other === ref).length)).toEqual(refs.map(() => 1));
});

/** Whole numbers below a bound, the same for the same seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
}
