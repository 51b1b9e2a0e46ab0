import type { Readable } from 'node:stream';
import { app } from 'electron';
import { readResidentBytes } from '../../base/processes/resident-bytes.ts';
import { READER_ENTRY } from '../../readers/node-reader-process.ts';
import { MAX_LAST_OUTPUT, type ReaderMessage, type StartReader } from '../../readers/reader-process.ts';
import { forkUtilityProcess, killUtilityProcess } from './utility-child.ts';

/** Starts a reader process as a utility process, because an installed app cannot run plain Node. */
export const startUtilityReader: StartReader = ({ heapMb, maxBytes }, { onMessage, onExit }) => {
  const child = forkUtilityProcess(READER_ENTRY, [String(maxBytes)], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ['ignore', 'ignore', 'pipe'],
    serviceName: 'Dropforge reader',
  });
  let lastOutput = '';
  (child.stderr as Readable | null)?.on('data', (chunk: Buffer) => {
    lastOutput = (lastOutput + chunk.toString('utf8')).slice(-MAX_LAST_OUTPUT);
  });
  child.on('message', (said) => onMessage(said as ReaderMessage));
  child.once('exit', (code) => onExit({ reason: `code ${code}`, lastOutput }));
  return {
    send: (call) => child.postMessage(call),
    residentBytes: () => (child.pid === undefined ? Promise.resolve(null) : residentBytesOf(child.pid)),
    // Electron keeps the app running.
    hold: () => undefined,
    kill: () => killUtilityProcess(child),
  };
};

async function residentBytesOf(pid: number): Promise<number | null> {
  if (process.platform !== 'win32') return readResidentBytes(pid);
  const found = app.getAppMetrics().find((metric) => metric.pid === pid);
  return found ? found.memory.workingSetSize * 1_024 : null;
}
