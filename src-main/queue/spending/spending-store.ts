import type { DatabaseSync } from 'node:sqlite';
import { formatCredits, ZERO_CREDITS, toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import type { SpendingRow } from '../../../src-shared/ipc/views/money-view.ts';

/** An order that costs credits, saved together with its intent; it is kept after its job is removed. */
export interface SpendingRecord {
  /** The intent's id: one row for each order, so that a found or adopted task is counted once. */
  readonly id: string;
  readonly jobId: string;
  readonly step: number;
  readonly name: string;
  readonly recipe: string;
  /** Id of the folder the source came from; null: added by the user. */
  readonly origin: string | null;
  readonly operation: string;
  readonly serviceId: string;
  readonly serviceKind: 'local' | 'cloud';
  readonly priceKey: string;
  /** Local day whose budget it counts in: the day it was last sent. */
  readonly day: string;
  /** Epoch ms. */
  readonly at: number;
  /** Null: unknown. */
  readonly estimate: Credits | null;
}

/** The charge or refund of an order. */
export type SpendingEnd =
  | { readonly kind: 'charged'; readonly charged: Credits }
  /** The task failed and was not charged; the refund is null if the price is unknown. */
  | { readonly kind: 'back'; readonly back: Credits | null }
  /** It ended, and the service did not report its charge. */
  | { readonly kind: 'unknown' };

/** An order and its outcome; null: it is open. */
interface KnownSpending extends SpendingRecord {
  readonly end: SpendingEnd | null;
}

/** An order that may still be charged. */
interface OpenSpending extends SpendingRecord {
  /** True if it is its step's current order; otherwise its intent was given up, or its task ended without a reported charge. */
  readonly isLive: boolean;
}

/** Sums of ended orders, of one kind of service, recipe and folder. */
interface SpentSum {
  readonly serviceKind: SpendingRecord['serviceKind'];
  readonly recipe: string;
  readonly origin: string | null;
  readonly charged: Credits;
  readonly back: Credits;
}

/** The recorded facts of the order that a task of the service came from; free orders have no name. */
export interface TaskOrder {
  readonly jobId: string;
  readonly name: string | null;
  readonly recipe: string | null;
  readonly origin: string | null;
  readonly estimate: Credits | null;
}

/** Our own spending on disk; every call is durable when it returns. Amounts and sums are whole hundredths. */
export interface SpendingStore {
  add(spending: SpendingRecord): void;
  find(id: string): KnownSpending | null;
  /** Records the end of an order; a later call replaces an earlier one. */
  end(id: string, end: SpendingEnd, at: number): void;
  /** The order is reserved again: it counts in the budget of that day, with the price of that time. */
  renew(id: string, reserved: Pick<SpendingRecord, 'day' | 'at' | 'estimate'>): void;
  /** The task of the order belongs to another job from now on. */
  reassign(id: string, jobId: string, step: number): void;
  /** Ended orders of a day and all later ones. */
  sumsSince(day: string): SpentSum[];
  /** Orders that may still be charged, of a day and all later ones: in progress, unconfirmed, or ended without a reported charge. */
  openSince(day: string): OpenSpending[];
  /** Tasks of a service whose charge is not recorded, with their intents. */
  listOpenTasks(serviceId: string): { intentId: string; taskId: string }[];
  /** Charges of the latest orders of a price key, newest first. */
  lastCharges(priceKey: string, most: number): Credits[];
  /** The service of a kind that was used last; null: none was. */
  lastService(kind: SpendingRecord['serviceKind']): string | null;
  /** Spending by day at a kind of service, latest first. */
  days(
    kind: SpendingRecord['serviceKind'],
    most: number,
  ): { day: string; charged: Credits; back: Credits; jobs: number }[];
  /** Spending by recipe at a kind of service since a time, highest first. */
  recipes(kind: SpendingRecord['serviceKind'], since: number): { recipe: string; charged: Credits; jobs: number }[];
  /** Orders at a kind of service, newest first; those of the same millisecond are never split. `since`: epoch ms of the oldest. */
  history(kind: SpendingRecord['serviceKind'], before: number | null, limit: number, since?: number): SpendingRow[];
  /** The orders of tasks by task id; tasks without an order are left out. */
  ordersOf(taskIds: readonly string[]): Map<string, TaskOrder>;
}

const ALIVE = `('sending', 'bound', 'ambiguous', 'abandoned')`;
/** Intents that may have been charged, or whose order ended. */
const MATTERS = `(s.ended is not null or i.state in ${ALIVE})`;
const IS_OPEN = `(s.ended = 'unknown' or (s.ended is null and i.state in ${ALIVE}))`;

/** Creates the spending table, in the same database as the intents. */
export function createSpendingStore(database: DatabaseSync): SpendingStore {
  const insert = database.prepare(
    `insert into spendings (intent_id, job_id, step, name, recipe, origin, operation, service_id, service_kind, price_key,
       day, at, estimate) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (intent_id) do nothing`,
  );
  const byId = database.prepare('select * from spendings where intent_id = ?');
  const end = database.prepare(
    'update spendings set ended = ?, charged = ?, back = ?, ended_at = ? where intent_id = ?',
  );
  const renew = database.prepare(
    `update spendings set day = ?1, at = iif(day <> ?1, ?2, at), estimate = ?3
     where intent_id = ?4 and (day <> ?1 or estimate is not ?3)`,
  );
  const reassign = database.prepare('update spendings set job_id = ?, step = ? where intent_id = ?');
  const sums = database.prepare(
    `select service_kind, recipe, origin, coalesce(sum(charged), 0) as charged, coalesce(sum(back), 0) as back
     from spendings where day >= ? and ended in ('charged', 'back') group by service_kind, recipe, origin`,
  );
  const open = database.prepare(
    `select s.*, i.state from spendings s left join intents i on i.id = s.intent_id where s.day >= ? and ${IS_OPEN}`,
  );
  const openTasks = database.prepare(
    `select s.intent_id, i.task_id from spendings s join intents i on i.id = s.intent_id
     where s.ended is null and i.service_id = ? and i.state in ('bound', 'abandoned') and i.task_id is not null`,
  );
  const charges = database.prepare(
    `select charged from spendings where price_key = ? and ended = 'charged'
     order by ended_at desc limit ?`,
  );
  const service = database.prepare('select service_id from spendings where service_kind = ? order by at desc limit 1');
  const days = database.prepare(
    `select day, coalesce(sum(charged), 0) as charged, coalesce(sum(back), 0) as back, count(distinct job_id) as jobs
     from spendings where service_kind = ? and ended in ('charged', 'back') group by day order by day desc limit ?`,
  );
  const recipes = database.prepare(
    `select recipe, coalesce(sum(charged), 0) as charged, count(distinct job_id) as jobs
     from spendings where service_kind = ? and ended in ('charged', 'back') and at >= ? group by recipe order by charged desc, recipe`,
  );
  const history = database.prepare(
    `select s.*, i.task_id, i.state from spendings s left join intents i on i.id = s.intent_id
     where s.service_kind = ? and s.at < ? and s.at >= ? and ${MATTERS} order by s.at desc, s.rowid desc limit ?`,
  );
  const orders = database.prepare(
    `select told.value as task_id, i.job_id, s.name, s.recipe, s.origin, s.estimate from json_each(?) as told
     join intents i on i.task_id in (told.value, lower(told.value), upper(told.value)) left join spendings s on s.intent_id = i.id`,
  );

  return {
    add: (row) =>
      void insert.run(
        ...[row.id, row.jobId, row.step, row.name, row.recipe, row.origin, row.operation, row.serviceId],
        ...[row.serviceKind, row.priceKey, row.day, row.at, row.estimate],
      ),
    find: (id) => {
      const row = byId.get(id);
      return row ? { ...toSpending(row), end: toEnd(row) } : null;
    },
    end: (id, told, at) => {
      const charged = told.kind === 'charged' ? told.charged : told.kind === 'back' ? ZERO_CREDITS : null;
      end.run(told.kind, charged, told.kind === 'back' ? told.back : null, at, id);
    },
    renew: (id, { day, at, estimate }) => void renew.run(day, at, estimate, id),
    reassign: (id, jobId, step) => void reassign.run(jobId, step, id),
    sumsSince: (day) => sums.all(day).map((row) => ({ ...toPlace(row), ...toSums(row) })),
    openSince: (day) =>
      open.all(day).map((row) => ({
        ...toSpending(row),
        isLive: row['ended'] === null && row['state'] !== 'abandoned',
      })),
    listOpenTasks: (serviceId) =>
      openTasks.all(serviceId).map((row) => ({
        intentId: row['intent_id'] as string,
        taskId: row['task_id'] as string,
      })),
    lastCharges: (priceKey, most) => charges.all(priceKey, most).map((row) => toCredits(Number(row['charged']))),
    lastService: (kind) => (service.get(kind)?.['service_id'] as string | undefined) ?? null,
    days: (kind, most) =>
      days.all(kind, most).map((row) => ({ day: row['day'] as string, ...toSums(row), jobs: Number(row['jobs']) })),
    recipes: (kind, since) =>
      recipes.all(kind, since).map((row) => {
        const { charged } = toSums(row);
        return { recipe: row['recipe'] as string, charged, jobs: Number(row['jobs']) };
      }),
    history: (kind, before, limit, since = Number.MIN_SAFE_INTEGER) => {
      const end = before ?? Number.MAX_SAFE_INTEGER;
      const rows = history.all(kind, end, since, limit);
      const last = rows.at(-1)?.['at'];
      if (rows.length < limit || last === undefined) return rows.map(toView);
      // All rows of the last millisecond are included, so that the next page can begin before it.
      const whole = rows.filter((row) => row['at'] !== last);
      return [...whole, ...history.all(kind, Number(last) + 1, Number(last), -1)].map(toView);
    },
    ordersOf: (taskIds) =>
      new Map(
        orders.all(JSON.stringify(taskIds)).map((row) => [
          row['task_id'] as string,
          {
            jobId: row['job_id'] as string,
            name: row['name'] as string | null,
            recipe: row['recipe'] as string | null,
            origin: row['origin'] as string | null,
            estimate: toAmount(row['estimate']),
          },
        ]),
      ),
  };
}

type Row = Record<string, unknown>;

function toAmount(value: unknown): Credits | null {
  return value === null ? null : toCredits(Number(value));
}

function toPlace(row: Row): Pick<SpentSum, 'serviceKind' | 'recipe' | 'origin'> {
  return {
    serviceKind: row['service_kind'] as SpentSum['serviceKind'],
    recipe: row['recipe'] as string,
    origin: row['origin'] as string | null,
  };
}

function toSums(row: Row): Pick<SpentSum, 'charged' | 'back'> {
  return { charged: toCredits(Number(row['charged'])), back: toCredits(Number(row['back'] ?? 0)) };
}

function toSpending(row: Row): SpendingRecord {
  return {
    id: row['intent_id'] as string,
    jobId: row['job_id'] as string,
    step: row['step'] as number,
    name: row['name'] as string,
    ...toPlace(row),
    operation: row['operation'] as string,
    serviceId: row['service_id'] as string,
    priceKey: row['price_key'] as string,
    day: row['day'] as string,
    at: row['at'] as number,
    estimate: toAmount(row['estimate']),
  };
}

function toView(row: Row): SpendingRow {
  const { at, jobId, name, recipe, step, operation, serviceKind, estimate } = toSpending(row);
  const [charged, back] = [toAmount(row['charged']), toAmount(row['back'])];
  return {
    ...{ at, jobId, name, recipe, step, operation, serviceKind },
    taskId: (row['task_id'] ?? null) as string | null,
    estimate: toDecimal(estimate),
    charged: toDecimal(charged),
    back: toDecimal(back),
    state: stateOf(row),
  };
}

function stateOf(row: Row): SpendingRow['state'] {
  const end = toEnd(row);
  if (end) return end.kind;
  return row['state'] === 'ambiguous' || row['state'] === 'abandoned' ? 'unknown' : 'held';
}

function toEnd(row: Row): SpendingEnd | null {
  switch (row['ended']) {
    case 'charged':
      return { kind: 'charged', charged: toCredits(Number(row['charged'])) };
    case 'back':
      return { kind: 'back', back: toAmount(row['back']) };
    case 'unknown':
      return { kind: 'unknown' };
    default:
      return null;
  }
}

function toDecimal(amount: Credits | null): string | null {
  return amount === null ? null : formatCredits(amount);
}
