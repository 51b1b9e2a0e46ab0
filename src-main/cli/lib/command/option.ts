import { InvalidArgumentError } from 'commander';

/** One option of a command. `T` is the type of its value; the name is its key in the declaration, in camelCase. */
export interface CommandOption<T> {
  /** Name of the value in help, such as `DIR`; null for a switch without a value. */
  readonly placeholder: string | null;
  readonly description: string;
  /** Value when the option is left out. */
  readonly fallback: T;
  readonly isRequired: boolean;
  readonly isRepeatable: boolean;
  /** The option is written `--no-NAME` and sets the value to false. */
  readonly isNegated: boolean;
  /** Reads a value; `before` is the value so far. Throws `InvalidArgumentError` with a hint. */
  parse(given: string, before: T): T;
}

/** The options of a command by name. */
export type CommandOptions = Readonly<Record<string, CommandOption<unknown>>>;

const NO_VALUE = { isRequired: false, isRepeatable: false, isNegated: false } as const;

/** A switch; false when left out. */
export function flag(description: string): CommandOption<boolean> {
  return { ...NO_VALUE, placeholder: null, description, fallback: false, parse: () => true };
}

/** A switch `--no-NAME` that turns off something that is on by default. */
export function negatedFlag(description: string): CommandOption<boolean> {
  return { ...NO_VALUE, placeholder: null, description, fallback: true, isNegated: true, parse: () => false };
}

/** An option whose value is read by a function, which throws `InvalidArgumentError` with a hint. */
export function parsed<T>(
  placeholder: string,
  description: string,
  parse: (given: string) => T,
): CommandOption<T | undefined> {
  return { ...NO_VALUE, placeholder, description, fallback: undefined, parse };
}

/** An option with any text as its value, except an empty one. */
export function text(placeholder: string, description: string): CommandOption<string | undefined> {
  return parsed(placeholder, description, parseText);
}

/** An option with a text that may be given several times; an empty list when left out. */
export function textList(placeholder: string, description: string): CommandOption<readonly string[]> {
  return {
    ...NO_VALUE,
    ...{ placeholder, description, fallback: [], isRepeatable: true },
    parse: (given, before) => [...before, parseText(given)],
  };
}

/** An option that takes one of a few words. */
export function choice<const C extends string>(
  choices: readonly C[],
  description: string,
): CommandOption<C | undefined> {
  return parsed(choices.join('|'), description, (given) => parseChoice(choices, given));
}

/** An option that takes a whole number from `min` to `max`. */
export function integer(
  placeholder: string,
  description: string,
  { min, max }: { readonly min: number; readonly max: number },
): CommandOption<number | undefined> {
  return parsed(placeholder, `${description} ${min} to ${max}.`, (given) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Use a whole number from ${min} to ${max}.`);
  });
}

/** The same option with a value for when it is left out. */
export function withDefault<T>(option: CommandOption<T | undefined>, fallback: NoInfer<T>): CommandOption<T> {
  return { ...option, fallback, parse: (given) => option.parse(given, undefined) as T };
}

/** The same option, which must be given. */
export function required<T>(option: CommandOption<T | undefined>): CommandOption<T> {
  return {
    ...option,
    // Never used: the parser refuses a command without the option.
    fallback: undefined as T,
    isRequired: true,
    parse: (given) => option.parse(given, undefined) as T,
  };
}

/**
 * The word as it was given. Throws `InvalidArgumentError` for an empty one: an unset variable of a script would otherwise name
 * the current folder or the default home.
 */
export function parseText(given: string): string {
  if (given !== '') return given;
  throw new InvalidArgumentError('It must not be empty.');
}

/** The word among `choices`; throws `InvalidArgumentError` that lists them. */
export function parseChoice<C extends string>(choices: readonly C[], given: string): C {
  const found = choices.find((each) => each === given);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(`Use ${listWords(choices)}.`);
}

/** `a, b or c`. */
function listWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** How an option is written on the command line: `--dry-run`, `--no-open`. */
export function formatFlag(name: string, { isNegated }: Pick<CommandOption<unknown>, 'isNegated'>): string {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `--${isNegated ? 'no-' : ''}${kebab}`;
}

/** Help text of an option: its description, and its default or that it is required. */
export function describeOption({ description, fallback, isRequired, isRepeatable }: CommandOption<unknown>): string {
  const isShown = typeof fallback === 'string' || typeof fallback === 'number';
  return [
    description,
    ...(isRepeatable ? ['Can be repeated.'] : []),
    ...(isRequired ? ['Required.'] : isShown ? [`Default: ${fallback}.`] : []),
  ].join(' ');
}
