import type { COMMAND_TEXTS } from './command-texts.ts';
import type { View } from '../navigation.svelte.ts';

/** What a command belongs to; the list of keys and the palette show it. */
type CommandGroup = keyof typeof COMMAND_TEXTS.groups;

/** Something the page can do, under one name wherever it is offered: by its key, in the palette and in the list of keys. */
export interface Command {
  /** The same at every start, so that it can be remembered. */
  readonly id: string;
  readonly group: CommandGroup;
  /** What it is called, in the language of the moment it is asked. */
  readonly title: () => string;
  /** Its keys by their names, such as `Shift R`; the first is the one that is shown. */
  readonly keys?: readonly string[];
  /** Where its keys act: in text fields as well, or in some views only; absent: in every view, outside of fields. */
  readonly where?: 'fields' | readonly View[];
  /** False: it is of use by its key only, and not offered in the palette. */
  readonly offered?: false;
  /** Whether it can be run now; else why not, as a sentence. */
  available(): true | string;
  run(): void;
}

/** Of a command that can always be run. */
export const always = (): true => true;
