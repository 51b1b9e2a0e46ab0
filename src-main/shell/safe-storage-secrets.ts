import { safeStorage } from 'electron';
import Store from 'electron-store';
import { createMemorySecrets, type SecretStore } from '../settings/secret-store.ts';
import { secretBackendName } from './secret-backend.ts';

/**
 * Secrets encrypted by the system's keychain and kept in `secrets.json` of the home folder; only after `ready`.
 * Without a keychain that protects them they live in memory for this session.
 */
export async function createSafeStorageSecrets(): Promise<SecretStore> {
  const linuxBackend = process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : '';
  const kind = secretBackendName(process.platform, linuxBackend);
  if (kind === null || !(await safeStorage.isAsyncEncryptionAvailable())) return createMemorySecrets();

  const store = new Store<Record<string, string>>({
    name: 'secrets',
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false,
  });
  const set = async (name: string, value: string) => {
    store.set(name, (await safeStorage.encryptStringAsync(value)).toString('base64'));
  };
  const get = async (name: string) => {
    const stored = store.get(name);
    if (stored === undefined) return null;
    const opened = await decrypt(stored);
    if (opened?.shouldReEncrypt === true) await set(name, opened.result);
    return opened?.result ?? null;
  };
  return { kind, durable: true, get, set, delete: async (name) => store.delete(name) };
}

/** Null when the keychain that encrypted it is gone, as after a move to another computer: the person gives it again. */
async function decrypt(stored: string): Promise<{ result: string; shouldReEncrypt: boolean } | null> {
  try {
    return await safeStorage.decryptStringAsync(Buffer.from(stored, 'base64'));
  } catch {
    return null;
  }
}
