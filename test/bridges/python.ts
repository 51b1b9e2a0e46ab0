import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';

/** Folder of the bridges' sources. */
export const BRIDGES = path.resolve(import.meta.dirname, '../../assets/bridges');

/** Name of a Python 3.7 or later on this computer; null when there is none. */
export const PYTHON = ['python3', 'python'].find((name) => {
  return spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 7))']).status === 0;
});

/** Said instead of running the tests. */
export const NO_PYTHON = 'needs Python 3.7 or later on the PATH';

/** What a finished process said. */
export interface Said {
  readonly code: number | null;
  readonly out: string;
  readonly errors: string;
}

/** Runs a program to its end, without leaving compiled Python files among the sources. `hear` is told its output at once. */
export async function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  hear: (text: string) => void = () => undefined,
): Promise<Said> {
  const child = spawn(program, args, {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8', PYTHONPATH: BRIDGES, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const out: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => {
    out.push(data);
    hear(data.toString());
  });
  const [errors, code] = await Promise.all([child.stderr.toArray(), ended]);
  return { code, out: Buffer.concat(out).toString(), errors: Buffer.concat(errors).toString() };
}

/** Runs tests of a module of the bridge's core, all if none are named. */
export function runTests(folder: string, module: string, ...tests: readonly string[]): Promise<Said> {
  const script = 'import sys, unittest; sys.path.insert(0, sys.argv[1]); unittest.main(sys.argv[2], argv=sys.argv[2:])';
  return run(PYTHON!, ['-c', script, folder, module, ...tests]);
}
