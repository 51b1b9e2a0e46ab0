import { writeFile } from 'node:fs/promises';
import { findParentPort } from '../parent-port.ts';
import { die } from './watchdog.ts';

/**
 * Prepares a process that works on files from outside: it ends with its parent, and not by the signals of a terminal. On
 * Linux the system ends it before the app if memory runs out, the process with the higher score (0 to 1,000) first.
 */
export async function isolateProcess(oomScore: number): Promise<void> {
  // Electron ends a utility process with its main process; under plain Node this process has to end itself.
  if (findParentPort() === null) {
    process.on('disconnect', die);
    // The parent ended before the listener was added.
    if (!process.connected) die();
  }
  // Ctrl-C reaches every process of a terminal; the parent decides when this one ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  if (process.platform === 'linux')
    await writeFile('/proc/self/oom_score_adj', String(oomScore)).catch(() => undefined);
}
