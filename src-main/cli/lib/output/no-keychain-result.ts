import type { CommandResult } from './command-result.ts';

/** Reports that a secret was not stored: a command ends at once, so memory cannot hold it. */
export function toNoKeychainResult(subject: string): CommandResult {
  const message = `${subject} was not stored: this system has no keychain that works.`;
  const suggestion =
    'Unlock or install a keyring (“dropforge doctor” checks it), or add the key in the window for one session.';
  process.stderr.write(`${message} ${suggestion}\n`);
  return { data: { code: 'no_keychain', status: 'error', message, suggestion }, text: '', status: 1 };
}
