import type { DatabaseSync } from 'node:sqlite';

/** Small things to remember by name; each call is durable when it returns. */
export interface KeyValueStore {
  /** Null: never set. */
  get(name: string): string | null;
  set(name: string, value: string): void;
}

/** The facts of a queue's database. */
export function createKeyValueStore(database: DatabaseSync): KeyValueStore {
  const select = database.prepare('select value from facts where name = ?');
  const insert = database.prepare('insert or replace into facts (name, value) values (?, ?)');
  return {
    get: (name) => (select.get(name)?.['value'] as string | undefined) ?? null,
    set: (name, value) => void insert.run(name, value),
  };
}
