import { log } from '../base/log/log.ts';
import type { SecretStore } from './secret-store.ts';

/** A secret store whose values are redacted in the log as soon as this process has them. */
export function withLogRedaction(store: SecretStore): SecretStore {
  return {
    get kind() {
      return store.kind;
    },
    get durable() {
      return store.durable;
    },
    get: async (name) => {
      const value = await store.get(name);
      if (value !== null) log.hide(value);
      return value;
    },
    set: async (name, value) => {
      log.hide(value);
      await store.set(name, value);
    },
    delete: (name) => store.delete(name),
  };
}
