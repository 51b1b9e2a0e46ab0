import type { Fault } from './faults.ts';
import type { Mutation } from './mutation.ts';

/** A plausible bug, planted around the product; the simulation must find it. */
export interface Mutant {
  readonly name: string;
  /** Invariants of which one must break, by the beginning of their names. */
  readonly caughtBy: readonly string[];
  /** Faults that make it matter. */
  readonly faults: readonly Fault[];
  /** A mutation for each simulated world, because some have state. */
  create(): Mutation;
}
