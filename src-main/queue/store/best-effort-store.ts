import { log } from '../../base/log/log.ts';
import { isUnwritable } from '../../base/sqlite/sqlite-errors.ts';
import type { KeyValueStore } from '../../base/key-value-store.ts';

/** Facts that only help: one that cannot be written is logged, and learned again after the next start. */
export function toBestEffortStore(facts: KeyValueStore): KeyValueStore {
  return {
    get: facts.get,
    set: (name, value) => {
      try {
        facts.set(name, value);
      } catch (error) {
        if (!isUnwritable(error)) throw error;
        log.error('queue', 'it cannot be written', error);
      }
    },
  };
}
