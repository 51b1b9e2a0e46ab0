import { fork } from 'node:child_process';
import path from 'node:path';
import type { Ending, StartEngine } from './engine.ts';
import type { EngineMessage } from './messages.ts';

/** From TypeScript sources and from a build alike: the neighbour with this file's own ending. */
const HOST = path.join(import.meta.dirname, `isolated-worker${path.extname(import.meta.filename)}`);

/**
 * Whether this program can be started again as plain Node. An installed app's executable refuses that (the fuse
 * `runAsNode` of electron-builder.yml) and would open the app a second time.
 */
export const CAN_ISOLATE = process.versions['electron'] === undefined || !HOST.includes('app.asar');

/** V8's last words when a heap filled faster than Node could end the thread; the whole process aborts then. */
const HEAP_WORDS = 'JavaScript heap out of memory';

/**
 * An engine in a process of its own: nothing it does ends this process, and it never outlives this process, however that
 * one ends.
 */
export const startProcessEngine: StartEngine = (entry, memoryMb, { onMessage, onGone }) => {
  const child = fork(HOST, [entry.href, String(memoryMb)], {
    // Flags of this process, such as a debugger's port, are not for its children.
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Under Electron the executable is not Node by itself.
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
  // Standard output belongs to the line that says the service is ready.
  for (const words of [child.stdout, child.stderr]) words?.on('data', (chunk: Buffer) => process.stderr.write(chunk));
  let outOfMemory = false;
  child.stderr?.on('data', (chunk: Buffer) => (outOfMemory ||= chunk.includes(HEAP_WORDS)));
  const ended = new Promise<Ending>((resolve) => {
    // Not at `exit`, which may overtake its last words.
    child.once('close', (code, signal) => resolve({ how: signal ?? `code ${code}`, outOfMemory }));
    child.on('error', (error) => {
      // Without an id it never ran, and there will be no end of it.
      if (child.pid === undefined) resolve({ how: error.message, outOfMemory });
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
