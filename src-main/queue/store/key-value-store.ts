import type { DatabaseSync } from 'node:sqlite';
import type { KeyValueStore } from '../../base/key-value-store.ts';

/** Key-value facts of a queue's database. */
export function createKeyValueStore(database: DatabaseSync): KeyValueStore {
  const select = database.prepare('select value from facts where name = ?');
  const insert = database.prepare('insert or replace into facts (name, value) values (?, ?)');
  return {
    get: (name) => (select.get(name)?.['value'] as string | undefined) ?? null,
    set: (name, value) => void insert.run(name, value),
  };
}
