import type { Clock } from '../../src-main/base/clock.ts';
import { SYSTEM } from '../../src-main/base/system.ts';

/** A clock that runs `speed` times as fast as the real one, from a wall time in epoch ms; absent: now. */
export function createFastClock(speed: number, wall = Date.now()): Clock {
  const { clock } = SYSTEM;
  const start = clock.elapsed();
  const elapsed = (): number => (clock.elapsed() - start) * speed;
  return {
    now: () => Math.floor(wall + elapsed()),
    elapsed,
    after: (ms, run) => clock.after(ms / speed, run),
    pause: (ms, signal) => clock.pause(ms / speed, signal),
  };
}
