import { AppError } from '../../../src-shared/base/errors.ts';
import { backoffMs } from '../rates/backoff.ts';
import type { System } from '../../base/system.ts';
import { toTransportError } from '../http/to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** What the result of a call tells about the way to the service. */
export type ContactReport = 'heard' | 'lost' | 'unknown';

/** Whether a service can be reached; while it cannot, one call at a time tries, and no other leaves this computer. */
export interface Reachability {
  /** Throws `offline`, with the moment of the next try, when a call would not be let out now. */
  check(): void;
  /** Makes a call and learns from it: an answer, however bad, was heard; a transport's error was not. */
  watch<T>(call: () => Promise<T>, judge?: (result: T) => ContactReport): Promise<T>;
  /** Milliseconds until the next try may leave; null: reachable, as far as is known. */
  downForMs(): number | null;
  /** Hears when the service can be reached again; returns the way to stop. */
  onUp(listen: () => void): () => void;
}

/** A service of which nothing is known yet, taken to be reachable. */
export function createReachability({ clock, random }: Pick<System, 'clock' | 'random'>): Reachability {
  const listeners = new Set<() => void>();
  /** Failed tries in a row, and when the next may leave by `clock.elapsed()`. */
  let down: { readonly failures: number; readonly nextAt: number } | null = null;
  let isTrying = false;

  const pauseMs = (): number => (down ? Math.max(0, down.nextAt - clock.elapsed()) : 0);

  const check = (): void => {
    if (!down || (!isTrying && pauseMs() === 0)) return;
    const retryAt = clock.now() + Math.max(pauseMs(), 250);
    throw new AppError('offline', message('service.unreachable-recently'), { retryable: true, retryAt });
  };

  const learn = (hearing: ContactReport, isTry: boolean): void => {
    if (hearing === 'heard' && down) {
      down = null;
      for (const listen of [...listeners]) listen();
    }
    // Of many calls that were on their way when the line went, the first tells all there is to tell.
    if (hearing !== 'lost' || (down && !isTry)) return;
    const failures = (down?.failures ?? 0) + 1;
    down = { failures, nextAt: clock.elapsed() + backoffMs(failures - 1, null, clock.now(), random.fraction) };
  };

  return {
    check,
    watch: async (call, judge = () => 'heard') => {
      check();
      const isTry = down !== null;
      if (isTry) isTrying = true;
      try {
        const result = await call();
        learn(judge(result), isTry);
        return result;
      } catch (error) {
        learn(toTransportError(error).code === 'offline' ? 'lost' : 'unknown', isTry);
        throw error;
      } finally {
        if (isTry) isTrying = false;
      }
    },
    downForMs: () => (down ? pauseMs() : null),
    onUp: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
