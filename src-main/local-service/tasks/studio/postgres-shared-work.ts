import { setTimeout as sleep } from 'node:timers/promises';
import { parseHandle } from '../../generators/task-folder.ts';
import type { Postgres } from '../../storage/postgres/postgres.ts';
import type { ConfirmName, SharedWork } from '../../workers/work-queue.ts';
import { KEEP_HANDLE, LOCK_NAME, READ_HANDLE, WAIT_LONGER } from './postgres-statements.ts';
import type { JobClaim } from './task-jobs.ts';
import { ClaimLost } from './task-runs.ts';

/** What the workers of a studio share about the task of a claim, until the attempt is stopped. */
export type ShareWork = (claim: JobClaim, isStopped: () => boolean) => SharedWork;

/** Pause before the database is asked again: it was out of reach, or another process had the name. */
const RETRY_MS = 200;

/** An outage of the database that lasts longer fails the task. */
const OUTAGE_MS = 60_000;

/** The lock of a name may have ended. */
class NameLost extends Error {}

/** Shares handles in the rows of their tasks, and names by advisory locks, which end with their connection. */
export function createPostgresSharedWork(postgres: Postgres): ShareWork {
  /**
   * Begins some work if no other process has the name; null: one has. Rejects if the database is out of reach before the work
   * begins; later its lock may be lost, and the work counts all the same unless it confirms the name.
   */
  async function tryAlone<T>(
    name: string,
    work: (confirm: ConfirmName) => Promise<T>,
  ): Promise<readonly [Promise<T>] | null> {
    let begun: Promise<T> | null = null;
    try {
      await postgres.transaction(async (sql) => {
        const { rows } = await sql.query<[isLocked: boolean]>(LOCK_NAME, name);
        if (rows[0]?.[0] !== true) return;
        const confirm: ConfirmName = async () => {
          try {
            await sql.query(WAIT_LONGER);
          } catch (error) {
            throw new NameLost('The lock may have ended.', { cause: error });
          }
        };
        await confirm();
        begun = work(confirm);
        await begun;
      });
    } catch (error) {
      if (!begun) throw error;
    }
    return begun && [begun];
  }

  return ({ taskId, attempt }, isStopped) => {
    /** Repeats a call while the database is out of reach; the end of the attempt may still be written. */
    async function outlast<T>(call: () => Promise<T>): Promise<T> {
      const until = performance.now() + OUTAGE_MS;
      for (;;) {
        try {
          return await call();
        } catch (error) {
          if (isStopped() || performance.now() > until) throw error;
          await sleep(RETRY_MS);
        }
      }
    }

    return {
      async readHandle() {
        const { rows } = await outlast(() => postgres.query<[handle: string | null]>(READ_HANDLE, taskId));
        const handle = rows[0]?.[0] ?? null;
        return handle === null ? undefined : parseHandle(handle);
      },
      async keepHandle(handle) {
        const { count } = await outlast(() => postgres.query(KEEP_HANDLE, taskId, attempt, JSON.stringify(handle)));
        if (count !== 1) throw new ClaimLost();
      },
      async alone(name, signal, work) {
        for (;;) {
          const begun = await outlast(() => tryAlone(name, work));
          try {
            if (begun) return await begun[0];
          } catch (error) {
            if (!(error instanceof NameLost)) throw error;
          }
          await sleep(RETRY_MS, undefined, { signal });
        }
      },
    };
  };
}
