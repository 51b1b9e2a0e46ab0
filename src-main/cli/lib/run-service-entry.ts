import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { commandHost } from './open/command-host.ts';
import { UsageError } from './usage-error.ts';

/** Runs an entry of the local service in its own process, and passes signals to it; returns its exit status. */
export function runEntry(name: string, args: readonly string[]): Promise<number> {
  return waitFor(startEntry(name, args, 'inherit'));
}

/** The same with its output, which is not printed. */
export async function readEntry(
  name: string,
  args: readonly string[],
): Promise<{ readonly status: number; readonly output: string }> {
  const child = startEntry(name, args, 'pipe');
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const status = await waitFor(child);
  return { status, output: Buffer.concat(chunks).toString() };
}

function startEntry(name: string, args: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  if (!commandHost().isNode)
    throw new UsageError('Studio services run with Node, not in the installed app. See docs/studio.md.');
  const entry = path.join(import.meta.dirname, '../../local-service', `${name}${path.extname(import.meta.filename)}`);
  return spawn(process.execPath, [entry, ...args], { stdio: ['pipe', output, 'inherit'] });
}

function waitFor(child: ChildProcess): Promise<number> {
  const stop = (): void => void child.kill('SIGTERM');
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 0)));
}
