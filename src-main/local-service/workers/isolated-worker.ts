import { writeFile } from 'node:fs/promises';
import { findParentPort } from './parent-port.ts';
import type { EngineMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';
import { startThreadEngine } from './thread-engine.ts';

// Process entry, started by process-engine.ts or, for host-engine.ts, by Electron's main: one engine thread in a process
// of its own, so that native code that crashes or takes all memory ends this process and nothing else. The engine has a
// thread because the main thread must stay free: it hears that the service is gone even while the engine counts, and a
// full heap ends the thread alone.

const [entry = '', memoryMb] = process.argv.slice(2);

const host = findParentPort();
// Electron ends a utility process with its main; plain Node leaves that to us.
if (host === null) dieWithParent();
// Ctrl-C reaches every process of a terminal; the service says when this one is to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Linux: when the memory of the whole computer is full, take this process before the service.
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);

const tell = (message: EngineMessage): void => (host ? host.postMessage(message) : void process.send?.(message));
const engine = startThreadEngine(new URL(entry), Number(memoryMb), { onMessage: tell, onExit: () => undefined });
if (host) host.on('message', ({ data }) => engine.send(data as WorkItem));
else process.on('message', (order) => engine.send(order as WorkItem));

function dieWithParent(): void {
  // At once: an orderly exit would wait for native code in the thread, and nobody wants its files any more.
  const die = (): boolean => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', die);
  // The service went before anybody listened.
  if (!process.connected) die();
}
