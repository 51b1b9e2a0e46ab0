import { isCommandGroup, type CommandGroup, type CommandNode } from './define-command.ts';
import { formatFlag, type CommandOption } from './option.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

/** The command that a command line names. */
export interface FoundCommand {
  readonly command: CommandNode;
  /** Names of the command and of the groups around it, outermost first. */
  readonly path: readonly string[];
  /** The word where the name of a sub-command should be, if it names none. */
  readonly unknown: string | null;
  /** The command line without the names. */
  readonly rest: readonly string[];
}

/** Finds the command that a command line names. Options may be anywhere, also before the name of a sub-command. */
export function findCommand(root: CommandGroup, args: readonly string[]): FoundCommand {
  let found: FoundCommand = { command: root, path: [], unknown: null, rest: args };
  for (;;) {
    const { command, path, rest } = found;
    if (!isCommandGroup(command)) return found;
    const at = findWord(rest, listValueFlags(command));
    const name = rest[at];
    if (name === undefined) return found;
    const next = command.commands.find((each) => each.name === name);
    // The parser names the word it does not know; with what follows, such as --help, it might do something else.
    if (!next) return { ...found, unknown: name, rest: [name] };
    found = { command: next, path: [...path, name], unknown: null, rest: rest.toSpliced(at, 1) };
  }
}

/**
 * The option that lacks its value because another option follows; null: there is none. A value that begins with a dash is
 * written `--out=-x`.
 */
export function findValuelessOption(command: CommandNode, args: readonly string[]): string | null {
  const flags = listValueFlags(command);
  const end = args.indexOf('--');
  const words = end === -1 ? args : args.slice(0, end);
  return words.find((word, index) => flags.has(word) && /^-./s.test(words[index + 1] ?? '')) ?? null;
}

/** Place of the first word that is neither an option nor the value of one; -1: none. */
function findWord(args: readonly string[], valueFlags: ReadonlySet<string>): number {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? '';
    if (word === '--') return -1;
    if (!word.startsWith('-') || word === '-') return index;
    if (valueFlags.has(word)) index++;
  }
  return -1;
}

/** Options with a value, of a command or of all commands in a group. */
function listValueFlags(command: CommandNode): ReadonlySet<string> {
  const flags = (node: CommandNode): string[] => {
    if (isCommandGroup(node)) return node.commands.flatMap(flags);
    const options: [string, CommandOption<unknown>][] = Object.entries({ ...SHARED_OPTIONS, ...node.options });
    return options.flatMap(([name, option]) => (option.placeholder === null ? [] : formatFlag(name, option)));
  };
  return new Set(flags(command));
}

/** True if a switch is on a command line. */
export function hasFlag(args: readonly string[], ...flags: readonly string[]): boolean {
  const end = args.indexOf('--');
  return (end === -1 ? args : args.slice(0, end)).some((word) => flags.includes(word));
}
