import { createHash, randomUUID } from 'node:crypto';
import { createMemorySecrets, type SecretStore } from './secret-store.ts';

const SERVICE = 'Dropforge';

const STORE_NAMES: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Keychain',
  win32: 'Credential Manager',
  linux: 'Secret Service',
};

/**
 * The OS keychain without Electron. Entries are separated by home folder, so that a custom home never reads the
 * keys of another. Without a working keychain the secrets are kept in memory for this session.
 */
export async function createKeychainSecrets(home: string): Promise<SecretStore> {
  const scope = createHash('sha256').update(home).digest('hex').slice(0, 12);
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without the option Linux falls back to the kernel keyring, which is not persistent.
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

/** Writes and deletes a value: only use shows that a keychain is locked or missing. */
async function probe(entry: {
  setPassword(value: string): Promise<void>;
  deletePassword(): Promise<boolean>;
}): Promise<void> {
  await entry.setPassword('probe');
  await entry.deletePassword();
}
