import { randomInt, randomUUID } from 'node:crypto';

/** Chance as the app sees it; the simulation has one with a seed. */
export interface Random {
  uuid(): string;
  /** A whole number from 0, below the limit. */
  integer(below: number): number;
  /** From 0, below 1. */
  fraction(): number;
}

/** This computer's chance: cryptographic where it names things. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  integer: (below) => randomInt(below),
  fraction: () => Math.random(),
};
