import { fork } from 'node:child_process';
import path from 'node:path';
import { ENGINE_ENVIRONMENT, ENGINE_EXEC_ARGV } from '../../base/processes/engine-process-settings.ts';
import { isOutOfMemory } from '../../base/processes/out-of-memory.ts';
import { readResidentBytes } from '../../base/processes/resident-bytes.ts';
import type { EngineExit, StartEngine } from './engine.ts';
import type { EngineMessage } from './worker-messages.ts';

/** The sibling module with this file's extension, for TypeScript sources and for a build. */
const HOST = path.join(import.meta.dirname, `isolated-worker${path.extname(import.meta.filename)}`);

/**
 * An engine in its own process: its faults do not affect this process, and it ends with this process in any case.
 */
export const startProcessEngine: StartEngine = (entry, { heapMb, maxBytes }, { onMessage, onExit: onGone }) => {
  const child = fork(HOST, [entry.href, String(heapMb), String(maxBytes)], {
    // Flags of this process, such as a debugger's port, are not passed to its children.
    execArgv: [...ENGINE_EXEC_ARGV],
    env: { ...process.env, ...ENGINE_ENVIRONMENT },
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Standard output is reserved for the line that reports that the service is ready.
  for (const words of [child.stdout, child.stderr]) words?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  let outOfMemory = false;
  child.stderr?.on('data', (chunk: Buffer) => (outOfMemory ||= isOutOfMemory(chunk.toString('utf8'))));
  const ended = new Promise<EngineExit>((resolve) => {
    // Not at `exit`, which may precede the last output.
    child.once('close', (code, signal) => resolve({ reason: signal ?? `code ${code}`, outOfMemory }));
    child.on('error', (error) => {
      // Without a pid it never ran, and no end is reported.
      if (child.pid === undefined) resolve({ reason: error.message, outOfMemory });
      onGone();
    });
  });
  child.on('message', (message) => onMessage(message as EngineMessage));
  // Not at `exit`, which may precede the last message.
  child.once('disconnect', onGone);
  return {
    send: (order) => void child.send(order),
    residentBytes: () => (child.pid === undefined ? Promise.resolve(null) : readResidentBytes(child.pid)),
    end() {
      child.kill('SIGKILL');
      return ended;
    },
  };
};
