import type { Clock } from '../../base/clock.ts';

/** Two display frames. */
const FRAME_MS = 33;

/** Throttles a function: all calls within two frames cause one run at their end; `cancel` drops a pending run. */
export function runPerFrame(run: () => void, clock: Pick<Clock, 'after'>): { (): void; cancel(): void } {
  let unschedule: (() => void) | null = null;
  const ask = (): void => {
    unschedule ??= clock.after(FRAME_MS, () => {
      unschedule = null;
      run();
    });
  };
  return Object.assign(ask, {
    cancel: () => {
      unschedule?.();
      unschedule = null;
    },
  });
}
