import { log } from '../../base/log/log.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';

/** A store for optional facts: a failed write is logged, and the fact is determined again after the next start. */
export function toBestEffortStore(facts: KeyValueStore): KeyValueStore {
  return {
    get: facts.get,
    set: (name, value) => {
      try {
        facts.set(name, value);
      } catch (error) {
        if (!isUnwritable(error)) throw error;
        log.error('queue', 'cannot be saved', error);
      }
    },
  };
}
