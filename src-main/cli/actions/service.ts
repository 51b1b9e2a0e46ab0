import { spawn } from 'node:child_process';
import path from 'node:path';

/** Runs the local service alone, in its own process; passes signals to it and returns its exit status. */
export async function runService(config: string): Promise<number> {
  const entry = path.join(import.meta.dirname, '../../local-service', `main${path.extname(import.meta.filename)}`);
  // The service ends when the pipe to its stdin closes, however this process ended.
  const child = spawn(process.execPath, [entry, '--config', path.resolve(config), '--with-parent'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0)));
}
