import type { UsageRow } from '../../../src-shared/api/protocol/endpoints.ts';
import type { ServiceClient } from '../service-client.ts';

/** Rows two pages share, because offsets shift while rows are added. */
const PAGE_OVERLAP = 20;
/** Maximum number of rows kept; older ones count as not read. */
export const MAX_USAGE_ROWS = 20_000;
/** Maximum number of pages that one refresh reads; if a gap remains, the older rows are dropped. */
const MAX_FRESH_PAGES = 10;

/** States of tasks that can still change, as the service names them. */
const OPEN = new Set(['queued', 'running']);

/** True if a row of the usage history can still change. */
export function isOpen({ status }: Pick<UsageRow, 'status'>): boolean {
  return OPEN.has(status);
}

/**
 * The usage history of the service as far as it was read, newest first, each task once. Sends one request at a time.
 */
export interface UsageReader {
  /** The rows read so far, newest first. */
  rows(): readonly UsageRow[];
  /** True if there are no older rows, or the maximum is reached. */
  isWhole(): boolean;
  /** When the newest rows were last read, epoch ms; null: not yet. */
  readAt(): number | null;
  /**
   * Reads the newest rows again, back to the last one that can have changed. Throws like the client and keeps all rows.
   */
  refresh(): Promise<void>;
  /**
   * Reads older rows until there are enough, no more, or the maximum number of pages was read. Sends no request if
   * enough rows are kept. Throws like the client.
   */
  readOn(isEnough: () => boolean, mostPages: number): Promise<void>;
}

/** How far a usage history was read. */
interface UsageReading {
  readonly isWhole: boolean;
  readonly readAt: number | null;
}

/** Stores a usage history between starts. */
export interface UsageCache {
  /** The stored rows, newest first. */
  read(): UsageReading & { readonly rows: readonly UsageRow[] };
  /** Stores new and changed rows; with `isNew` they replace all stored rows. */
  write(rows: readonly UsageRow[], reading: UsageReading & { readonly isNew: boolean }): void;
}

const NOTHING = { rows: [], isWhole: false, readAt: null } as const;

/** The reader of one service and key. Without a cache it is empty until it reads. */
export function createUsageReader(
  client: Pick<ServiceClient, 'getUsage'>,
  now: () => number,
  cache: UsageCache | null = null,
): UsageReader {
  const kept: ReturnType<UsageCache['read']> = cache?.read() ?? NOTHING;
  let { rows, isWhole, readAt } = kept;
  /** True if this reader read the newest rows: older ones are counted from there. */
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

/** The parts of a row that can change while its task runs. */
function isSame(row: UsageRow, known: UsageRow | undefined): boolean {
  return row.status === known?.status && row.credits_consumed === known.credits_consumed;
}
