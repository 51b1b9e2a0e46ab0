import { CATEGORY_NAMES, type Category } from '../../../../src-shared/api/models/categories.ts';
import { toCredits, type Credits } from '../../../../src-shared/api/pricing/credits.ts';
import { toWireText } from '../../../../src-shared/api/messages/service-message.ts';
import { toFailure } from '../../operations/to-failure.ts';
import type { Postgres, Sql } from '../../storage/postgres/postgres.ts';
import { admitTasks, type Concurrency } from '../admit-tasks.ts';
import {
  ADD_POOLS,
  END_TASK,
  FIND_CATEGORIES,
  FIND_KEYS,
  FIND_POOLS,
  FIND_REFS,
  FIND_TURNS,
  INSERT_TASKS,
  LOCK_ACCOUNT,
  LOCK_LATE,
  NOTIFY,
  PASS_TURN,
  SET_PROGRESS,
  START_TASK,
} from './postgres-statements.ts';
import { createKeyCheck, type KeyState } from './key-rules.ts';
import type { KeyTask } from './key-task.ts';
import type { JobClaim, JobClass, TaskJobs } from './task-jobs.ts';
import type { TaskFailure, TaskResult } from '../task-record.ts';
import { waitedTooLong } from '../task-refusals.ts';
import { toPosition } from './task-turn.ts';

/** Result of a creation: the id of its task, which may be an earlier one of the same `clientRef`, or a refusal. */
type Creation = string | Error;

/** Progress of an attempt, 0 to 1. */
interface Progress {
  readonly taskId: string;
  readonly attempt: number;
  readonly progress: number;
}

/** The transitions of a studio's tasks, each one transaction of the task, its credits, its job and its events. */
export interface PostgresLifecycle {
  /** Creates tasks in their order, in one transaction. */
  createAll(tasks: readonly KeyTask[]): Promise<Creation[]>;
  /**
   * queued, or running in an earlier attempt → running; resolves with the time since its creation in ms, or with null if
   * the task has ended or a later attempt runs.
   */
  start(claim: JobClaim): Promise<number | null>;
  /** Success and payment; false, with nothing changed, if the claim is lost. */
  succeed(claim: JobClaim, result: TaskResult): Promise<boolean>;
  /** Failure and refund; false, with nothing changed, if the claim is lost. */
  fail(claim: JobClaim, failure: TaskFailure): Promise<boolean>;
  /** Cancellation and refund; false if the task has already ended or does not exist. */
  cancel(taskId: string): Promise<boolean>;
  /** Fails and refunds the tasks that no worker has begun for so long; several processes share them. */
  endLate(waitedSeconds: number): Promise<void>;
  /** Categories that have unfinished tasks, and so may have waiting ones. */
  findCategories(): Promise<Category[]>;
  /** Writes the progress of running attempts. */
  report(progress: readonly Progress[]): Promise<void>;
}

/** Where processes hear of waiting jobs (a category), of cancelled tasks (an id) and of written events. */
export const CHANNELS = {
  jobs: 'dropforge_jobs',
  cancelled: 'dropforge_cancelled',
  events: 'dropforge_events',
} as const;

/** Listeners of the account, called inside the transaction. */
export interface AccountListener {
  balanceChanged(sql: Sql, balance: Credits): Promise<void>;
}

/** A claim that was lost: what its transaction wrote is undone. */
class RollbackLostClaim extends Error {}

type PoolRow = [category: Category, taken: number, turn: number];
type TurnRow = [keyId: string, category: Category, priority: number, turn: number];
type KeyRow = [
  id: string,
  mayCreate: boolean,
  operations: string[] | null,
  dayBudget: number | null,
  monthBudget: number | null,
  spentToday: number,
  spentThisMonth: number,
];
const NO_REFS = { rows: [] };

type End = readonly [status: string, result: TaskResult | null, failure: TaskFailure | null];

/** Opens the transitions over a database and its queue. */
export async function openPostgresLifecycle(
  postgres: Postgres,
  jobs: TaskJobs,
  listener: AccountListener,
  concurrency?: Concurrency,
): Promise<PostgresLifecycle> {
  await postgres.query(ADD_POOLS, CATEGORY_NAMES);

  async function createAll(tasks: readonly KeyTask[]): Promise<Creation[]> {
    const keys = [...new Set(tasks.map(({ keyId }) => keyId))];
    const categories = [...new Set(tasks.map(({ category }) => category))];
    const classes = [...new Map(tasks.map((task) => [toClassKey(task), task])).values()];
    const refs = tasks.flatMap(({ clientRef }) => clientRef ?? []);
    return postgres.transaction(async (sql) => {
      // The lock of the account holds back all other creations and ends. Statements of a connection run in their order, so
      // that those behind it read what was committed before.
      const [account, pools, turns, firstTurns, known, rules] = await Promise.all([
        sql.query<[balance: number, frozen: number]>(LOCK_ACCOUNT),
        sql.query<PoolRow>(FIND_POOLS, categories),
        sql.query<TurnRow>(FIND_TURNS, keys, categories),
        jobs.findFirstTurns(sql, classes),
        refs.length === 0 ? NO_REFS : sql.query<[keyId: string, ref: string, id: string]>(FIND_REFS, keys, refs),
        sql.query<KeyRow>(FIND_KEYS, keys),
      ]);
      const [balance = 0, frozen = 0] = account.rows[0] ?? [];
      const taskOf = new Map(known.rows.map(([keyId, ref, id]) => [`${keyId} ${ref}`, id]));
      const isNew = tasks.map((task) => {
        const ref = refKey(task);
        if (ref === null) return true;
        if (taskOf.has(ref)) return false;
        taskOf.set(ref, task.id);
        return true;
      });
      const created = tasks.filter((_, index) => isNew[index]);
      const taken = new Map(pools.rows.map(([category, count]) => [category, count]));
      const { refusals } = admitTasks(
        created,
        {
          balance: toCredits(balance),
          takenOf: (category) => taken.get(category) ?? 0,
          rules: createKeyCheck(new Map(rules.rows.map(toKeyState))),
        },
        concurrency,
      );
      const accepted = created.filter((_, index) => refusals[index] === null);
      if (accepted.length > 0) {
        const waiting = new Map(classes.map((each, index) => [toClassKey(each), firstTurns[index] ?? null]));
        await insert(sql, accepted, { balance, frozen, pools: pools.rows, turns: turns.rows, waiting });
      }
      const refusalOf = new Map(created.map(({ id }, index) => [id, refusals[index] ?? null]));
      return tasks.map((task) => {
        const first = taskOf.get(refKey(task) ?? '') ?? task.id;
        return refusalOf.get(first) ?? first;
      });
    });
  }

  async function insert(
    sql: Sql,
    tasks: readonly KeyTask[],
    state: {
      balance: number;
      frozen: number;
      pools: readonly PoolRow[];
      turns: readonly TurnRow[];
      waiting: ReadonlyMap<string, number | null>;
    },
  ): Promise<void> {
    let { balance, frozen } = state;
    const started = new Map(state.pools.map(([category, , turn]) => [category, turn]));
    const turns = new Map(
      state.turns.map(([keyId, category, priority, turn]) => [`${keyId} ${toClassKey({ category, priority })}`, turn]),
    );
    /** The last turn that is over for the keys without waiting tasks. */
    const findPassed = (task: KeyTask): number => {
      const first = state.waiting.get(toClassKey(task)) ?? null;
      return first === null ? (started.get(task.category) ?? 0) : first - 1;
    };
    const rows = tasks.map((task) => {
      const { id, keyId, type, category, price, priority, route, clientRef, texts } = task;
      balance -= price;
      frozen += price;
      const turnKey = `${keyId} ${toClassKey(task)}`;
      const turn = Math.max(turns.get(turnKey) ?? 0, findPassed(task)) + 1;
      turns.set(turnKey, turn);
      const position = toPosition(priority, turn);
      const place = { turn, position, route };
      return { ...texts, ...place, id, keyId, type, category, priority, price, clientRef, balance, frozen };
    });
    const used = [...new Set(tasks.map(({ category }) => category))];
    await Promise.all([
      sql.query(INSERT_TASKS, JSON.stringify(rows)),
      ...used.flatMap((category) => [
        jobs.add(
          sql,
          category,
          rows.filter((row) => row.category === category),
        ),
        sql.query(NOTIFY, CHANNELS.jobs, category),
      ]),
    ]);
    if (rows.some(({ price }) => price > 0)) await listener.balanceChanged(sql, toCredits(balance));
  }

  /** Ends a task if it is unfinished, and in that attempt if one is given; null: it is not. */
  async function end(sql: Sql, taskId: string, attempt: number | null, [status, result, failure]: End) {
    const { rows } = await sql.query<[category: Category, price: number, balance: number, events: number]>(
      END_TASK,
      ...[taskId, attempt, status, result && JSON.stringify(result)],
      ...[failure?.code ?? null, failure && toWireText(failure.message).replaceAll('\0', '')],
      failure && typeof failure.message !== 'string' ? JSON.stringify(failure.message) : null,
    );
    const [row] = rows;
    if (!row) return null;
    const [category, price, balance, events] = row;
    if (events > 0) await sql.query(NOTIFY, CHANNELS.events, taskId);
    if (status !== 'success' && price > 0) await listener.balanceChanged(sql, toCredits(balance));
    return category;
  }

  async function finish(claim: JobClaim, ended: End): Promise<boolean> {
    try {
      await postgres.transaction(async (sql) => {
        const [category, isFinished] = await Promise.all([
          end(sql, claim.taskId, claim.isExhausted ? null : claim.attempt, ended),
          jobs.finish(sql, claim),
        ]);
        // The end of an exhausted task is the same whichever worker writes it.
        if (category === null || (!isFinished && !claim.isExhausted)) throw new RollbackLostClaim();
      });
      return true;
    } catch (error) {
      if (error instanceof RollbackLostClaim) return false;
      throw error;
    }
  }

  /** Ends a task whatever is done with it; false if it has ended already. */
  async function takeAway(sql: Sql, taskId: string, ended: End): Promise<boolean> {
    const category = await end(sql, taskId, null, ended);
    if (category === null) return false;
    await jobs.cancel(sql, category, taskId);
    await sql.query(NOTIFY, CHANNELS.cancelled, taskId);
    return true;
  }

  /** False if there is none. One task for each transaction: the account is locked until it ends. */
  function endNextLate(waitedSeconds: number): Promise<boolean> {
    return postgres.transaction(async (sql) => {
      const { rows } = await sql.query<[id: string]>(LOCK_LATE, waitedSeconds);
      const id = rows[0]?.[0];
      const failure = toFailure(waitedTooLong());
      return id !== undefined && (await takeAway(sql, id, ['failed', null, failure]));
    });
  }

  return {
    createAll,
    async start({ taskId, attempt, category, turn }) {
      const [{ rows }] = await Promise.all([
        postgres.query<[ageMs: number]>(START_TASK, taskId, attempt),
        postgres.query(PASS_TURN, category, turn),
      ]);
      return rows[0]?.[0] ?? null;
    },
    succeed: (claim, result) => finish(claim, ['success', result, null]),
    fail: (claim, failure) => finish(claim, ['failed', null, failure]),
    cancel: (taskId) => postgres.transaction((sql) => takeAway(sql, taskId, ['cancelled', null, null])),
    async endLate(waitedSeconds) {
      while (await endNextLate(waitedSeconds));
    },
    async findCategories() {
      const { rows } = await postgres.query<[category: Category]>(FIND_CATEGORIES);
      // A later version may have more of them.
      return rows.flatMap(([category]) => (CATEGORY_NAMES.includes(category) ? [category] : []));
    },
    report: async (progress) => void (await postgres.query(SET_PROGRESS, JSON.stringify(progress))),
  };
}

function toKeyState([id, mayCreate, operations, day, month, today, thisMonth]: KeyRow): [string, KeyState] {
  const state = {
    ...{ mayCreate, operations },
    dayBudget: day === null ? null : toCredits(day),
    monthBudget: month === null ? null : toCredits(month),
    spentToday: toCredits(today),
    spentThisMonth: toCredits(thisMonth),
  };
  return [id, state];
}

function toClassKey({ category, priority }: JobClass): string {
  return `${category} ${priority}`;
}

function refKey({ keyId, clientRef }: KeyTask): string | null {
  return clientRef === null ? null : `${keyId} ${clientRef}`;
}
