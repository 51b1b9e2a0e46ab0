import type { Command } from './command.ts';
import { isSingleKey, shownKey } from './key-names.ts';
import { setup } from '../setup.svelte.ts';

/** Whether a key acts as the settings are: single ones may be turned off. */
export function acts(name: string): boolean {
  return setup.settings?.singleKeys !== false || !isSingleKey(name);
}

/** The key of a command as the page writes it; empty where it has none that acts. */
export function isButtonKey({ keys = [] }: Pick<Command, 'keys'>): string {
  const key = keys.find(acts);
  return key === undefined ? '' : shownKey(key);
}
