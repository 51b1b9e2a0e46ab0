import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { INTERRUPTED_STATUS, outputEnded } from './interrupt.ts';
import { commandHost } from './open/command-host.ts';
import { UsageError } from './usage-error.ts';

/** Exit status of a process that a signal from elsewhere ended. */
const KILLED_STATUS = 1;

/** What a process of the service printed, and how it ended. */
export interface EntryOutput {
  /** 130 if it was interrupted together with this process. */
  readonly status: number;
  readonly output: string;
  /** What it printed to stderr. */
  readonly errors: string;
  /** A sentence that names the signal from elsewhere that ended it; otherwise null. */
  readonly killed: string | null;
}

/**
 * Runs an entry of the local service in its own process, and passes signals to it; returns its exit status. The status is 130
 * if such a signal ended it at once, and not 0 if another did.
 */
export async function runEntry(name: string, args: readonly string[]): Promise<number> {
  const child = startEntry(name, args, 'inherit');
  // Not inherited, so that this process notices when nobody reads it.
  child.stdout?.on('data', (chunk: Buffer) => process.stdout.write(chunk));
  const { status, killed } = await waitFor(child);
  if (killed !== null) process.stderr.write(`${killed}\n`);
  return status;
}

/** The same with its output, which is not printed. */
export async function readEntry(name: string, args: readonly string[]): Promise<EntryOutput> {
  const child = startEntry(name, args, 'pipe');
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The output of the process is not piped.');
  const [ended, output, errors] = await Promise.all([waitFor(child), text(stdout), text(stderr)]);
  return { ...ended, output, errors };
}

function startEntry(name: string, args: readonly string[], errors: 'inherit' | 'pipe'): ChildProcess {
  if (!commandHost().isNode)
    throw new UsageError('Studio services run with Node, not in the installed app. See docs/studio.md.');
  const entry = path.join(import.meta.dirname, '../../local-service', `${name}${path.extname(import.meta.filename)}`);
  return spawn(process.execPath, [entry, ...args], { stdio: ['pipe', 'pipe', errors] });
}

async function waitFor(child: ChildProcess): Promise<Pick<EntryOutput, 'status' | 'killed'>> {
  let isStopping = false;
  const stop = (): void => {
    isStopping = true;
    child.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  outputEnded.addEventListener('abort', stop);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    if (code !== null) return { status: code, killed: null };
    // A terminal sends SIGINT to both processes.
    const isInterrupted = isStopping && (signal === 'SIGTERM' || signal === 'SIGINT');
    if (isInterrupted) return { status: INTERRUPTED_STATUS, killed: null };
    return { status: KILLED_STATUS, killed: `The service process was ended by ${signal}.` };
  } finally {
    process.off('SIGTERM', stop);
    process.off('SIGINT', stop);
    outputEnded.removeEventListener('abort', stop);
  }
}
