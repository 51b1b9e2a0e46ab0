import { expect, test, vi } from 'vitest';
import { killLoop } from './kill-loop.ts';

vi.setConfig({ testTimeout: 600_000 });

test('a service that is killed with -9 twenty times at work loses no task, no credit and no file', async () => {
  const report = await killLoop({ kills: 20, seed: 1 });
  expect(report.wrong).toEqual([]);
  expect(report.kills).toBe(20);
  // Else the kills came at times when there was nothing to lose.
  expect(report.killedRunning).toBeGreaterThan(0);
  expect(report.halfFiles).toBeGreaterThan(0);
  expect(report.tasks['image_to_model success']).toBeGreaterThan(0);
  expect(report.tasks['image_to_model failed']).toBeGreaterThan(0);
});
