import { parseChoice, parseText } from './option.ts';

/** One positional argument of a command. `T` is the type of its value. */
export interface CommandArgument<T> {
  /** Name in help, such as `FILE`. */
  readonly label: string;
  readonly description: string;
  readonly isRequired: boolean;
  readonly isVariadic: boolean;
  /** Reads one word. Throws `InvalidArgumentError` with a hint. */
  readonly parse: (given: string) => unknown;
  /** Type of the value; never set. */
  readonly value?: T;
}

/** The arguments of a command by name, in the order of the command line; only the last may be variadic. */
export type CommandArguments = Readonly<Record<string, CommandArgument<unknown>>>;

/** An argument that must be given. */
export function argument(label: string, description: string): CommandArgument<string> {
  return { label, description, isRequired: true, isVariadic: false, parse: parseText };
}

/** An argument that may be left out. */
export function optionalArgument(label: string, description: string): CommandArgument<string | undefined> {
  return { label, description, isRequired: false, isVariadic: false, parse: parseText };
}

/** One or more words. */
export function argumentList(label: string, description: string): CommandArgument<readonly string[]> {
  return { label, description, isRequired: true, isVariadic: true, parse: parseText };
}

/** Any number of words. */
export function optionalArgumentList(label: string, description: string): CommandArgument<readonly string[]> {
  return { label, description, isRequired: false, isVariadic: true, parse: parseText };
}

/** One of a few words; help shows them instead of a label where none is given. */
export function choiceArgument<const C extends string>(
  choices: readonly C[],
  description: string,
  label: string = choices.join('|'),
): CommandArgument<C> {
  const parse = (given: string): C => parseChoice(choices, given);
  return { label, description, isRequired: true, isVariadic: false, parse };
}

/** How an argument is written in a usage line: `FILE`, `[ID]`, `ID…`, `[ID…]`. */
export function formatArgument({ label, isRequired, isVariadic }: CommandArgument<unknown>): string {
  const name = isVariadic && !label.includes('…') ? `${label}…` : label;
  return isRequired ? name : `[${name}]`;
}
