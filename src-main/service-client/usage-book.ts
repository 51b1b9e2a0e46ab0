import type { UsageRow } from '../../src-shared/api/endpoints.ts';
import type { ServiceClient } from './service-client.ts';

/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
/** The most rows that are kept; older ones count as not read. */
const MOST_ROWS = 20_000;
/** The most pages one wish for the newest rows reads; a gap that stays lets the older rows go. */
const MOST_FRESH_PAGES = 10;

/** Words of the service for tasks that still change. */
const OPEN = new Set(['queued', 'running']);

/** Whether a row of the history may still change. */
export function isOpen({ status }: Pick<UsageRow, 'status'>): boolean {
  return OPEN.has(status);
}

/** The service's own history as far as it was read, newest first, each task once; one question is asked at a time. */
export interface UsageBook {
  rows(): readonly UsageRow[];
  /** Whether there are no older rows, or no more are kept. */
  isWhole(): boolean;
  /** When the newest rows were read last, epoch ms; null: not yet. */
  readAt(): number | null;
  /** Reads the newest rows again, as far back as one may have changed. Throws as the client does; what was read stays. */
  refresh(): Promise<void>;
  /** Reads older rows until there are enough, or none, or that many pages were read. Throws as the client does. */
  readOn(isEnough: () => boolean, mostPages: number): Promise<void>;
}

/** A book of one service and key, empty until it is asked to read. */
export function createUsageBook(client: Pick<ServiceClient, 'getUsage'>, now: () => number): UsageBook {
  let rows: readonly UsageRow[] = [];
  let isWhole = false;
  let readAt: number | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };

  const readNewest = async (): Promise<void> => {
    const known = new Set(rows.map(({ task_id: id }) => id));
    const unsettled = new Set(rows.filter(isOpen).map(({ task_id: id }) => id));
    const fresh = new Map<string, UsageRow>();
    let meets = known.size === 0;
    let isEnd = false;
    for (let page = 0; page < MOST_FRESH_PAGES && !isEnd && (page === 0 || !meets || unsettled.size > 0); page++) {
      const before = fresh.size;
      for (const row of await client.getUsage(Math.max(0, before - PAGE_OVERLAP))) {
        fresh.set(row.task_id, row);
        unsettled.delete(row.task_id);
        meets ||= known.has(row.task_id);
      }
      isEnd = fresh.size === before;
    }
    const older = meets ? rows.filter(({ task_id: id }) => !fresh.has(id)) : [];
    rows = [...fresh.values(), ...older].slice(0, MOST_ROWS);
    isWhole = isEnd || (meets && isWhole);
    readAt = now();
  };

  const readOlder = async (): Promise<void> => {
    const known = new Set(rows.map(({ task_id: id }) => id));
    const page = await client.getUsage(Math.max(0, rows.length - PAGE_OVERLAP));
    const older = page.filter(({ task_id: id }) => !known.has(id));
    rows = [...rows, ...older];
    isWhole = older.length === 0 || rows.length >= MOST_ROWS;
  };

  return {
    rows: () => rows,
    isWhole: () => isWhole,
    readAt: () => readAt,
    refresh: () => inTurn(readNewest),
    readOn: (isEnough, mostPages) =>
      inTurn(async () => {
        if (readAt === null) await readNewest();
        for (let page = 0; page < mostPages && !isWhole && !isEnough(); page++) await readOlder();
      }),
  };
}
