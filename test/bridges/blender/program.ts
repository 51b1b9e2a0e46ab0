import path from 'node:path';
import { findProgram } from '../../../src-main/dcc/detect/find-program.ts';
import { run, type Said } from '../python.ts';

/** The Blender of this computer; null: there is none. */
export const BLENDER = findProgram('blender');

/** Said instead of running the tests. */
export const NO_BLENDER = 'needs Blender';

/** Surroundings in which Blender neither reads nor changes the settings of whoever runs the tests. */
export function blenderHome(home: string): NodeJS.ProcessEnv & { readonly BLENDER_USER_SCRIPTS: string } {
  return {
    BLENDER_USER_SCRIPTS: path.join(home, 'scripts'),
    BLENDER_USER_CONFIG: path.join(home, 'config'),
    BLENDER_USER_DATAFILES: path.join(home, 'datafiles'),
  };
}

let last: Promise<unknown> = Promise.resolve();

/** Runs a script in a Blender without a window, one at a time: each takes a core and half a gigabyte. */
export function runBlender(script: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Said> {
  const next = last.then(() =>
    run(BLENDER!, ['-b', '--python-exit-code', '1', '--python', script, '--', ...args], env),
  );
  last = next.catch(() => null);
  return next;
}
