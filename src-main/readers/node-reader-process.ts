import { fork } from 'node:child_process';
import path from 'node:path';
import { readResidentBytes } from '../base/processes/resident-bytes.ts';
import { MAX_LAST_OUTPUT, type ReaderMessage, type StartReader } from './reader-process.ts';

/** Entry file of a reader process, beside this file in the sources and in a build. */
export const READER_ENTRY = path.join(import.meta.dirname, `reader-worker${path.extname(import.meta.filename)}`);

/** Starts a reader process under plain Node. */
export const startNodeReader: StartReader = ({ heapMb, maxBytes }, { onMessage, onExit }) => {
  const child = fork(READER_ENTRY, [String(maxBytes)], {
    // Flags of this process, such as a debugger's port, are not passed on.
    execArgv: [`--max-old-space-size=${heapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let lastOutput = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastOutput = (lastOutput + text).slice(-MAX_LAST_OUTPUT);
  });
  let isOver = false;
  const end = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    onExit({ reason, lastOutput });
  };
  child.on('message', (said) => onMessage(said as ReaderMessage));
  child.on('error', (error: NodeJS.ErrnoException) => child.pid === undefined && end(error.code ?? error.message));
  // Not at `exit`, which may precede the last output.
  child.once('close', (code, signal) => end(signal ?? `code ${code}`));
  return {
    send: (call) => void child.send(call, () => undefined),
    residentBytes: () => (child.pid === undefined ? Promise.resolve(null) : readResidentBytes(child.pid)),
    hold: (isBusy) => {
      const verb = isBusy ? 'ref' : 'unref';
      child[verb]();
      child.channel?.[verb]();
      (child.stderr as { ref?(): void; unref?(): void } | null)?.[verb]?.();
    },
    kill: () => void child.kill('SIGKILL'),
  };
};
