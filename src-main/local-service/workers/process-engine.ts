import { fork } from 'node:child_process';
import path from 'node:path';
import type { EngineExit, StartEngine } from './engine.ts';
import { isHeapExhausted } from './is-heap-exhausted.ts';
import type { EngineMessage } from './worker-messages.ts';

/** From TypeScript sources and from a build alike: the neighbour with this file's own ending. */
const HOST = path.join(import.meta.dirname, `isolated-worker${path.extname(import.meta.filename)}`);

/**
 * An engine in a process of its own: nothing it does ends this process, and it never outlives this process, however that
 * one ends.
 */
export const startProcessEngine: StartEngine = (entry, memoryMb, { onMessage, onExit: onGone }) => {
  const child = fork(HOST, [entry.href, String(memoryMb)], {
    // Flags of this process, such as a debugger's port, are not for its children.
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Standard output belongs to the line that says the service is ready.
  for (const words of [child.stdout, child.stderr]) words?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  let outOfMemory = false;
  child.stderr?.on('data', (chunk: Buffer) => (outOfMemory ||= isHeapExhausted(chunk.toString('utf8'))));
  const ended = new Promise<EngineExit>((resolve) => {
    // Not at `exit`, which may overtake its last words.
    child.once('close', (code, signal) => resolve({ reason: signal ?? `code ${code}`, outOfMemory }));
    child.on('error', (error) => {
      // Without an id it never ran, and there will be no end of it.
      if (child.pid === undefined) resolve({ reason: error.message, outOfMemory });
      onGone();
    });
  });
  child.on('message', (message) => onMessage(message as EngineMessage));
  // Not at `exit`, which may overtake the last message.
  child.once('disconnect', onGone);
  return {
    send: (order) => void child.send(order),
    end() {
      child.kill('SIGKILL');
      return ended;
    },
  };
};
