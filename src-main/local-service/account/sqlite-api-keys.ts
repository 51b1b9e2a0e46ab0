import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** A key as the console lists it; the key itself is shown once, when it is created. */
interface ListedKey {
  readonly id: string;
  /** Its last four characters. */
  readonly ending: string;
  /** Epoch ms; null for the first key, which belongs to the data folder and cannot be revoked. */
  readonly createdAt: number | null;
}

/** The API keys of the one account (spec part 5). */
export interface ApiKeys {
  isValid(key: string): boolean;
  /** The folder's key, then the others, oldest first. */
  list(): ListedKey[];
  /** Creates a key of 256 random bits; only its hash is stored. */
  make(): { readonly id: string; readonly key: string };
  /** False if there is no such key, or if it is the folder's. */
  revoke(id: string): boolean;
}

/** Id of the folder's key. */
export const INITIAL_KEY_ID = 'first';

const ENDING = 4;

/** The keys in the service's database, and the folder's key. */
export function createApiKeys(db: DatabaseSync, first: string, now: () => number): ApiKeys {
  const firstHash = digest(first);
  const find = db.prepare('SELECT 1 FROM api_keys WHERE hash = ?');
  const list = db.prepare('SELECT id, ending, created_at FROM api_keys ORDER BY created_at, rowid');
  const insert = db.prepare('INSERT INTO api_keys (id, hash, ending, created_at) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM api_keys WHERE id = ?');
  // Valid keys since the last revocation: a request costs a look-up instead of a hash.
  const known = new Set<string>();
  return {
    isValid(key) {
      if (known.has(key)) return true;
      const hash = digest(key);
      const isValid = timingSafeEqual(hash, firstHash) || find.get(hash.toString('hex')) !== undefined;
      if (isValid) known.add(key);
      return isValid;
    },
    list: () => [
      { id: INITIAL_KEY_ID, ending: first.slice(-ENDING), createdAt: null },
      ...list.all().map((row) => ({
        id: String(row['id']),
        ending: String(row['ending']),
        createdAt: Number(row['created_at']),
      })),
    ],
    make() {
      const id = `key_${randomBytes(8).toString('hex')}`;
      const key = `local_${randomBytes(32).toString('base64url')}`;
      insert.run(id, digest(key).toString('hex'), key.slice(-ENDING), now());
      return { id, key };
    },
    revoke(id) {
      known.clear();
      return remove.run(id).changes === 1;
    },
  };
}

/** Hashes make both values equally long for the comparison. */
function digest(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
