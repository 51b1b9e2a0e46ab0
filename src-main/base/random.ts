import { randomInt, randomUUID } from 'node:crypto';

/** Random numbers; tests replace them with seeded ones. */
export interface Random {
  uuid(): string;
  /** An integer from 0, below the limit. */
  integer(below: number): number;
  /** From 0, below 1. */
  fraction(): number;
}

/** Random numbers of this computer: cryptographic for identifiers. */
export const systemRandom: Random = {
  uuid: () => randomUUID(),
  integer: (below) => randomInt(below),
  fraction: () => Math.random(),
};
