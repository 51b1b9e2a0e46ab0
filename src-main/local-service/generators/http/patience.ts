import { setTimeout as sleep } from 'node:timers/promises';
import { busyTooLong } from '../generator-faults.ts';
import type { GeneratorServer } from './generator-server.ts';
import { ServerAway, ServerBusy } from './server-errors.ts';
import { serverStopped } from './to-server-fault.ts';

/** How a server is queried. */
export interface Pace {
  readonly pollMs: number;
  /** A server that does not respond for this long has stopped. */
  readonly patienceMs: number;
  /** A server that responds for this long that it has too many requests stays busy. Absent: `patienceMs`. */
  readonly busyMs?: number;
  /** True while the server cannot respond because of work that it has: it is waited for longer. Absent: it always can. */
  readonly isBlocked?: () => boolean;
}

/** Queries of a server that may be away for a while, such as while it restarts. */
export interface PatientQueries {
  /** Result of a query, which is repeated while the server is away or busy. Throws `serverStopped` and `busyTooLong`. */
  ask<T>(query: () => Promise<T>): Promise<T>;
  /** Pauses until the next query. */
  pause(): Promise<void>;
  /** True while the server cannot respond because of work that it has. */
  isBlocked(): boolean;
  /** True once after the server could not be connected to, which a restart explains. */
  takeAbsence(): boolean;
}

/**
 * Runs the first query of a task. After a restart of this service the server may be starting, too, and is waited for, and
 * so is one that is blocked; for a new task the user learns at once that it does not run.
 */
export function askFirst<T>(queries: PatientQueries, handle: unknown, query: () => Promise<T>): Promise<T> {
  return handle === undefined && !queries.isBlocked() ? query() : queries.ask(query);
}

/** Longest pause of a client whose requests are too many (part 8), unless the server asks for another one. */
const MAX_BACKOFF_MS = 32_000;

/** Starts the queries of one task. */
export function createPatientQueries(
  { name }: Pick<GeneratorServer, 'name'>,
  { pollMs, patienceMs, busyMs = patienceMs, isBlocked = () => false }: Pace,
  signal: AbortSignal,
): PatientQueries {
  let wasAbsent = false;
  const pause = (): Promise<void> => sleep(pollMs, undefined, { signal });

  async function ask<T>(query: () => Promise<T>): Promise<T> {
    const since = performance.now();
    let deadline = since + patienceMs;
    let backoffMs = pollMs;
    for (;;) {
      signal.throwIfAborted();
      const wasBlocked = isBlocked();
      try {
        return await query();
      } catch (error) {
        if (!(error instanceof ServerAway)) throw error;
        wasAbsent ||= error.isRefused;
        if (error instanceof ServerBusy) {
          if (performance.now() - since > busyMs) throw busyTooLong(name, busyMs);
          await sleep(Math.max(pollMs, error.retryAfterMs ?? backoffMs), undefined, { signal });
          backoffMs = Math.min(2 * backoffMs, MAX_BACKOFF_MS);
          deadline = performance.now() + patienceMs;
          continue;
        }
        if (wasBlocked || isBlocked()) deadline = performance.now() + patienceMs;
        else if (performance.now() > deadline) throw serverStopped(name);
        await pause();
      }
    }
  }

  return {
    ask,
    pause,
    isBlocked,
    takeAbsence() {
      const was = wasAbsent;
      wasAbsent = false;
      return was;
    },
  };
}
