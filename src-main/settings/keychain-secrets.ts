import { createHash, randomUUID } from 'node:crypto';
import { createMemorySecrets, type SecretStore } from './secret-store.ts';

const SERVICE = 'Dropforge';

const STORE_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  win32: 'Credential Manager',
  linux: 'Secret Service',
};

/**
 * The OS keychain without Electron. Entries are kept apart by home folder, so that a home of its own never sees the
 * keys of another. Without a working keychain the secrets live in memory for this session.
 */
export async function createKeychainSecrets(home: string): Promise<SecretStore> {
  const scope = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without the option Linux falls back to the kernel keyring, which forgets.
  const entry = (name: string) => new AsyncEntry(SERVICE, `${name} (${scope})`, { linux: { store: 'secret-service' } });
  try {
    await probe(entry(`probe-${randomUUID()}`));
  } catch {
    return createMemorySecrets();
  }
  return {
    kind: STORE_NAMES[process.platform] ?? 'keychain',
    durable: true,
    get: async (name) => (await entry(name).getPassword()) ?? null,
    set: (name, value) => entry(name).setPassword(value),
    delete: async (name) => void (await entry(name).deletePassword()),
  };
}

/** Writes and deletes a value: a keychain that is locked or absent only shows when it is used. */
async function probe(entry: {
  setPassword(value: string): Promise<void>;
  deletePassword(): Promise<boolean>;
}): Promise<void> {
  await entry.setPassword('probe');
  await entry.deletePassword();
}
