import { safeStorage } from 'electron';
import Store from 'electron-store';
import { log } from '../base/log/log.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { createMemorySecrets, type SecretStore } from '../settings/secret-store.ts';
import { secretBackendName } from './secret-backend.ts';

/**
 * Secrets encrypted by the system's keychain and stored in `secrets.json` of the home folder; call after `ready`. Without a
 * keychain they are kept in memory for this session.
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
  const save = (change: () => void): void => {
    try {
      change();
    } catch (error) {
      throw toDiskError(error, 'secrets.json');
    }
  };
  const set = async (name: string, value: string) => {
    const encrypted = (await safeStorage.encryptStringAsync(value)).toString('base64');
    save(() => store.set(name, encrypted));
  };
  const get = async (name: string) => {
    const stored = store.get(name);
    if (stored === undefined) return null;
    const decrypted = await decrypt(stored);
    if (decrypted?.shouldReEncrypt === true) {
      await set(name, decrypted.result).catch((error: unknown) => log.warn('settings', 'not encrypted again', error));
    }
    return decrypted?.result ?? null;
  };
  return { kind, durable: true, get, set, delete: async (name) => save(() => store.delete(name)) };
}

/** Null if the encrypting keychain is gone, for example after a move to another computer; the user enters the key again. */
async function decrypt(stored: string): Promise<{ result: string; shouldReEncrypt: boolean } | null> {
  try {
    return await safeStorage.decryptStringAsync(Buffer.from(stored, 'base64'));
  } catch {
    return null;
  }
}
