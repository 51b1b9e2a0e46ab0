import { AppError, isUnreachable } from '../../../src-shared/base/errors.ts';
import { backoffMs } from '../rates/backoff.ts';
import type { System } from '../../base/system.ts';
import { toTransportError } from '../http/to-app-error.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Reachability of the service as shown by the result of a call; an error: it cannot be reached because of it. */
export type ContactReport = 'heard' | 'unknown' | AppError;

/** Circuit breaker: while a service cannot be reached, one call at a time tries it and all others fail at once. */
export interface Reachability {
  /** Throws `offline` or `certificate_rejected`, with the time of the next attempt, if a call is not allowed now. */
  check(): void;
  /** Makes a call and records its result: any response counts as reachable, a transport error does not. */
  watch<T>(call: () => Promise<T>, judge?: (result: T) => ContactReport): Promise<T>;
  /** Milliseconds until the next attempt; null if the service counts as reachable. */
  downForMs(): number | null;
  /** Calls a listener when the service can be reached again; returns a function that stops this. */
  onUp(listen: () => void): () => void;
  /** Calls a listener when the service can no longer be reached; returns a function that stops this. */
  onDown(listen: () => void): () => void;
}

/** Creates the state of a service that counts as reachable. */
export function createReachability({ clock, random }: Pick<System, 'clock' | 'random'>): Reachability {
  const upListeners = new Set<() => void>();
  const downListeners = new Set<() => void>();
  /** Consecutive failures, the last of them, and when the next attempt is allowed, by `clock.elapsed()`. */
  let down: { readonly failures: number; readonly error: AppError; readonly nextAt: number } | null = null;
  let isTrying = false;

  const pauseMs = (): number => (down ? Math.max(0, down.nextAt - clock.elapsed()) : 0);

  const check = (): void => {
    if (!down || (!isTrying && pauseMs() === 0)) return;
    const retryAt = clock.now() + Math.max(pauseMs(), 250);
    const { code, detail } = down.error;
    const reason = detail === '' ? message('service.unreachable-recently') : detail;
    throw new AppError(code, reason, { retryable: true, retryAt });
  };

  const learn = (hearing: ContactReport, isTry: boolean): void => {
    if (hearing === 'heard' && down) {
      down = null;
      for (const listen of [...upListeners]) listen();
    }
    // If several calls fail at once, only the first one is reported.
    if (!(hearing instanceof AppError) || (down && !isTry)) return;
    const wasUp = down === null;
    const failures = (down?.failures ?? 0) + 1;
    down = {
      failures,
      error: hearing,
      nextAt: clock.elapsed() + backoffMs(failures - 1, null, clock.now(), random.fraction),
    };
    if (wasUp) for (const listen of [...downListeners]) listen();
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
        const known = toTransportError(error);
        learn(isUnreachable(known.code) ? known : 'unknown', isTry);
        throw error;
      } finally {
        if (isTry) isTrying = false;
      }
    },
    downForMs: () => (down ? pauseMs() : null),
    onUp: (listen) => {
      upListeners.add(listen);
      return () => void upListeners.delete(listen);
    },
    onDown: (listen) => {
      downListeners.add(listen);
      return () => void downListeners.delete(listen);
    },
  };
}
