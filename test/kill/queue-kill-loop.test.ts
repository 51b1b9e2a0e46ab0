import { expect, test } from 'vitest';
import { KILL_POINTS } from './kill-points.ts';
import { queueKillLoop } from './queue-kill-loop.ts';

/** Kills at any time, beside one at each named moment. */
const ANYTIME = 8;

test('a queue that is killed with -9 at every moment of the way makes each job once', async () => {
  const report = await queueKillLoop({ boundaries: KILL_POINTS, anytime: ANYTIME, lanes: 2, seed: 1 });
  expect(report.wrong).toEqual([]);
  expect([...report.boundaries].sort()).toEqual([...KILL_POINTS].sort());
  expect(report.kills).toBeGreaterThanOrEqual(60);
  // Else there was nothing to lose.
  expect(report.jobs).toBeGreaterThan(5);
  expect([report.models, report.tasks, report.intents]).toEqual(Array(3).fill(2 * report.jobs));
  expect(report.charged).toBeGreaterThan(0);
  expect(report.faults['lost_answers']).toBeGreaterThan(0);
  expect(report.faults['lost_orders']).toBeGreaterThan(0);
});
