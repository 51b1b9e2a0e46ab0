import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** The process of the local service. */
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Calls `listen` with the exit code when the process ends; null after a signal. */
  onExit(listen: (code: number | null) => void): void;
  /** Asks the process to end (SIGTERM). */
  terminate(): void;
  /** Ends the process at once (SIGKILL); does nothing if it has ended. */
  kill(): void;
}

/** Starts the entry file of the local service with arguments; it prints its address in one JSON line on stdout. */
export type SpawnService = (entry: string, args: readonly string[]) => ServiceProcess;

/** Starts the local service with Node; it ends when this process ends, because its stdin closes. */
export const spawnNodeService: SpawnService = (entry, args) => {
  const child = spawn(process.execPath, [entry, ...args, '--with-parent'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.on('error', () => undefined);
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    onExit: (listen) => void child.once('close', listen),
    terminate: () => void child.kill('SIGTERM'),
    kill: () => void child.kill('SIGKILL'),
  };
};
