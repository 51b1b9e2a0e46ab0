import type { CommandResult } from './command-result.ts';

/** Says that a secret was not kept: memory would do for a window, not for a command that ends now. */
export function toNoKeychainResult(what: string): CommandResult {
  const message = `${what} was not kept: this system has no keychain that works, and memory would forget it at once.`;
  const suggestion =
    'Unlock or install a keyring (“dropforge doctor” looks for it), or add the key in the window for one session.';
  process.stderr.write(`${message} ${suggestion}\n`);
  return { data: { code: 'no_keychain', status: 'error', message, suggestion }, text: '', status: 1 };
}
