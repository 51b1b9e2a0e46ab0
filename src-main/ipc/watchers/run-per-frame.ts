import type { Clock } from '../../base/clock.ts';

/** Two frames of a screen. */
const FRAME_MS = 33;

/** A function that runs once after however many calls, at most once in two frames; `cancel` calls off what is due. */
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
