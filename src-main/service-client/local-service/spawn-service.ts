import { spawn } from 'node:child_process';
import type { SpawnService } from '../../app-deps.ts';

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
