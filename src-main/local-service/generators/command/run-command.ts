import { execFile, spawn, type ChildProcess } from 'node:child_process';

/** A program to run, and where its output goes. */
export interface CommandOptions {
  readonly command: readonly string[];
  readonly folder: string;
  /** Aborted to end the program with all processes that it started. */
  readonly signal: AbortSignal;
  /** A line of its standard output, of limited length. */
  onLine(line: string): void;
}

/** The end of a program. */
export interface CommandEnd {
  readonly code: number | null;
  readonly endedBy: NodeJS.Signals | null;
  /** The last lines of its standard error. */
  readonly lastWords: string;
}

const MAX_LINE = 1_000;
const MAX_LAST_WORDS = 4_000;
const LAST_LINES = 6;

/** A program that does not end when it is asked to is killed after this time. */
const GRACE_MS = 2_000;

/** Time to read the rest of the output after a program has ended or was killed. */
const DRAIN_MS = 500;

/**
 * Runs a program in its own process group. Resolves when it has ended, also if something that it started keeps its output
 * open, and soon after an abort in any case; rejects with the system's error if it cannot be started.
 */
export function runCommand({ command, folder, signal, onLine }: CommandOptions): Promise<CommandEnd> {
  const [program = '', ...args] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group on Unix; Windows would open a console window.
      detached: process.platform !== 'win32',
      windowsHide: true,
      // Python writes to a pipe in blocks otherwise, and progress would be seen at the end only.
      env: { ...process.env, PYTHONUNBUFFERED: '1' },
    });
    let lastWords = '';
    let timer: NodeJS.Timeout | undefined;
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-MAX_LAST_WORDS);
    });
    readLines(child, onLine);

    function settle(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.off('close', settle);
      // Whatever it started must not outlive it.
      endGroup(child, 'SIGKILL');
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code: child.exitCode, endedBy: child.signalCode, lastWords: lastLinesOf(lastWords) });
    }

    function kill(): void {
      endGroup(child, 'SIGKILL');
      // A process in a separate session is out of reach and keeps the output open as long as it runs.
      timer = setTimeout(settle, DRAIN_MS);
    }

    function stop(): void {
      endGroup(child, 'SIGTERM');
      timer = setTimeout(kill, GRACE_MS);
    }

    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    child.on('error', (error) => {
      if (child.pid !== undefined) return;
      reject(error);
      settle();
    });
    child.on('exit', () => {
      // After an abort, what it started has the rest of its time to end.
      if (signal.aborted) return;
      signal.removeEventListener('abort', stop);
      kill();
    });
    child.on('close', settle);
  });
}

/** Lines without an end must not fill the memory: longer ones are cut while they arrive. */
function readLines(child: ChildProcess, onLine: (line: string) => void): void {
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) onLine(line.slice(0, MAX_LINE));
  });
  child.stdout?.on('end', () => rest && onLine(rest));
}

function endGroup({ pid }: ChildProcess, how: NodeJS.Signals): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  try {
    process.kill(-pid, how);
  } catch {
    // All of them have ended.
  }
}

function lastLinesOf(text: string): string {
  return text.trim().split(/\r?\n/).slice(-LAST_LINES).join(' | ');
}
