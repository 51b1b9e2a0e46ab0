import { AppError } from '../../../src-shared/base/errors.ts';
import type { Collection } from '../../../src-shared/jobs/collection.ts';
import { isSameName } from '../../../src-shared/jobs/is-same-name.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { System } from '../../base/system.ts';
import type { CollectionStore } from '../store/collection-store.ts';

/** Maximum number of collections. */
const MAX_COLLECTIONS = 1_000;

/** Collections of the gallery; every change is durable. */
export interface Collections {
  /** By name. */
  list(): Collection[];
  /**
   * Renames a collection, or adds one if no id is given or the id is not in use. Throws `bad_request` if another one has
   * the name, whatever its case, or there are too many.
   */
  save(wanted: { readonly id?: string | undefined; readonly name: string }): Collection;
  /** Removes a collection; its models stay. They are in it again if it is saved with the same id. */
  remove(id: string): void;
  /** Calls back after every change; returns a function that ends this. */
  onChange(listen: (all: Collection[]) => void): () => void;
}

/** Opens the collections of a store. */
export function createCollections(store: CollectionStore, random: System['random']): Collections {
  const listeners = new Set<(all: Collection[]) => void>();
  const list = (): Collection[] => store.read().sort((one, other) => one.name.localeCompare(other.name));
  const changed = (): void => {
    for (const listen of listeners) listen(list());
  };
  return {
    list,
    save: ({ id = random.uuid(), name }) => {
      const others = store.read().filter((other) => other.id !== id);
      if (others.some((other) => isSameName(other.name, name))) {
        throw new AppError('bad_request', message('collections.name-taken', { name }));
      }
      if (others.length >= MAX_COLLECTIONS) {
        throw new AppError('bad_request', message('collections.too-many', { max: MAX_COLLECTIONS }));
      }
      store.save({ id, name });
      changed();
      return { id, name };
    },
    remove: (id) => {
      store.remove(id);
      changed();
    },
    onChange: (listen) => {
      listeners.add(listen);
      return () => void listeners.delete(listen);
    },
  };
}
