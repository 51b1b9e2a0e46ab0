import { COMMAND_SECTIONS } from './command-sections.ts';
import { runCommandLine } from './lib/run-command-line.ts';

/** Runs the command line; returns the exit code. */
export function runCli(args: readonly string[]): Promise<number> {
  return runCommandLine(COMMAND_SECTIONS, args);
}
