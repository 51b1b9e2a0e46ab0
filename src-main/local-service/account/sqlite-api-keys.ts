import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Synchronous } from '../../base/synchronous.ts';
import { INITIAL_KEY_ID, type ApiKeys } from './api-keys.ts';
import { digestSecret } from './digest-secret.ts';

const ENDING = 4;

/** The keys in the service's database, and the folder's key. */
export function createSqliteApiKeys(db: DatabaseSync, first: string, now: () => number): Synchronous<ApiKeys> {
  const firstHash = digestSecret(first);
  const find = db.prepare('SELECT id FROM api_keys WHERE hash = ?');
  const list = db.prepare('SELECT id, ending, created_at FROM api_keys ORDER BY created_at, rowid');
  const insert = db.prepare('INSERT INTO api_keys (id, hash, ending, created_at) VALUES (?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM api_keys WHERE id = ?');
  // Ids of valid keys since the last revocation: a request costs a look-up instead of a hash.
  const known = new Map<string, string>();
  return {
    find(key) {
      const found = known.get(key);
      if (found !== undefined) return found;
      const hash = digestSecret(key);
      const id = timingSafeEqual(hash, firstHash) ? INITIAL_KEY_ID : find.get(hash.toString('hex'))?.['id'];
      if (typeof id !== 'string') return null;
      known.set(key, id);
      return id;
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
      insert.run(id, digestSecret(key).toString('hex'), key.slice(-ENDING), now());
      return { id, key };
    },
    revoke(id) {
      known.clear();
      return remove.run(id).changes === 1;
    },
  };
}
