/** Electron's names for the Linux keyrings that really protect a key, and what people call them. */
const LINUX_KEYRINGS: ReadonlyMap<string, string> = new Map([
  ['gnome_libsecret', 'Secret Service'],
  ['kwallet', 'KWallet'],
  ['kwallet5', 'KWallet'],
  ['kwallet6', 'KWallet'],
]);

/**
 * What people call the keychain behind Electron's safeStorage, or null where it protects nothing: on Linux without a
 * keyring Electron encrypts with a key that is the same everywhere (`basic_text`), and `unknown` may be just that.
 */
export function secretBackendName(platform: NodeJS.Platform, linuxBackend: string): string | null {
  if (platform === 'darwin') return 'Keychain';
  if (platform === 'win32') return 'Windows data protection';
  return LINUX_KEYRINGS.get(linuxBackend) ?? null;
}
