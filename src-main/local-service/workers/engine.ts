import type { EngineMessage } from './messages.ts';
import type { WorkOrder } from './work-queue.ts';

/** One engine, wherever it runs. */
export interface Engine {
  send(order: WorkOrder): void;
  /** Ends it at once; resolves when it is gone and writes nothing any more, with how it ended. */
  end(): Promise<string>;
}

/** Who hears of an engine. */
export interface EngineEars {
  onMessage(message: EngineMessage): void;
  /** It died, or never started; everything it said before has been heard. May come more than once. */
  onGone(): void;
}

/** Starts an engine that runs the module `entry` with `memoryMb` of JavaScript heap. */
export type StartEngine = (entry: URL, memoryMb: number, ears: EngineEars) => Engine;
