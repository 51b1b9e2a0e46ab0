import { serviceMessage } from '../../../src-shared/api/messages/service-message.ts';
import { enforceLimits, type LossCause, type WorkLimits } from '../../base/processes/enforce-limits.ts';
import type { TaskResult } from '../tasks/task-record.ts';
import { ApiError } from '../api-error.ts';
import type { EngineExit, Engine, StartEngine } from './engine.ts';
import type { EngineMessage } from './worker-messages.ts';
import { EngineLost, WorkStopped, type WorkEvents, type WorkItem, type WorkQueue } from './work-queue.ts';

/** Options of a pool. */
export interface PoolOptions {
  /** Module that each engine runs in a thread; it receives WorkOrders and sends WorkerMessages. */
  readonly entry: URL;
  readonly size: number;
  /** Limits of one engine and of each work item. */
  readonly limits: WorkLimits;
  /** Starts an engine in its own process, which contains its native faults. */
  readonly start: StartEngine;
  /** Number of engines started in advance; absent: one. */
  readonly warm?: number;
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
  /** Stops watching the engine. */
  stopLimits: () => void;
}

/** Number of engines started in advance. Each costs half a second of processor time, and 100 MB while idle. */
const WARM_ENGINES = 1;

/**
 * Engines, some of them started in advance. One that crashes or exceeds a limit is killed and fails only its own work
 * item; the next item starts at once. None outlives this process.
 */
export function createWorkerPool({ entry, size, limits, start, warm = WARM_ENGINES }: PoolOptions): WorkQueue {
  const waiting: Pending[] = [];
  const slots: Slot[] = Array.from({ length: size }, () => ({
    engine: null,
    pending: null,
    stopLimits: () => undefined,
  }));
  const endings = new Set<Promise<void>>();
  let closed = false;

  function startEngine(slot: Slot): Engine {
    const engine = start(entry, limits, {
      onMessage: (message) => slot.engine === engine && hear(slot, message),
      onExit: () => slot.engine === engine && lose(slot, 'crashed'),
    });
    slot.engine = engine;
    return engine;
  }

  /** As `startEngine`; null if the system refuses it, such as for lack of memory. */
  function tryStart(slot: Slot): Engine | null {
    try {
      return startEngine(slot);
    } catch (error) {
      console.error('An engine could not be started:', error);
      return null;
    }
  }

  function hear(slot: Slot, message: EngineMessage): void {
    if (message.kind === 'lost') return lose(slot, message.outOfMemory ? 'too-much-memory' : 'crashed');
    const { pending } = slot;
    if (!pending) return;
    if (message.kind === 'progress') return pending.events.onProgress(message.share);
    slot.stopLimits();
    slot.pending = null;
    if (message.kind === 'done') pending.resolve(message.result);
    else pending.reject(new ApiError(message.code, message.message));
    assign();
  }

  function lose(slot: Slot, cause: LossCause): void {
    const { pending } = slot;
    free(slot, ({ reason, outOfMemory }) => {
      if (pending) console.error(`An engine process ended during task ${pending.order.taskId} (${cause}): ${reason}`);
      return toEngineLost(cause === 'crashed' && outOfMemory ? 'too-much-memory' : cause, limits);
    });
    // What ended it, such as the system when memory ran out, may have ended idle ones too, unnoticed so far: the next
    // attempt must not meet one of them.
    if (cause === 'crashed') for (const idle of slots.filter(isIdle)) free(idle, () => new WorkStopped());
    assign();
  }

  /** Empties a slot. Its work item is rejected with the reason after the engine has ended. */
  function free(slot: Slot, reasonOf: (ending: EngineExit) => Error): void {
    const { engine, pending } = slot;
    slot.stopLimits();
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
      const idle = slots.filter(isIdle);
      const slot = idle.find(({ engine }) => engine) ?? idle[0];
      const next = slot && waiting.shift();
      if (!next) return;
      slot.pending = next;
      next.events.onStart();
      const engine = slot.engine ?? tryStart(slot);
      if (!engine) {
        slot.pending = null;
        next.reject(toEngineLost('crashed', limits));
        continue;
      }
      engine.send(next.order);
      slot.stopLimits = enforceLimits(engine, limits, (cause) => lose(slot, cause));
    }
  }

  for (const slot of slots.slice(0, warm)) tryStart(slot);

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

function isIdle({ pending }: Slot): boolean {
  return pending === null;
}

function toEngineLost(cause: LossCause, { maxBytes, maxMs }: WorkLimits): EngineLost {
  switch (cause) {
    case 'too-slow':
      return new EngineLost(2007, serviceMessage('task-failure.time-limit', { minutes: maxMs / 60_000 }), cause);
    case 'too-much-memory':
      return new EngineLost(2007, serviceMessage('task-failure.memory-limit', { max: maxBytes / 1024 ** 2 }), cause);
    case 'crashed':
      return new EngineLost(1000, serviceMessage('task-failure.crashed'), cause);
  }
}
