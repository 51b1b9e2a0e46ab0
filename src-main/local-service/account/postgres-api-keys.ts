import { randomBytes } from 'node:crypto';
import { toCredits, type Credits } from '../../../src-shared/api/pricing/credits.ts';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import type { KeyRules, KeyState } from '../tasks/studio/key-rules.ts';
import type { ApiKeys } from './api-keys.ts';
import { digestSecret } from './digest-secret.ts';

const FIND = statement('find-key', 'SELECT id, name, is_admin FROM api_keys WHERE hash = $1 AND revoked_at IS NULL');
const LIST = statement(
  'list-keys',
  `SELECT id, name, project, ending, created_at, is_admin, may_create, operations, day_budget, month_budget,
     coalesce(sum(credits) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0)::bigint,
     coalesce(sum(credits), 0)::bigint
   FROM api_keys LEFT JOIN key_spending
     ON key_id = id AND day >= date_trunc('month', now() AT TIME ZONE 'UTC')::date
   WHERE revoked_at IS NULL GROUP BY id ORDER BY created_at, id`,
);
const ADD = statement(
  'add-key',
  `INSERT INTO api_keys (id, name, project, hash, ending, is_admin, may_create, operations, day_budget, month_budget)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);
const SET_BUDGETS = statement(
  'set-key-budgets',
  'UPDATE api_keys SET day_budget = $2, month_budget = $3 WHERE id = $1 AND revoked_at IS NULL',
);
const REVOKE = statement('revoke-key', 'UPDATE api_keys SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL');

/** A key that was found is valid for this long without another look: a revocation takes effect within it. */
const KNOWN_MS = 5_000;

/** Number of keys that are remembered; more of them are forgotten together. */
const MAX_KNOWN = 10_000;

const ENDING = 4;

/** A new key of a studio: whose it is, and what it may do. */
export interface NewStudioKey extends KeyRules {
  readonly name: string;
  /** What its tasks are for, for ever: usage is summed by it. Absent: no project. */
  readonly project?: string;
  /** True if it opens the console. */
  readonly isAdmin?: boolean;
}

/** A key of a studio as its console lists it. */
export interface StudioKey extends Required<NewStudioKey>, KeyState {
  readonly id: string;
  /** Its last four characters. */
  readonly ending: string;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** Credits that a key may spend a day (UTC) and a month; null: any number. */
type KeyBudgets = Pick<KeyRules, 'dayBudget' | 'monthBudget'>;

/** The keys of a studio. */
export interface PostgresApiKeys extends ApiKeys {
  /** A valid key that opens the console; null for any other. */
  findAdmin(key: string): Promise<Pick<StudioKey, 'id' | 'name'> | null>;
  /** The keys that are valid, oldest first. */
  list(): Promise<StudioKey[]>;
  /** Creates a key with rules; only its hash is stored. */
  add(key: NewStudioKey): Promise<{ readonly id: string; readonly key: string }>;
  /** False if the key does not exist. */
  setBudgets(id: string, budgets: KeyBudgets): Promise<boolean>;
}

interface KnownKey {
  readonly id: string;
  readonly name: string;
  readonly isAdmin: boolean;
  readonly until: number;
}

type KeyRow = [
  ...about: [id: string, name: string, project: string, ending: string, createdAt: Date],
  ...rules: [isAdmin: boolean, mayCreate: boolean, operations: string[] | null],
  ...budgets: [day: number | null, month: number | null],
  ...spent: [today: number, thisMonth: number],
];

/** Opens the keys of a studio. A revoked key stays in the database, because its tasks name it. */
export function createPostgresApiKeys(
  postgres: Postgres,
  now: () => number = () => performance.now(),
): PostgresApiKeys {
  const known = new Map<string, KnownKey>();
  async function find(key: string): Promise<KnownKey | null> {
    const found = known.get(key);
    if (found && found.until > now()) return found;
    known.delete(key);
    const { rows } = await postgres.query<[id: string, name: string, isAdmin: boolean]>(FIND, digestSecret(key));
    const [row] = rows;
    if (!row) return null;
    if (known.size >= MAX_KNOWN) known.clear();
    const [id, name, isAdmin] = row;
    const fresh = { id, name, isAdmin, until: now() + KNOWN_MS };
    known.set(key, fresh);
    return fresh;
  }

  async function add({ name, project = '', isAdmin = false, ...rules }: NewStudioKey) {
    const id = `key_${randomBytes(8).toString('hex')}`;
    const key = `studio_${randomBytes(32).toString('base64url')}`;
    const { mayCreate, operations, dayBudget, monthBudget } = rules;
    const about = [id, name, project, digestSecret(key), key.slice(-ENDING)];
    await postgres.query(ADD, ...about, isAdmin, mayCreate, operations, dayBudget, monthBudget);
    return { id, key };
  }

  return {
    find: async (key) => (await find(key))?.id ?? null,
    async findAdmin(key) {
      const found = await find(key);
      return found?.isAdmin ? found : null;
    },
    list: async () => (await postgres.query<KeyRow>(LIST)).rows.map(toStudioKey),
    add,
    make: () => add({ name: '', mayCreate: true, operations: null, dayBudget: null, monthBudget: null }),
    async setBudgets(id, { dayBudget, monthBudget }) {
      return (await postgres.query(SET_BUDGETS, id, dayBudget, monthBudget)).count === 1;
    },
    async revoke(id) {
      const { count } = await postgres.query(REVOKE, id);
      for (const [key, found] of known) if (found.id === id) known.delete(key);
      return count === 1;
    },
  };
}

function toStudioKey(row: KeyRow): StudioKey {
  const [id, name, project, ending, createdAt, isAdmin, mayCreate, operations, day, month, today, thisMonth] = row;
  return {
    ...{ id, name, project, ending, isAdmin, mayCreate, operations, createdAt: createdAt.getTime() },
    dayBudget: toBudget(day),
    monthBudget: toBudget(month),
    spentToday: toCredits(today),
    spentThisMonth: toCredits(thisMonth),
  };
}

function toBudget(amount: number | null): Credits | null {
  return amount === null ? null : toCredits(amount);
}
