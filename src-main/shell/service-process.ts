import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import type { SpawnService } from '../app-deps.ts';

/** Starts the local service in a utility process, which Electron ends with the app whatever happens to it. */
export const spawnUtilityService: SpawnService = (entry, args) => {
  const child = utilityProcess.fork(entry, [...args], { stdio: 'pipe', serviceName: 'Dropforge local service' });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The local service has no output to read.');
  return {
    get pid() {
      return child.pid;
    },
    // Electron types the streams by an older, smaller interface than what they are.
    stdout: stdout as Readable,
    stderr: stderr as Readable,
    onExit: (listen) => void child.once('exit', listen),
    kill: () => void child.kill(),
  };
};
