import type { Home } from '../../../settings/home.ts';
import type { CommandResult } from '../output/command-result.ts';
import type { CommandArgument, CommandArguments } from './argument.ts';
import type { CommandOption, CommandOptions } from './option.ts';

/** Options that every command takes, read. */
export interface CommandContext {
  readonly home: Home;
  /** True with `--json`. */
  readonly json: boolean;
}

/** Result to print, or the exit status of a command that prints its own output. */
type CommandOutcome = CommandResult | number;

/** A command line to show in help, and a sentence about it. */
type Example = readonly [commandLine: string, description: string];

interface Described {
  readonly name: string;
  /** One line for lists of commands, without a period. */
  readonly summary: string;
  /** Sentences for the help of the command; the summary when left out. */
  readonly description?: string;
  readonly examples?: readonly Example[];
}

/** A command that can be run. */
export interface LeafCommand extends Described {
  readonly arguments: CommandArguments;
  readonly options: CommandOptions;
  /** Takes neither `--home` nor `--json`. */
  readonly isStandalone: boolean;
  /**
   * Sentence that replaces error messages that would repeat an argument, for commands where a surplus argument may be a
   * secret.
   */
  readonly secretHint: string | null;
  run(input: never, context: CommandContext): Promise<CommandOutcome>;
}

/** A command with sub-commands. */
export interface CommandGroup extends Described {
  /** Sub-command that runs when none is named; null: one must be named. */
  readonly fallback: string | null;
  /** See `LeafCommand`. */
  readonly secretHint: string | null;
  readonly commands: readonly CommandNode[];
}

/** A command, or a group of them. */
export type CommandNode = LeafCommand | CommandGroup;

type ArgumentValues<A> = { readonly [K in keyof A]: A[K] extends CommandArgument<infer T> ? T : never };
type OptionValues<O> = { readonly [K in keyof O]: O[K] extends CommandOption<infer T> ? T : never };

interface CommandDeclaration<A extends CommandArguments, O extends CommandOptions> extends Described {
  readonly arguments?: A;
  readonly options?: O;
  readonly isStandalone?: boolean;
  readonly secretHint?: string;
  /** Runs the command; imports what it needs, so that help and other commands do not load it. */
  run(input: ArgumentValues<A> & OptionValues<O>, context: CommandContext): Promise<CommandOutcome>;
}

type None = Readonly<Record<never, never>>;

/** Declares a command; `run` gets the values of its arguments and options by name, with their types. */
export function defineCommand<A extends CommandArguments = None, O extends CommandOptions = None>(
  declaration: CommandDeclaration<A, O>,
): LeafCommand {
  const { arguments: args, options, isStandalone = false, secretHint = null, ...rest } = declaration;
  return { ...rest, arguments: args ?? {}, options: options ?? {}, isStandalone, secretHint };
}

/** Declares a command that consists of sub-commands. */
export function defineCommandGroup(
  declaration: Described & {
    readonly fallback?: string;
    readonly secretHint?: string;
    readonly commands: readonly CommandNode[];
  },
): CommandGroup {
  const { fallback = null, secretHint = null, ...rest } = declaration;
  return { ...rest, fallback, secretHint };
}

/** True if a command consists of sub-commands. */
export function isCommandGroup(node: CommandNode): node is CommandGroup {
  return 'commands' in node;
}
