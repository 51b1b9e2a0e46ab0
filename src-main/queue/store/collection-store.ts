import type { DatabaseSync } from 'node:sqlite';
import type { Collection } from '../../../src-shared/jobs/collection.ts';

/** Collections of the gallery on disk; every call is durable when it returns. Jobs list the ids of theirs. */
export interface CollectionStore {
  read(): Collection[];
  /** Adds a collection or renames it. */
  save(collection: Collection): void;
  remove(id: string): void;
}

/** The collections of the queue's database. */
export function createCollectionStore(database: DatabaseSync): CollectionStore {
  const select = database.prepare('select id, name from collections');
  const insert = database.prepare('insert or replace into collections (id, name) values (?, ?)');
  const remove = database.prepare('delete from collections where id = ?');
  return {
    read: () => select.all().map(({ id, name }) => ({ id: String(id), name: String(name) })),
    save: ({ id, name }) => void insert.run(id, name),
    remove: (id) => void remove.run(id),
  };
}
