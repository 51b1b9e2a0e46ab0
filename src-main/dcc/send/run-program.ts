import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';

/** What a program said until it ended. */
export interface ProgramResult {
  /** Null when a signal ended it. */
  readonly code: number | null;
  /** The end of what it wrote. */
  readonly out: string;
  readonly errors: string;
  readonly isTimedOut: boolean;
}

interface RunOptions {
  readonly timeoutMs: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** So much of what a program says is kept: the last of it. */
const MAX_OUTPUT_LENGTH = 1 << 18;

/** A child of the program may hold its pipes; nobody waits for that. */
const PIPE_TIMEOUT_MS = 1_000;

/**
 * Runs a program to its end without a shell and without input. When the time is up, or the signal comes, the program
 * and all it started is killed. Throws `program_missing` when it cannot be started.
 */
export function runProgram(program: string, args: readonly string[], options: RunOptions): Promise<ProgramResult> {
  const { timeoutMs, env = process.env, signal } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const said = { out: '', errors: '' };
    let isTimedOut = false;
    const stop = (): void => killGroup(child);
    const timer = setTimeout(() => {
      isTimedOut = true;
      stop();
    }, timeoutMs);
    let patience: NodeJS.Timeout | undefined;
    const end = (): void => {
      clearTimeout(timer);
      clearTimeout(patience);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out = keepEnd(said.out + text)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said.errors = keepEnd(said.errors + text)));
    child.once('error', (cause) => {
      end();
      reject(toMissing(program, cause));
    });
    child.once('exit', () => {
      patience = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, PIPE_TIMEOUT_MS);
    });
    child.once('close', (code) => {
      end();
      resolve({ code, ...said, isTimedOut });
    });
  });
}

/** Starts a program with a file and lets it go; resolves once it runs. Throws `program_missing`. */
export function startProgram(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore' });
    child.once('error', (cause) => reject(toMissing(program, cause)));
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

function toMissing(program: string, cause: Error): AppError {
  const { code = 'no reason' } = cause as NodeJS.ErrnoException;
  return new AppError('program_missing', `The system says ${code}.`, { subject: path.basename(program), cause });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (process.platform === 'win32') {
    // By its whole path: a bare name would be looked for in the current folder first.
    const taskkill = path.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    const args = ['/PID', String(child.pid), '/T', '/F'];
    spawn(taskkill, args, { windowsHide: true, stdio: 'ignore' }).once('error', () => child.kill());
    return;
  }
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function keepEnd(text: string): string {
  return text.length > MAX_OUTPUT_LENGTH ? text.slice(-MAX_OUTPUT_LENGTH) : text;
}
