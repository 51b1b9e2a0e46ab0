import type { Clock } from '../base/clock.ts';
import type { Admission } from './admission.ts';
import type { Scheduler } from './scheduler.ts';

/** Minimum delay before the queue is checked again. */
const MIN_PAUSE_MS = 10;

/** Starts jobs as soon as the scheduler has one that may run. */
export interface Dispatcher {
  /** Starts dispatching; before that, `pump` does nothing. */
  start(run: (id: string) => Promise<void>): void;
  /** Call after every change that lets a job run. */
  pump(): void;
  close(): void;
}

/** Nothing is started before `start`. */
export function createDispatcher(
  clock: Pick<Clock, 'after'>,
  scheduler: Scheduler,
  admission: Pick<Admission, 'canStart' | 'nextTryMs'>,
): Dispatcher {
  let run: ((id: string) => Promise<void>) | null = null;
  let unschedule: (() => void) | null = null;

  const startNext = (): boolean => {
    const next = run && scheduler.next(admission.canStart);
    if (!run || !next) return false;
    scheduler.hold(next.id);
    void run(next.id).finally(() => {
      scheduler.release(next.id);
      pump();
    });
    return true;
  };
  const pump = (): void => {
    if (!run) return;
    unschedule?.();
    // Asked before jobs are: a service whose pause ends in between refused them, but would no longer set a timer.
    const tryMs = admission.nextTryMs();
    while (startNext());
    const pauses = [scheduler.nextDueMs(), tryMs].filter((ms) => ms !== null);
    unschedule = pauses.length === 0 ? null : clock.after(Math.max(MIN_PAUSE_MS, Math.min(...pauses)), pump);
  };

  return {
    start: (start) => {
      run = start;
      pump();
    },
    pump,
    close: () => {
      run = null;
      unschedule?.();
    },
  };
}
