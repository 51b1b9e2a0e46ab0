import { randomBytes } from 'node:crypto';
import { statement, type Postgres } from '../storage/postgres/postgres.ts';
import type { KeyRules } from '../tasks/key-rules.ts';
import type { ApiKeys } from './api-keys.ts';
import { digestSecret } from './digest-secret.ts';

const FIND = statement('find-key', 'SELECT id FROM api_keys WHERE hash = $1 AND revoked_at IS NULL');
const LIST = statement(
  'list-keys',
  'SELECT id, ending, created_at FROM api_keys WHERE revoked_at IS NULL ORDER BY created_at, id',
);
const ADD = statement(
  'add-key',
  `INSERT INTO api_keys (id, name, hash, ending, may_create, operations, day_budget, month_budget)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
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
}

/** The keys of a studio. */
export interface PostgresApiKeys extends ApiKeys {
  /** Creates a key with rules; only its hash is stored. */
  add(key: NewStudioKey): Promise<{ readonly id: string; readonly key: string }>;
}

/** Opens the keys of a studio. A revoked key stays in the database, because its tasks name it. */
export function createPostgresApiKeys(
  postgres: Postgres,
  now: () => number = () => performance.now(),
): PostgresApiKeys {
  const known = new Map<string, { readonly id: string; readonly until: number }>();
  async function add({ name, mayCreate, operations, dayBudget, monthBudget }: NewStudioKey) {
    const id = `key_${randomBytes(8).toString('hex')}`;
    const key = `studio_${randomBytes(32).toString('base64url')}`;
    const rules = [mayCreate, operations, dayBudget, monthBudget];
    await postgres.query(ADD, id, name, digestSecret(key), key.slice(-ENDING), ...rules);
    return { id, key };
  }

  return {
    async find(key) {
      const found = known.get(key);
      if (found && found.until > now()) return found.id;
      known.delete(key);
      const { rows } = await postgres.query<[id: string]>(FIND, digestSecret(key));
      const id = rows[0]?.[0];
      if (id === undefined) return null;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(key, { id, until: now() + KNOWN_MS });
      return id;
    },
    async list() {
      const { rows } = await postgres.query<[id: string, ending: string, createdAt: Date]>(LIST);
      return rows.map(([id, ending, createdAt]) => ({ id, ending, createdAt: createdAt.getTime() }));
    },
    add,
    make: () => add({ name: '', mayCreate: true, operations: null, dayBudget: null, monthBudget: null }),
    async revoke(id) {
      const { count } = await postgres.query(REVOKE, id);
      for (const [key, found] of known) if (found.id === id) known.delete(key);
      return count === 1;
    },
  };
}
