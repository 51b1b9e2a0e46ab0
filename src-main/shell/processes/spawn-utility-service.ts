import path from 'node:path';
import type { Readable } from 'node:stream';
import { utilityProcess } from 'electron';
import type { SpawnService } from '../../app-deps.ts';
import { createEngineHost, type StartHostedProcess } from './engine-host.ts';

/** Where an engine's process begins, beside the local service's own entry. */
const ENGINE_ENTRY = ['workers', 'isolated-worker.js'];
/** As much of standard error as tells why a process ended. */
const LAST_WORDS = 4_096;

/**
 * Starts the local service in a utility process, which Electron ends with the app whatever happens to it, and for it its
 * engines, each in one of its own.
 */
export const spawnUtilityService: SpawnService = (entry, args) => {
  const child = utilityProcess.fork(entry, [...args], { stdio: 'pipe', serviceName: 'Dropforge local service' });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The local service has no output to read.');
  const engines = createEngineHost(startEngineOf(path.dirname(entry)), (word) => child.postMessage(word));
  child.on('message', engines.take);
  child.once('exit', engines.close);
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

function startEngineOf(serviceFolder: string): StartHostedProcess {
  return (args, ears) => {
    const child = utilityProcess.fork(path.join(serviceFolder, ...ENGINE_ENTRY), [...args], {
      stdio: 'pipe',
      serviceName: 'Dropforge engine',
    });
    let lastWords = '';
    for (const stream of [child.stdout, child.stderr]) {
      (stream as Readable | null)?.on('data', (chunk: Buffer) => {
        lastWords = (lastWords + chunk.toString('utf8')).slice(-LAST_WORDS);
        process.stderr.write(chunk);
      });
    }
    child.on('message', ears.onMessage);
    child.once('exit', (code) => ears.onEnd(`code ${code}`, lastWords));
    // Electron's own way to end it is SIGTERM, which an engine leaves to the service.
    const kill = (): void => void (child.pid !== undefined && process.kill(child.pid, 'SIGKILL'));
    return {
      send: (message) => child.postMessage(message),
      end: () => {
        kill();
        child.once('spawn', kill);
      },
    };
  };
}
