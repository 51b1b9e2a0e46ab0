import { expect, test } from 'vitest';
import { KILL_POINTS } from './kill-points.ts';
import { queueKillLoop } from './queue-kill-loop.ts';

/** Kills at random times, besides one at each named point. */
const ANYTIME = 6;
/** Every point around the creation of a task, and every third of the others; `npm run test:long` kills at all of them. */
const POINTS = KILL_POINTS.filter((point, index) => /^(create|settle|wire|follow):/.test(point) || index % 3 === 0);

test('a queue that is killed with -9 on its way creates each job once', async () => {
  const report = await queueKillLoop({ boundaries: POINTS, anytime: ANYTIME, lanes: 2, seed: 1 });
  expect(report.wrong).toEqual([]);
  expect([...report.boundaries].sort()).toEqual([...POINTS].sort());
  expect(report.kills).toBeGreaterThanOrEqual(POINTS.length);
  // Otherwise there was nothing to lose.
  expect(report.jobs).toBeGreaterThan(5);
  expect([report.models, report.tasks, report.intents]).toEqual(Array(3).fill(2 * report.jobs));
  expect(report.charged).toBeGreaterThan(0);
  expect(report.faults['lost_answers']).toBeGreaterThan(0);
  expect(report.faults['lost_orders']).toBeGreaterThan(0);
});
