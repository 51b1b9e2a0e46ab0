import { utilityProcess, type ForkOptions, type UtilityProcess } from 'electron';
import { log } from '../../base/log/log.ts';

/** Starts a utility process. A fatal error in it ends only it, and is logged. */
export function forkUtilityProcess(
  entry: string,
  args: readonly string[],
  options: ForkOptions & { readonly serviceName: string },
): UtilityProcess {
  const child = utilityProcess.fork(entry, [...args], options);
  // Without a listener the event ends the app. Its report contains the environment; `exit` follows.
  child.on('error', (type, location) => log.error('processes', `${options.serviceName}: ${type} at ${location}`));
  return child;
}

/** Ends a utility process at once, also one that is still starting; does nothing if it has ended. */
export function killUtilityProcess(child: UtilityProcess): void {
  // Electron's `kill` sends SIGTERM, which these processes ignore or handle themselves.
  const kill = (): void => {
    if (child.pid === undefined) return;
    try {
      process.kill(child.pid, 'SIGKILL');
    } catch {
      // It has ended, and Electron does not know it yet.
    }
  };
  kill();
  child.once('spawn', kill);
}
