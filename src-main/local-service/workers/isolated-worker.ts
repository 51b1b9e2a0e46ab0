import { writeFile } from 'node:fs/promises';
import { findParentPort } from '../../base/parent-port.ts';
import type { EngineMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';
import { startThreadEngine } from './thread-engine.ts';

// Process entry, started by process-engine.ts or, for host-engine.ts, by Electron's main: one engine thread in its own
// process, so that a crash or memory exhaustion in native code ends only this process. The engine runs in a
// thread because the main thread must remain responsive: it detects that the service has ended while the engine is busy,
// and a full heap ends only the thread.

const [entry = '', memoryMb] = process.argv.slice(2);

const host = findParentPort();
// Electron ends a utility process with its main process; under plain Node this process has to end itself.
if (host === null) dieWithParent();
// Ctrl-C reaches every process of a terminal; the service decides when this one ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
// Linux: if the computer runs out of memory, end this process before the service.
if (process.platform === 'linux') await writeFile('/proc/self/oom_score_adj', '500').catch(() => undefined);

const tell = (message: EngineMessage): void => (host ? host.postMessage(message) : void process.send?.(message));
const engine = startThreadEngine(new URL(entry), Number(memoryMb), { onMessage: tell, onExit: () => undefined });
if (host) host.on('message', ({ data }) => engine.send(data as WorkItem));
else process.on('message', (order) => engine.send(order as WorkItem));

function dieWithParent(): void {
  // At once: a regular exit would wait for native code in the thread, and its files are no longer needed.
  const die = (): boolean => process.kill(process.pid, 'SIGKILL');
  process.on('disconnect', die);
  // The service ended before the listener was added.
  if (!process.connected) die();
}
