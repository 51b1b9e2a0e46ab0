import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROJECT_ROOT } from '../base/project-root.ts';
import { passSignals, signalCode } from './signals.ts';

/** A window that was shown and closed, with the exit status to hand on; or the sentence that says why there was none. */
export type WindowResult = { readonly code: number } | { readonly refused: string };

/** An Electron that fails sooner has shown nobody a window: a library or the display is missing. */
const STARTED_MS = 10_000;

/** Runs Electron on the project until its window is closed; signals to this process end it in its own orderly way. */
export async function runElectron(binary: string, home: string | null): Promise<WindowResult> {
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0;
  if (asRoot) process.stderr.write('Running as root: Chromium refuses its sandbox there, so the window has none.\n');
  const startedAt = performance.now();
  const child = spawn(binary, [PROJECT_ROOT, ...(asRoot ? ['--no-sandbox'] : [])], {
    env: electronEnv(home),
    stdio: 'inherit',
    // A group of its own: Ctrl-C would reach it twice otherwise, and Chromium dies of the second at once.
    detached: process.platform !== 'win32',
  });
  let told: NodeJS.Signals | null = null;
  const release = passSignals((name) => {
    told = name;
    child.kill(name);
  });
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    const failedAtOnce = code !== 0 && told === null && performance.now() - startedAt < STARTED_MS;
    if (failedAtOnce) return { refused: `Electron ended as soon as it was started (${signal ?? `status ${code}`}).` };
    return { code: code ?? (signal === null ? 1 : signalCode(signal)) };
  } catch (error) {
    return { refused: `Electron cannot be started (${(error as NodeJS.ErrnoException).code ?? 'no reason given'}).` };
  } finally {
    release();
  }
}

function electronEnv(home: string | null): NodeJS.ProcessEnv {
  // Editors built on Electron leave this set in their terminals; it would turn the window into a bare Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  return home === null ? env : { ...env, DROPFORGE_HOME: home };
}
