import type { Command } from './command.ts';
import { isSingleKey, formatKey } from './key-names.ts';
import { setup } from '../setup.svelte.ts';

/** Whether a key acts as the settings are: single ones may be turned off. */
export function isKeyEnabled(name: string): boolean {
  return setup.settings?.singleKeys !== false || !isSingleKey(name);
}

/** The key of a command as the page writes it; empty where it has none that acts. */
export function shortcutLabel({ keys = [] }: Pick<Command, 'keys'>): string {
  const key = keys.find(isKeyEnabled);
  return key === undefined ? '' : formatKey(key);
}
