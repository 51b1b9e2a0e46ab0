import { Argument, Command, Option } from 'commander';
import { VERSION } from '../../../base/project-root.ts';
import { formatArgument, type CommandArgument } from './argument.ts';
import { isCommandGroup, type CommandGroup, type CommandNode, type LeafCommand } from './define-command.ts';
import { describeOption, formatFlag, type CommandOption } from './option.ts';
import { SHARED_OPTIONS } from './shared-options.ts';

/** A command as it was called. */
export interface ParsedCommand {
  readonly command: LeafCommand;
  /** Values of its arguments and options by name. */
  readonly input: Readonly<Record<string, unknown>>;
  /** `--home`. */
  readonly home: string | undefined;
  readonly json: boolean;
}

/** Commands of the program under one heading of its help. */
export interface CommandSection {
  readonly title: string;
  readonly commands: readonly CommandNode[];
}

/** Name of the program on the command line. */
export const PROGRAM_NAME = 'dropforge';

/** The parser of a command line, which also writes the help of every command. */
export interface Program {
  readonly command: Command;
  /** Reads a command line that begins with the names of a command; throws `CommanderError` where it is wrong. */
  parse(args: readonly string[]): ParsedCommand;
}

/** Creates the parser for the commands; it prints no error and ends no process. */
export function createProgram(sections: readonly CommandSection[]): Program {
  let parsed: ParsedCommand | null = null;
  const command = new Command(PROGRAM_NAME)
    .usage('COMMAND [options]')
    .version(VERSION, '-V, --version', 'Show the version.')
    // Commands may have an option of the same name.
    .enablePositionalOptions()
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp({
      optionDescription: ({ description }) => description,
      subcommandTerm: (each) => each.name(),
      argumentTerm: (each) => each.name(),
      argumentDescription: ({ description }) => description,
    })
    .addHelpText('after', `\nRun “${PROGRAM_NAME} help COMMAND” for the options and examples of a command.`);
  for (const { title, commands } of sections) {
    for (const node of commands) addCommand(command, node, (each) => (parsed = each)).helpGroup(`${title}:`);
  }
  return {
    command,
    parse: (args) => {
      command.parse(args, { from: 'user' });
      if (!parsed) throw new Error('The parser found no command to run.');
      return parsed;
    },
  };
}

/** Options of a command with those that every command takes. */
export function listOptions(
  command: Pick<LeafCommand, 'options' | 'isStandalone'>,
): readonly (readonly [string, CommandOption<unknown>])[] {
  return Object.entries<CommandOption<unknown>>({
    ...command.options,
    ...(command.isStandalone ? {} : SHARED_OPTIONS),
  });
}

function addCommand(parent: Command, node: CommandNode, onParsed: (parsed: ParsedCommand) => void): Command {
  const built = parent
    .command(node.name)
    .summary(node.summary)
    .description(node.description ?? `${node.summary}.`)
    .helpCommand(false);
  if (isCommandGroup(node)) addCommands(built, node, onParsed);
  else addArgumentsAndOptions(built, node, onParsed);
  const examples = (node.examples ?? []).map(([line, description]) => `  ${line}\n      ${description}`);
  return examples.length === 0 ? built : built.addHelpText('after', `\nExamples:\n${examples.join('\n')}`);
}

function addCommands(built: Command, group: CommandGroup, onParsed: (parsed: ParsedCommand) => void): void {
  built.usage('COMMAND [options]');
  for (const each of group.commands) addCommand(built, each, onParsed);
  const path = [...parentNames(built), built.name()].join(' ');
  const start = group.fallback === null ? '' : `Without a command it runs “${path} ${group.fallback}”. `;
  built.addHelpText(
    'after',
    `\n${start}Run “${PROGRAM_NAME} help ${path.slice(PROGRAM_NAME.length + 1)} COMMAND” for the options of a command.`,
  );
}

function parentNames(command: Command): string[] {
  return command.parent ? [...parentNames(command.parent), command.parent.name()] : [];
}

function addArgumentsAndOptions(built: Command, command: LeafCommand, onParsed: (parsed: ParsedCommand) => void): void {
  const args = Object.entries(command.arguments);
  built.usage([...args.map(([, each]) => formatArgument(each)), '[options]'].join(' '));
  for (const [, each] of args) built.addArgument(toCommanderArgument(each));
  for (const [name, option] of listOptions(command)) built.addOption(toCommanderOption(name, option));
  built.action((...given: unknown[]) => {
    const values = built.opts<Readonly<Record<string, unknown>>>();
    const positional = Object.fromEntries(args.map(([name], index) => [name, given[index]]));
    const { home, json } = values;
    onParsed({ command, input: { ...values, ...positional }, home: home as string | undefined, json: json === true });
  });
}

function toCommanderArgument({
  label,
  description,
  isRequired,
  isVariadic,
  parse,
}: CommandArgument<unknown>): Argument {
  const name = isVariadic ? `${label}...` : label;
  const built = new Argument(isRequired ? `<${name}>` : `[${name}]`, description);
  if (!isVariadic) return built.argParser(parse);
  built.default([]);
  return built.argParser((given: string, before: readonly unknown[]) => [...before, parse(given)]);
}

function toCommanderOption(name: string, option: CommandOption<unknown>): Option {
  const flags = formatFlag(name, option);
  const built = new Option(
    option.placeholder === null ? flags : `${flags} <${option.placeholder}>`,
    describeOption(option),
  );
  built.makeOptionMandatory(option.isRequired);
  if (option.placeholder === null) return option.isNegated ? built : built.default(false);
  return built.default(option.fallback).argParser((given: string, before: unknown) => option.parse(given, before));
}
