import { Worker } from 'node:worker_threads';
import type { TaskResult } from '../tasks/task-record.ts';
import { ServiceFault } from '../service-fault.ts';
import type { WorkerMessage } from './messages.ts';
import { WorkerCrashed, WorkStopped, type WorkEvents, type WorkOrder, type WorkQueue } from './work-queue.ts';

/** How a pool is set up. */
export interface PoolOptions {
  /** Module each thread runs; it takes WorkOrders and answers WorkerMessages. */
  readonly entry: URL;
  readonly size: number;
  /** JavaScript heap of one thread; typed arrays lie outside of it and are bounded by the engine's own limits. */
  readonly memoryMb: number;
}

interface Pending {
  readonly order: WorkOrder;
  readonly events: WorkEvents;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (reason: Error) => void;
}

interface Slot {
  /** Null after a crash, until there is work: a thread that cannot start is not started over and over. */
  worker: Worker | null;
  pending: Pending | null;
}

/** Worker threads, all started at once so that the first order finds them warm. A thread that dies fails its order only. */
export function createWorkerPool({ entry, size, memoryMb }: PoolOptions): WorkQueue {
  const waiting: Pending[] = [];
  const slots: Slot[] = Array.from({ length: size }, () => ({ worker: null, pending: null }));
  let closed = false;

  function startWorker(slot: Slot): Worker {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, stdout: true });
    // Standard output belongs to the line that says the service is ready.
    worker.stdout.on('data', (chunk: Buffer) => process.stderr.write(chunk));
    worker.on('message', (message: WorkerMessage) => hear(slot, message));
    worker.on('error', (error) => lose(slot, worker, error));
    worker.on('exit', () => lose(slot, worker, null));
    slot.worker = worker;
    return worker;
  }

  function hear(slot: Slot, message: WorkerMessage): void {
    const { pending } = slot;
    if (!pending) return;
    if (message.kind === 'progress') return pending.events.onProgress(message.share);
    slot.pending = null;
    if (message.kind === 'done') pending.resolve(message.result);
    else pending.reject(new ServiceFault(message.code, message.message));
    assign();
  }

  function lose(slot: Slot, worker: Worker, error: unknown): void {
    if (slot.worker !== worker) return;
    free(slot, toFault(error, memoryMb));
    assign();
  }

  /** Empties a slot; whoever waits for its order hears the reason. */
  function free(slot: Slot, reason: Error): void {
    const { worker, pending } = slot;
    slot.worker = null;
    slot.pending = null;
    void worker?.terminate();
    pending?.reject(reason);
  }

  function assign(): void {
    for (const slot of closed ? [] : slots) {
      const next = slot.pending ? undefined : waiting.shift();
      if (!next) continue;
      slot.pending = next;
      next.events.onStart();
      (slot.worker ?? startWorker(slot)).postMessage(next.order);
    }
  }

  for (const slot of slots) startWorker(slot);

  return {
    run: (order, events) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new WorkStopped());
        waiting.push({ order, events, resolve, reject });
        assign();
      }),
    cancel(taskId, reason) {
      const index = waiting.findIndex((pending) => pending.order.taskId === taskId);
      if (index >= 0) waiting.splice(index, 1)[0]?.reject(reason);
      const slot = slots.find(({ pending }) => pending?.order.taskId === taskId);
      if (slot) free(slot, reason);
      assign();
    },
    async close() {
      closed = true;
      for (const pending of waiting.splice(0)) pending.reject(new WorkStopped());
      const workers = slots.flatMap(({ worker }) => worker ?? []);
      for (const slot of slots) free(slot, new WorkStopped());
      await Promise.all(workers.map((worker) => worker.terminate()));
    },
  };
}

function toFault(error: unknown, memoryMb: number): ServiceFault {
  // The same work would run out of memory again, so this is a refusal and no crash.
  if ((error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new ServiceFault(2007, `This needs more than the ${memoryMb} MB of memory one task may use.`);
  }
  if (error) console.error('A worker thread died:', error);
  return new WorkerCrashed();
}
