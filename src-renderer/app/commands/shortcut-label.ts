import type { Command } from './command.ts';
import { isSingleKey, formatKey } from './key-names.ts';
import { setup } from '../setup.svelte.ts';

/** True if the settings enable a key: single-key shortcuts can be turned off. */
export function isKeyEnabled(name: string): boolean {
  return setup.settings?.singleKeys !== false || !isSingleKey(name);
}

/** Returns the key of a command for display; empty if it has no enabled key. */
export function shortcutLabel({ keys = [] }: Pick<Command, 'keys'>): string {
  const key = keys.find(isKeyEnabled);
  return key === undefined ? '' : formatKey(key);
}
