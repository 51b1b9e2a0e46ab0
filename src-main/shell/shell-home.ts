import { parseArgs } from 'node:util';
import { resolveHome, type Home } from '../settings/home.ts';

/** The home folder the command line or the environment names; Electron's own `--user-data-dir` counts as `--home`. */
export function findShellHome(args: readonly string[], env: NodeJS.ProcessEnv): Home {
  const { values } = parseArgs({
    args: [...args],
    // Chromium and the debugger bring switches of their own.
    strict: false,
    options: { home: { type: 'string' }, 'user-data-dir': { type: 'string' } },
  });
  const flag = [values.home, values['user-data-dir']].find((value) => typeof value === 'string' && value !== '');
  return resolveHome(flag as string | undefined, env);
}
