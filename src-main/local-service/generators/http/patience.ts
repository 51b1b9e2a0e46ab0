import { setTimeout as sleep } from 'node:timers/promises';
import type { GeneratorServer } from './generator-server.ts';
import { ServerAway } from './server-errors.ts';
import { serverStopped } from './to-server-fault.ts';

/** How a server is queried. */
export interface Pace {
  readonly pollMs: number;
  /** A server that does not respond for this long has stopped. */
  readonly patienceMs: number;
  /** True while the server cannot respond because of work that it has: it is waited for longer. Absent: it always can. */
  readonly isBlocked?: () => boolean;
}

/** Queries of a server that may be away for a while, such as while it restarts. */
export interface PatientQueries {
  /** Result of a query, which is repeated while the server is away. Throws `serverStopped`. */
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

/** Starts the queries of one task. */
export function createPatientQueries(
  { name }: Pick<GeneratorServer, 'name'>,
  { pollMs, patienceMs, isBlocked = () => false }: Pace,
  signal: AbortSignal,
): PatientQueries {
  let wasAbsent = false;
  const pause = (): Promise<void> => sleep(pollMs, undefined, { signal });

  async function ask<T>(query: () => Promise<T>): Promise<T> {
    let deadline = performance.now() + patienceMs;
    for (;;) {
      signal.throwIfAborted();
      const wasBlocked = isBlocked();
      try {
        return await query();
      } catch (error) {
        if (!(error instanceof ServerAway)) throw error;
        wasAbsent ||= error.isRefused;
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
