import type { SecretStore } from './secret-store.ts';

/** A secret store that is opened on first use; until then its kind is unknown. */
export function createLazySecrets(open: () => Promise<SecretStore>): SecretStore {
  let opening: Promise<SecretStore> | null = null;
  let opened: SecretStore | null = null;
  const store = async (): Promise<SecretStore> => (opened = await (opening ??= open()));
  return {
    get kind() {
      return opened?.kind ?? 'not opened yet';
    },
    get durable() {
      return opened?.durable ?? true;
    },
    get: async (name) => (await store()).get(name),
    set: async (name, value) => (await store()).set(name, value),
    delete: async (name) => (await store()).delete(name),
  };
}
