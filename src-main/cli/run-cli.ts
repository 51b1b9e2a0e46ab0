import { COMMAND_SECTIONS } from './command-sections.ts';
import { handleOutputErrors } from './lib/output/output-errors.ts';
import { runCommandLine } from './lib/run-command-line.ts';

/** Runs the command line; returns the exit code. */
export function runCli(args: readonly string[]): Promise<number> {
  handleOutputErrors();
  return runCommandLine(COMMAND_SECTIONS, args);
}
