/** Display names of the Linux keyrings that protect keys, by Electron's backend names. */
const LINUX_KEYRINGS: ReadonlyMap<string, string> = new Map([
  ['gnome_libsecret', 'Secret Service'],
  ['kwallet', 'KWallet'],
  ['kwallet5', 'KWallet'],
  ['kwallet6', 'KWallet'],
]);

/**
 * Display name of the keychain behind Electron's safeStorage; null if it does not protect secrets: on Linux without a
 * keyring, Electron encrypts with a fixed key (`basic_text`, possibly also reported as `unknown`).
 */
export function secretBackendName(platform: NodeJS.Platform, linuxBackend: string): string | null {
  if (platform === 'darwin') return 'Keychain';
  if (platform === 'win32') return 'Windows data protection';
  return LINUX_KEYRINGS.get(linuxBackend) ?? null;
}
