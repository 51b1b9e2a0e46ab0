import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Synchronous } from '../../base/synchronous.ts';
import { INITIAL_KEY_ID, type ApiKeys } from './api-keys.ts';

const ENDING = 4;

/** The keys in the service's database, and the folder's key. */
export function createSqliteApiKeys(db: DatabaseSync, first: string, now: () => number): Synchronous<ApiKeys> {
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
