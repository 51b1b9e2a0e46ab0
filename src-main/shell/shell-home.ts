import { resolveHome, type Home } from '../settings/home.ts';
import { parseShellArguments } from './shell-arguments.ts';

/** The home folder from the command line or the environment; Electron's `--user-data-dir` is an alias of `--home`. */
export function findShellHome(args: readonly string[], env: NodeJS.ProcessEnv): Home {
  return resolveHome(parseShellArguments(args).home, env);
}
