import type { EngineMessage } from './worker-messages.ts';
import type { WorkItem } from './work-queue.ts';

/** How an engine ended. */
export interface EngineExit {
  /** Its exit code or signal, in words. */
  readonly reason: string;
  readonly outOfMemory: boolean;
}

/** One engine, wherever it runs. */
export interface Engine {
  send(order: WorkItem): void;
  /** Ends it at once; resolves when it has exited and cannot write any more. */
  end(): Promise<EngineExit>;
}

/** Who hears of an engine. */
export interface EngineListener {
  onMessage(message: EngineMessage): void;
  /** It died, or never started; everything it said before has been heard. May come more than once. */
  onExit(): void;
}

/** Starts an engine that runs the module `entry` with `memoryMb` of JavaScript heap. */
export type StartEngine = (entry: URL, memoryMb: number, ears: EngineListener) => Engine;
