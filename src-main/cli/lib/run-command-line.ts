import type { Command } from 'commander';
import { VERSION } from '../../base/project-root.ts';
import { resolveHome } from '../../settings/home.ts';
import { createProgram, type CommandSection, type ParsedCommand } from './command/create-program.ts';
import { defineCommandGroup, isCommandGroup } from './command/define-command.ts';
import { findCommand, findValuelessOption, hasFlag, type FoundCommand } from './command/find-command.ts';

/** Runs the command that a command line names, prints its output or why it failed, and returns the exit status. */
export async function runCommandLine(sections: readonly CommandSection[], args: readonly string[]): Promise<number> {
  const commands = sections.flatMap((section) => section.commands);
  const root = defineCommandGroup({ name: '', summary: '', commands });
  const isHelpCommand = args.length === 0 || args[0] === 'help';
  const found = findCommand(root, isHelpCommand ? args.slice(1) : args);
  try {
    const program = createProgram(sections);
    if (found.unknown === null && (isHelpCommand || hasFlag(args, '--help', '-h'))) {
      getCommand(program.command, found.path).outputHelp();
      return 0;
    }
    if (found.path.length === 0 && found.unknown === null && hasFlag(args, '--version', '-V')) {
      process.stdout.write(`${VERSION}\n`);
      return 0;
    }
    const { command, input, home, json } = parse(program, found);
    const outcome = await command.run(input as never, { home: resolveHome(home, process.env), json });
    if (typeof outcome === 'number') return outcome;
    const { printResult } = await import('./output/command-result.ts');
    return printResult(outcome, json);
  } catch (error) {
    const { printFailure } = await import('./output/print-failure.ts');
    const { secretHint } = found.command;
    return printFailure(error, { name: found.path.join(' '), secretHint, json: hasFlag(args, '--json') });
  }
}

/** Reads the arguments and options of a command; throws `CommanderError`. */
function parse(program: ReturnType<typeof createProgram>, found: FoundCommand): ParsedCommand {
  const { command, path, unknown, rest } = found;
  const valueless = findValuelessOption(command, rest);
  if (valueless !== null) program.command.error(`${valueless} needs a value.`);
  const names = [...path];
  if (isCommandGroup(command) && unknown === null) {
    if (command.fallback !== null) names.push(command.fallback);
    else if (rest.length === 0)
      program.command.error(`Name a command: ${command.commands.map(({ name }) => name).join(', ')}.`);
  }
  return program.parse([...names, ...rest]);
}

function getCommand(program: Command, path: readonly string[]): Command {
  return path.reduce((at, name) => at.commands.find((each) => each.name() === name) ?? at, program);
}
