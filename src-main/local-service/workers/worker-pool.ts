import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { ApiError } from '../api-error.ts';
import type { EngineExit, Engine, StartEngine } from './engine.ts';
import type { EngineMessage } from './worker-messages.ts';
import { WorkerCrashed, WorkStopped, type WorkEvents, type WorkItem, type WorkQueue } from './work-queue.ts';

/** Options of a pool. */
export interface PoolOptions {
  /** Module that each engine runs in a thread; it receives WorkOrders and sends WorkerMessages. */
  readonly entry: URL;
  readonly size: number;
  /** JavaScript heap of one engine; typed arrays are outside of it and are limited by the engine itself. */
  readonly memoryMb: number;
  /** Starts an engine in its own process, which contains its native faults. */
  readonly start: StartEngine;
}

interface Pending {
  readonly order: WorkItem;
  readonly events: WorkEvents;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (reason: Error) => void;
}

interface Slot {
  /** Null until there is work, also after a crash: an engine that cannot start is not restarted repeatedly. */
  engine: Engine | null;
  pending: Pending | null;
}

/** Number of engines started in advance; an idle one uses about 100 MB. */
const WARM_ENGINES = 2;

/** Engines, some of them started in advance. A crash fails only its own work item; none outlives this process. */
export function createWorkerPool({ entry, size, memoryMb, start }: PoolOptions): WorkQueue {
  const waiting: Pending[] = [];
  const slots: Slot[] = Array.from({ length: size }, () => ({ engine: null, pending: null }));
  const endings = new Set<Promise<void>>();
  let closed = false;

  function startEngine(slot: Slot): Engine {
    const engine = start(entry, memoryMb, {
      onMessage: (message) => slot.engine === engine && hear(slot, message),
      onExit: () => slot.engine === engine && lose(slot, false),
    });
    slot.engine = engine;
    return engine;
  }

  function hear(slot: Slot, message: EngineMessage): void {
    if (message.kind === 'lost') return lose(slot, message.outOfMemory);
    const { pending } = slot;
    if (!pending) return;
    if (message.kind === 'progress') return pending.events.onProgress(message.share);
    slot.pending = null;
    if (message.kind === 'done') pending.resolve(message.result);
    else pending.reject(new ApiError(message.code, message.message));
    assign();
  }

  function lose(slot: Slot, knownHungry: boolean): void {
    const { pending } = slot;
    free(slot, ({ reason: how, outOfMemory }) => {
      if (pending) console.error(`An engine was lost in task ${pending.order.taskId}: ${how}`);
      // The same work would run out of memory again, so it is an error and not a crash.
      return knownHungry || outOfMemory ? tooHungry(memoryMb) : new WorkerCrashed();
    });
    assign();
  }

  /** Empties a slot. Its work item is rejected with the reason after the engine has ended. */
  function free(slot: Slot, reasonOf: (ending: EngineExit) => Error): void {
    const { engine, pending } = slot;
    slot.engine = null;
    slot.pending = null;
    if (!engine) return;
    const ending = engine.end().then((how) => {
      pending?.reject(reasonOf(how));
      endings.delete(ending);
    });
    endings.add(ending);
  }

  function assign(): void {
    while (!closed && waiting.length > 0) {
      const idle = slots.filter((slot) => !slot.pending);
      const slot = idle.find(({ engine }) => engine) ?? idle[0];
      const next = slot && waiting.shift();
      if (!next) return;
      slot.pending = next;
      next.events.onStart();
      (slot.engine ?? startEngine(slot)).send(next.order);
    }
  }

  for (const slot of slots.slice(0, WARM_ENGINES)) startEngine(slot);

  return {
    size,
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
      if (slot) free(slot, () => reason);
      assign();
    },
    async close() {
      closed = true;
      for (const pending of waiting.splice(0)) pending.reject(new WorkStopped());
      for (const slot of slots) free(slot, () => new WorkStopped());
      await Promise.all(endings);
    },
  };
}

function tooHungry(memoryMb: number): ApiError {
  return new ApiError(2007, serviceMessage('task-failure.memory-limit', { max: memoryMb }));
}
