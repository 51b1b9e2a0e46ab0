import type { Fault } from './faults.ts';
import type { Mutation } from './mutation.ts';

/** A bug that somebody might write, planted around the product; the simulation has to find it. */
export interface Mutant {
  readonly name: string;
  /** Invariants of which one has to break, by the beginning of their names. */
  readonly caughtBy: readonly string[];
  /** Faults that have to be there for it to matter. */
  readonly faults: readonly Fault[];
  /** One mutation for each simulated life, because some remember things. */
  create(): Mutation;
}
