// `safeStorage`: AES-256-GCM under a key in the data folder. `--password-store=basic` gives Electron's weak fallback.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './app.mjs';
import { state } from './state.mjs';
import { strict } from './strict.mjs';

const backends = { basic: 'basic_text', 'gnome-libsecret': 'gnome_libsecret', kwallet6: 'kwallet6' };
const backend = () => {
  if (!state.ready) return 'unknown';
  return backends[app.commandLine.getSwitchValue('password-store') || 'gnome-libsecret'] ?? 'unknown';
};

let plainTextAllowed = false;
const isAvailable = () => state.ready && (backend() !== 'basic_text' || plainTextAllowed);

function key() {
  const file = path.join(app.getPath('userData'), 'stand-in.key');
  mkdirSync(path.dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, randomBytes(32), { mode: 0o600 });
  return readFileSync(file);
}

/** Layout of what is stored: 3 bytes `v99`, 12 bytes nonce, 16 bytes tag, the rest. */
const VERSION = 'v99';

function encrypt(text) {
  if (!isAvailable()) throw new Error('Error while encrypting: encryption is not available.');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key(), nonce);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from(VERSION), nonce, cipher.getAuthTag(), body]);
}

function decrypt(stored) {
  if (!isAvailable()) throw new Error('Error while decrypting: encryption is not available.');
  if (stored.subarray(0, 3).toString() !== VERSION) throw new Error('Error while decrypting the ciphertext.');
  const decipher = createDecipheriv('aes-256-gcm', key(), stored.subarray(3, 15));
  decipher.setAuthTag(stored.subarray(15, 31));
  return Buffer.concat([decipher.update(stored.subarray(31)), decipher.final()]).toString();
}

export const safeStorage = strict('safeStorage', {
  isEncryptionAvailable: isAvailable,
  encryptString: encrypt,
  decryptString: decrypt,
  isAsyncEncryptionAvailable: async () => isAvailable(),
  encryptStringAsync: async (text) => encrypt(text),
  decryptStringAsync: async (stored) => ({ result: decrypt(stored), shouldReEncrypt: false }),
  getSelectedStorageBackend: backend,
  setUsePlainTextEncryption: (allowed) => void (plainTextAllowed = allowed),
});
