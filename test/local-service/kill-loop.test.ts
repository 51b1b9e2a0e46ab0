import { expect, test } from 'vitest';
import { killLoop } from './kill-loop.ts';

/** `npm run test:long` kills it many more times. */
const KILLS = 6;

test('a service that is killed with -9 at work over and over loses no task, no credit and no file', async () => {
  const report = await killLoop({ kills: KILLS, seed: 1 });
  expect(report.wrong).toEqual([]);
  expect(report.kills).toBe(KILLS);
  // Else the kills came at times when there was nothing to lose.
  expect(report.killedRunning).toBeGreaterThan(0);
  expect(report.halfFiles).toBeGreaterThan(0);
  const ends = Object.keys(report.tasks).map((name) => name.split(' ')[1]);
  expect(ends).toEqual(expect.arrayContaining(['success', 'failed']));
});
