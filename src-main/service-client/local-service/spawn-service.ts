import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** The local service's process, however it was started. */
export interface ServiceProcess {
  readonly pid: number | undefined;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Calls `listen` with the exit code when the process ends; null after a signal. */
  onExit(listen: (code: number | null) => void): void;
  /** Asks the process to end (SIGTERM). */
  kill(): void;
}

/** Starts the local service's entry file with arguments; it says where it listens in one JSON line on stdout. */
export type SpawnService = (entry: string, args: readonly string[]) => ServiceProcess;

/** Starts the local service with plain Node; it ends by itself when this process is gone, because its stdin closes. */
export const spawnNodeService: SpawnService = (entry, args) => {
  const child = spawn(process.execPath, [entry, ...args, '--with-parent'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.on('error', () => undefined);
  return {
    pid: child.pid,
    stdout: child.stdout,
    stderr: child.stderr,
    onExit: (listen) => void child.once('close', listen),
    kill: () => void child.kill('SIGTERM'),
  };
};
