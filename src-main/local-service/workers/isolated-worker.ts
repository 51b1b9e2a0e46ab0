import { findParentPort } from '../../base/parent-port.ts';
import { isolateProcess } from '../../base/processes/isolate-process.ts';
import { startWatchdog } from '../../base/processes/watchdog.ts';
import type { EngineMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';
import { startThreadEngine } from './thread-engine.ts';

// Process entry, started by process-engine.ts or, for utility-process-engine.ts, by Electron's main: one engine thread in
// its own process, so that a crash or memory exhaustion in native code ends only this process. The engine runs in a
// thread because the main thread must remain responsive: it detects that the service has ended and that memory is used up
// while the engine is busy, and a full heap ends only the thread.

/** Below the readers': their work is shorter. */
const OOM_SCORE = 500;

const [entry = '', heapMb, maxBytes] = process.argv.slice(2);

startWatchdog(Number(maxBytes), process.ppid);
await isolateProcess(OOM_SCORE);

const host = findParentPort();
const tell = (message: EngineMessage): void => (host ? host.postMessage(message) : void process.send?.(message));
const limits = { heapMb: Number(heapMb), maxBytes: Number(maxBytes) };
const engine = startThreadEngine(new URL(entry), limits, { onMessage: tell, onExit: () => undefined });
if (host) host.on('message', ({ data }) => engine.send(data as WorkItem));
else process.on('message', (order) => engine.send(order as WorkItem));
