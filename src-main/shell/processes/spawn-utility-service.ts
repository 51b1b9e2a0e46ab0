import path from 'node:path';
import type { Readable } from 'node:stream';
import { ENGINE_ENVIRONMENT, ENGINE_EXEC_ARGV } from '../../base/processes/engine-process-settings.ts';
import type { SpawnService } from '../../service-client/local-service/spawn-service.ts';
import { createEngineHost, type StartHostedProcess } from './engine-host.ts';
import { forkUtilityProcess, killUtilityProcess } from './utility-child.ts';

/** Entry file of an engine process, relative to the entry of the local service. */
const ENGINE_ENTRY = ['workers', 'isolated-worker.js'];
/** Length of the kept output, enough to see why a process exited. */
const MAX_TAIL_LENGTH = 4_096;

/**
 * Starts the local service and its engines in utility processes, which Electron always ends together with the app.
 */
export const spawnUtilityService: SpawnService = (entry, args) => {
  const child = forkUtilityProcess(entry, args, { stdio: 'pipe', serviceName: 'Dropforge local service' });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('The local service has no output to read.');
  const engines = createEngineHost(startEngineOf(path.dirname(entry)), (message) => child.postMessage(message));
  child.on('message', engines.handleMessage);
  child.once('exit', engines.close);
  return {
    get pid() {
      return child.pid;
    },
    // Electron declares the streams with an older interface than they implement.
    stdout: stdout as Readable,
    stderr: stderr as Readable,
    onExit: (listen) => void child.once('exit', listen),
    terminate: () => void child.kill(),
    kill: () => killUtilityProcess(child),
  };
};

function startEngineOf(serviceFolder: string): StartHostedProcess {
  return (args, env, listener) => {
    const child = forkUtilityProcess(path.join(serviceFolder, ...ENGINE_ENTRY), args, {
      execArgv: [...ENGINE_EXEC_ARGV],
      env: { ...env, ...ENGINE_ENVIRONMENT },
      stdio: 'pipe',
      serviceName: 'Dropforge engine',
    });
    let stderrTail = '';
    for (const stream of [child.stdout, child.stderr]) {
      (stream as Readable | null)?.on('data', (chunk: Buffer) => {
        stderrTail = (stderrTail + chunk.toString('utf8')).slice(-MAX_TAIL_LENGTH);
        process.stderr.write(chunk);
      });
    }
    child.once('spawn', () => child.pid !== undefined && listener.onStart(child.pid));
    child.on('message', listener.onMessage);
    child.once('exit', (code) => listener.onEnd(`code ${code}`, stderrTail));
    return {
      send: (message) => child.postMessage(message),
      end: () => killUtilityProcess(child),
    };
  };
}
