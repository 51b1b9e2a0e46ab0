import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';

/** `dropforge service`: the local service alone, in its own process; signals and exit status are passed through. */
export async function service(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { config: { type: 'string' } } });
  if (!values.config) throw new AppError('config_invalid', 'Give --config FILE.', { subject: 'service' });
  const entry = path.join(import.meta.dirname, '../../local-service', `main${path.extname(import.meta.filename)}`);
  // The pipe to its stdin tells the service when this process is gone, however it went.
  const child = spawn(process.execPath, [entry, '--config', path.resolve(values.config), '--with-parent'], {
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 0)));
}
