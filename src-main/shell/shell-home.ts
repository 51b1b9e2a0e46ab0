import { parseArgs } from 'node:util';
import { resolveHome, type Home } from '../settings/home.ts';

/** The home folder from the command line or the environment; Electron's `--user-data-dir` is an alias of `--home`. */
export function findShellHome(args: readonly string[], env: NodeJS.ProcessEnv): Home {
  const { values } = parseArgs({
    args: [...args],
    // Not strict: Chromium and the debugger add their own switches.
    strict: false,
    options: { home: { type: 'string' }, 'user-data-dir': { type: 'string' } },
  });
  const flag = [values.home, values['user-data-dir']].find((value) => typeof value === 'string' && value !== '');
  return resolveHome(flag as string | undefined, env);
}
