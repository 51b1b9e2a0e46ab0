import type { COMMAND_TEXTS } from './command-texts.ts';
import type { View } from '../navigation.svelte.ts';

/** Group of a command in the list of shortcuts and the command palette. */
type CommandGroup = keyof typeof COMMAND_TEXTS.groups;

/** An action of the page, with one name in shortcuts, the palette and the list of shortcuts. */
export interface Command {
  /** Stable between starts, so that it can be saved. */
  readonly id: string;
  readonly group: CommandGroup;
  /** Returns its name in the current language. */
  readonly title: () => string;
  /** Its keys by name, such as `Shift R`; the first one is displayed. */
  readonly keys?: readonly string[];
  /** Scope of its keys: also inside text fields, or in some views only. Absent: in every view, outside of fields. */
  readonly where?: 'fields' | readonly View[];
  /** True: runs again and again while its key is held down. */
  readonly repeats?: true;
  /** False: has a key only and is not offered in the palette. */
  readonly offered?: false;
  /** Returns true, or the reason why the command is unavailable now. */
  available(): true | string;
  run(): void;
}

/** `available` of a command that is always available. */
export const always = (): true => true;
