import type { UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import type { ServiceClient } from '../service-client.ts';

/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
/** The most rows that are kept; older ones count as not read. */
export const MAX_USAGE_ROWS = 20_000;
/** The most pages one wish for the newest rows reads; a gap that stays lets the older rows go. */
const MAX_FRESH_PAGES = 10;

/** Words of the service for tasks that still change. */
const OPEN = new Set(['queued', 'running']);

/** Whether a row of the history may still change. */
export function isOpen({ status }: Pick<UsageRow, 'status'>): boolean {
  return OPEN.has(status);
}

/** The service's own history as far as it was read, newest first, each task once; one question is asked at a time. */
export interface UsageReader {
  /** The rows read so far, newest first. */
  rows(): readonly UsageRow[];
  /** Whether there are no older rows, or no more are kept. */
  isWhole(): boolean;
  /** When the newest rows were read last, epoch ms; null: not yet. */
  readAt(): number | null;
  /** Reads the newest rows again, as far back as one may have changed. Throws as the client does; what was read stays. */
  refresh(): Promise<void>;
  /**
   * Reads older rows until there are enough, or none, or that many pages were read; asks nothing where what is kept will
   * do. Throws as the client does.
   */
  readOn(isEnough: () => boolean, mostPages: number): Promise<void>;
}

/** How far a history was read; see `UsageBook`. */
interface UsageReading {
  readonly isWhole: boolean;
  readonly readAt: number | null;
}

/** Where a history is kept between starts. */
export interface UsageCache {
  /** What was read before, newest first. */
  read(): UsageReading & { readonly rows: readonly UsageRow[] };
  /** Keeps rows that are new or not what they were; `isNew`: in place of all there are. */
  write(rows: readonly UsageRow[], reading: UsageReading & { readonly isNew: boolean }): void;
}

const NOTHING = { rows: [], isWhole: false, readAt: null } as const;

/** A book of one service and key with what is kept of it; without a cache it is empty until it is asked to read. */
export function createUsageReader(
  client: Pick<ServiceClient, 'getUsage'>,
  now: () => number,
  cache: UsageCache | null = null,
): UsageReader {
  const kept: ReturnType<UsageCache['read']> = cache?.read() ?? NOTHING;
  let { rows, isWhole, readAt } = kept;
  /** Whether the newest rows were read by this book: older ones are counted from there. */
  let isCurrent = false;
  let last: Promise<unknown> = Promise.resolve();

  const inTurn = (run: () => Promise<void>): Promise<void> => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };

  const readNewest = async (): Promise<void> => {
    const known = new Map(rows.map((row) => [row.task_id, row]));
    const unsettled = new Set(rows.filter(isOpen).map(({ task_id: id }) => id));
    const fresh = new Map<string, UsageRow>();
    let meets = known.size === 0;
    let isEnd = false;
    for (let page = 0; page < MAX_FRESH_PAGES && !isEnd && (page === 0 || !meets || unsettled.size > 0); page++) {
      const before = fresh.size;
      for (const row of await client.getUsage(Math.max(0, before - PAGE_OVERLAP))) {
        fresh.set(row.task_id, row);
        unsettled.delete(row.task_id);
        meets ||= known.has(row.task_id);
      }
      isEnd = fresh.size === before;
    }
    const older = meets ? rows.filter(({ task_id: id }) => !fresh.has(id)) : [];
    rows = [...fresh.values(), ...older].slice(0, MAX_USAGE_ROWS);
    isWhole = isEnd || (meets && isWhole);
    readAt = now();
    isCurrent = true;
    const changed = [...fresh].flatMap(([id, row]) => (isSame(row, known.get(id)) ? [] : [row]));
    cache?.write(meets ? changed : [...fresh.values()], { isWhole, readAt, isNew: !meets });
  };

  const readOlder = async (): Promise<void> => {
    const known = new Set(rows.map(({ task_id: id }) => id));
    const page = await client.getUsage(Math.max(0, rows.length - PAGE_OVERLAP));
    const older = page.filter(({ task_id: id }) => !known.has(id));
    rows = [...rows, ...older];
    isWhole = older.length === 0 || rows.length >= MAX_USAGE_ROWS;
    cache?.write(older, { isWhole, readAt, isNew: false });
  };

  return {
    rows: () => rows,
    isWhole: () => isWhole,
    readAt: () => readAt,
    refresh: () => inTurn(readNewest),
    readOn: (isEnough, mostPages) =>
      inTurn(async () => {
        if (readAt === null || (!isCurrent && !isWhole && !isEnough())) await readNewest();
        for (let page = 0; page < mostPages && !isWhole && !isEnough(); page++) await readOlder();
      }),
  };
}

/** What of a row may change while its task goes on. */
function isSame(row: UsageRow, known: UsageRow | undefined): boolean {
  return row.status === known?.status && row.credits_consumed === known.credits_consumed;
}
