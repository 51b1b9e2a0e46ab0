import type { MeasuredProcess, MemoryLimits } from '../../base/processes/enforce-limits.ts';
import type { EngineMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';

/** The end of an engine. */
export interface EngineExit {
  /** Its exit code or signal, in words. */
  readonly reason: string;
  readonly outOfMemory: boolean;
}

/** An engine in a thread or process. */
export interface Engine extends MeasuredProcess {
  send(order: WorkItem): void;
  /** Ends it at once; resolves when it has exited and cannot write any more. */
  end(): Promise<EngineExit>;
}

/** Listener of an engine. */
export interface EngineListener {
  onMessage(message: EngineMessage): void;
  /** It ended, or could not start; all earlier messages were delivered. May be called more than once. */
  onExit(): void;
}

/** Starts an engine that runs the module `entry` within limits of memory. */
export type StartEngine = (entry: URL, limits: MemoryLimits, ears: EngineListener) => Engine;
