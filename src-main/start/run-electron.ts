import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT_ROOT } from '../base/project-root.ts';
import { passSignals, signalCode } from './signals.ts';

/** The exit code of a window that was opened and closed, or the reason why no window opened. */
export type WindowResult = { readonly code: number } | { readonly failureReason: string };

/** If Electron fails sooner, no window was shown: a library or the display is missing. */
const STARTED_MS = 10_000;

/** Runs Electron on the project until its window is closed. Signals are forwarded, so that Electron shuts down cleanly. */
export async function runElectron(binary: string, home: string | null): Promise<WindowResult> {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot)
    process.stderr.write('Running as root: the Chromium sandbox is turned off because it does not support root.\n');
  const startedAt = performance.now();
  let child: ChildProcess | null = null;
  let sentSignal: NodeJS.Signals | null = null;
  // Before Electron runs: a signal that arrives in between would end this process and leave Electron alone.
  const release = passSignals((name) => {
    sentSignal = name;
    child?.kill(name);
  });
  try {
    child = spawn(binary, [PROJECT_ROOT, ...(asRoot ? ['--no-sandbox'] : [])], {
      env: electronEnv(home),
      stdio: 'inherit',
      // Own process group: otherwise Ctrl-C reaches Chromium twice, and the second signal kills it at once.
      detached: process.platform !== 'win32',
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const failedAtOnce = code !== 0 && sentSignal === null && performance.now() - startedAt < STARTED_MS;
    if (failedAtOnce) return { failureReason: `Electron exited right after the start (${signal ?? `code ${code}`}).` };
    return { code: code ?? (signal === null ? 1 : signalCode(signal)) };
  } catch (error) {
    return {
      failureReason: `Could not start Electron (${(error as NodeJS.ErrnoException).code ?? 'no reason given'}).`,
    };
  } finally {
    release();
  }
}

function electronEnv(home: string | null): NodeJS.ProcessEnv {
  // Electron-based editors set this variable in their terminals; it would start Electron as plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  return home === null ? env : { ...env, DROPFORGE_HOME: home };
}
