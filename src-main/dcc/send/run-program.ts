import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import { message } from '../../../src-shared/messages/message.ts';

/** Result of a program run. */
export interface ProgramResult {
  /** Exit code; null if a signal ended the program. */
  readonly code: number | null;
  /** The last part of the output. */
  readonly out: string;
  readonly errors: string;
  readonly isTimedOut: boolean;
}

interface RunOptions {
  readonly timeoutMs: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal;
}

/** Maximum length of each kept output; the end is kept. */
const MAX_OUTPUT_LENGTH = 1 << 18;

/** Wait after the exit for pipes that a child of the program keeps open. */
const PIPE_TIMEOUT_MS = 1_000;

/**
 * Runs a program without a shell and without input until it exits. On timeout or abort, the program and its children are
 * killed. Throws `program_missing` if it cannot be started.
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
    const output = { out: '', errors: '' };
    let isTimedOut = false;
    const stop = (): void => killGroup(child);
    const timer = setTimeout(() => {
      isTimedOut = true;
      stop();
    }, timeoutMs);
    let pipeTimer: NodeJS.Timeout | undefined;
    const cleanUp = (): void => {
      clearTimeout(timer);
      clearTimeout(pipeTimer);
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out = keepEnd(output.out + text)));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output.errors = keepEnd(output.errors + text)));
    child.once('error', (cause) => {
      cleanUp();
      reject(toMissing(program, cause));
    });
    child.once('exit', () => {
      pipeTimer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, PIPE_TIMEOUT_MS);
    });
    child.once('close', (code) => {
      cleanUp();
      resolve({ code, ...output, isTimedOut });
    });
  });
}

/** Starts a detached program; resolves once it runs. Throws `program_missing`. */
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
  return new AppError('program_missing', message('file.system-code', { code }), {
    subject: path.basename(program),
    cause,
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (process.platform === 'win32') {
    // Absolute path: Windows looks for a bare name in the current folder first.
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
