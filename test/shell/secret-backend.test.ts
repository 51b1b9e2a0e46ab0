import { describe, expect, it } from 'vitest';
import { secretBackendName } from '../../src-main/shell/secret-backend.ts';

describe('secretBackendName', () => {
  it('refuses what does not protect a key', () => {
    for (const backend of ['basic_text', 'unknown', '', 'constructor']) {
      expect(secretBackendName('linux', backend), backend).toBeNull();
    }
  });

  it('names the keychain of each system', () => {
    expect(secretBackendName('linux', 'gnome_libsecret')).toBe('Secret Service');
    expect(secretBackendName('linux', 'kwallet6')).toBe('KWallet');
    expect(secretBackendName('darwin', '')).toBe('Keychain');
    expect(secretBackendName('win32', '')).toBe('Windows data protection');
  });
});
