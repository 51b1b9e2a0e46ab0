import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { JobReport } from '../../src-main/cli/lib/output/job-report.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** A running `dropforge` command, in a process group of its own as a terminal would give it. */
export interface RunningCommand {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** kill -9 to the whole group: nothing gets a chance to tidy up. */
  killGroup(): Promise<void>;
}

/**
 * Starts a command of the real command line; `DISPLAY` is taken away so that nothing opens. `uid`: the user who runs it;
 * absent: this one.
 */
export function startCommand(args: readonly string[], env: Record<string, string> = {}, uid?: number): RunningCommand {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, DROPFORGE_HOME: _home, ...clean } = process.env;
  const child = spawn(process.execPath, [path.join(ROOT, 'src-main/cli.ts'), ...args], {
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: { ...clean, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const ended = Promise.all([text(child.stdout), text(child.stderr), closed]).then(([stdout, stderr, [code]]) => ({
    code: code as number | null,
    stdout,
    stderr,
  }));
  return {
    child,
    ended,
    killGroup: async () => {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // It had ended already.
      }
      await closed;
    },
  };
}

/** Runs a command to its end and reads the last line of its output as JSON. */
export async function runJson(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; jobs: JobReport[]; stdout: string; stderr: string }> {
  const { code, stdout, stderr } = await startCommand([...args, '--json'], env).ended;
  const last = stdout.trim().split('\n').at(-1) ?? '';
  const { jobs } = (last.startsWith('{') ? JSON.parse(last) : { jobs: [] }) as { jobs: JobReport[] };
  return { code, jobs, stdout, stderr };
}
