import { parseArgs } from 'node:util';

/** The command line of the app, as far as it is for the app itself. */
export interface ShellArguments {
  /** `--home`, or its alias `--user-data-dir`, which is Electron's own; undefined: neither has a value. */
  readonly home: string | undefined;
  /** Files and links to open, in order; where the app is not packaged, the first one is the folder of the app. */
  readonly words: readonly string[];
}

/** Splits a command line without the executable. Switches of Chromium and the debugger are ignored. */
export function parseShellArguments(args: readonly string[]): ShellArguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    // Not strict: Chromium and the debugger add their own switches.
    strict: false,
    options: { home: { type: 'string' }, 'user-data-dir': { type: 'string' } },
  });
  const home = [values.home, values['user-data-dir']].find((value) => typeof value === 'string' && value !== '');
  return { home: home as string | undefined, words: positionals };
}

/** Switch that starts the app without showing the window. */
export const IN_TRAY = '--in-tray';

/** Switch before `--` that runs a command of the command line instead of the window. */
const COMMAND = '--command';

/**
 * The arguments of the command line if the app runs a command (`--command -- …`), otherwise null. Chromium reads no switch
 * after `--`.
 */
export function findCommandArguments(args: readonly string[]): readonly string[] | null {
  const end = args.indexOf('--');
  return end > 0 && args[end - 1] === COMMAND ? args.slice(end + 1) : null;
}

/** The command line that runs a command with the app, without its arguments. Without a display, Linux needs `headless`. */
export function toCommandLine([program, ...args]: readonly [string, ...string[]]): [string, ...string[]] {
  const headless = process.platform === 'linux' ? ['--ozone-platform=headless'] : [];
  return [program, ...args, ...headless, COMMAND, '--'];
}
