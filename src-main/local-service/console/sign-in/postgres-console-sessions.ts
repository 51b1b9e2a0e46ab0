import { randomBytes } from 'node:crypto';
import { statement, type Postgres } from '../../storage/postgres/postgres.ts';
import { digestSecret } from '../../account/digest-secret.ts';

/** Who opened the console. */
export interface ConsoleIdentity {
  /** An e-mail address, or the name of a key. */
  readonly name: string;
  /** The admin key; null if it was opened otherwise. */
  readonly keyId: string | null;
}

/** A session as the console lists it. */
export interface ConsoleSession {
  readonly id: string;
  readonly name: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly usedAt: number;
}

/** Sessions of the console, which all processes of a studio share. */
export interface ConsoleSessions {
  /** Begins a session; resolves with its token, of which only the hash is stored. */
  begin(identity: ConsoleIdentity): Promise<string>;
  /** The session of a token; null if it has ended. */
  find(token: string): Promise<Pick<ConsoleSession, 'id' | 'name'> | null>;
  list(): Promise<ConsoleSession[]>;
  /** False if there is no such session. */
  end(id: string): Promise<boolean>;
}

/** A session ends this long after it began, and earlier if it is not used. */
export const SESSION_SECONDS = 8 * 60 * 60;
const IDLE_SECONDS = 60 * 60;

/** The use of a session is noted this often. */
const NOTED_SECONDS = 60;

/** A session of a key ends when the key is revoked. */
const VALID = `created_at > now() - interval '${SESSION_SECONDS} seconds'
  AND used_at > now() - interval '${IDLE_SECONDS} seconds'
  AND (key_id IS NULL OR EXISTS (SELECT FROM api_keys WHERE api_keys.id = key_id AND is_admin AND revoked_at IS NULL))`;

const BEGIN = statement('begin-session', 'INSERT INTO console_sessions (hash, name, key_id) VALUES ($1, $2, $3)');
const SWEEP = statement('sweep-sessions', `DELETE FROM console_sessions WHERE NOT (${VALID})`);
const FIND = statement(
  'find-session',
  `WITH found AS (
     SELECT id, name FROM console_sessions WHERE hash = $1 AND ${VALID}
   ), noted AS (
     UPDATE console_sessions SET used_at = now() FROM found
     WHERE console_sessions.id = found.id AND used_at < now() - interval '${NOTED_SECONDS} seconds'
   )
   SELECT id::text, name FROM found`,
);
const LIST = statement(
  'list-sessions',
  `SELECT id::text, name, created_at, used_at FROM console_sessions WHERE ${VALID} ORDER BY created_at DESC, id`,
);
const END = statement('end-session', 'DELETE FROM console_sessions WHERE id::text = $1');

/** Opens the sessions of a studio's console. */
export function createConsoleSessions(postgres: Postgres): ConsoleSessions {
  return {
    async begin({ name, keyId }) {
      const token = randomBytes(32).toString('base64url');
      await postgres.query(SWEEP);
      await postgres.query(BEGIN, digestSecret(token), name, keyId);
      return token;
    },
    async find(token) {
      const { rows } = await postgres.query<[id: string, name: string]>(FIND, digestSecret(token));
      const [row] = rows;
      return row ? { id: row[0], name: row[1] } : null;
    },
    async list() {
      const { rows } = await postgres.query<[id: string, name: string, createdAt: Date, usedAt: Date]>(LIST);
      return rows.map(([id, name, createdAt, usedAt]) => ({
        ...{ id, name, createdAt: createdAt.getTime(), usedAt: usedAt.getTime() },
      }));
    },
    end: async (id) => (await postgres.query(END, id)).count === 1,
  };
}
