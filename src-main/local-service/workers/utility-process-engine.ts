import type { ParentPort } from '../../base/parent-port.ts';
import { isOutOfMemory } from '../../base/processes/out-of-memory.ts';
import { readResidentBytes } from '../../base/processes/resident-bytes.ts';
import type { EngineExit, EngineListener, StartEngine } from './engine.ts';
import type { EngineMessage } from './worker-messages.ts';

/** Requests to the host: start an engine's process, send it a message, or end it. */
type HostOrder =
  | { readonly kind: 'start'; readonly id: number; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv }
  | { readonly kind: 'send'; readonly id: number; readonly message: unknown }
  | { readonly kind: 'end'; readonly id: number };

/**
 * Messages from the host about an engine's process: its process id, its messages, or its end with the last output on
 * standard error.
 */
type HostWord =
  | { readonly kind: 'started'; readonly id: number; readonly pid: number }
  | { readonly kind: 'said'; readonly id: number; readonly message: EngineMessage }
  | { readonly kind: 'ended'; readonly id: number; readonly how: string; readonly lastWords: string };

interface Hosted {
  /** Null until it has started. */
  pid: number | null;
  readonly listeners: EngineListener;
  readonly end: (ending: EngineExit) => void;
}

/**
 * Engines in processes that Electron's main starts, because an installed app's executable cannot be started as plain Node
 * (the fuse `runAsNode` of electron-builder.yml). `src-main/shell/processes/engine-host.ts` is the other end.
 */
export function createUtilityProcessEngines(port: ParentPort): StartEngine {
  const engines = new Map<number, Hosted>();
  let nextId = 1;
  const ask = (order: HostOrder): void => port.postMessage(order);

  port.on('message', ({ data }) => {
    const word = data as HostWord;
    const engine = engines.get(word.id);
    if (word.kind === 'started') return void (engine && (engine.pid = word.pid));
    if (word.kind === 'said') return engine?.listeners.onMessage(word.message);
    engines.delete(word.id);
    engine?.end({ reason: word.how, outOfMemory: isOutOfMemory(word.lastWords) });
    engine?.listeners.onExit();
  });

  return (entry, { heapMb, maxBytes }, ears) => {
    const id = nextId++;
    const ended = new Promise<EngineExit>((end) => engines.set(id, { pid: null, listeners: ears, end }));
    // That of the host still has the keys that this process took out of its own.
    const env = { ...process.env };
    ask({ kind: 'start', id, args: [entry.href, String(heapMb), String(maxBytes)], env });
    return {
      send: (order) => ask({ kind: 'send', id, message: order }),
      residentBytes: () => {
        const pid = engines.get(id)?.pid ?? null;
        return pid === null ? Promise.resolve(null) : readResidentBytes(pid);
      },
      end() {
        ask({ kind: 'end', id });
        return ended;
      },
    };
  };
}
