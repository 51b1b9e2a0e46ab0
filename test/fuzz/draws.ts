import { createPrng, type Prng } from '../simulation/prng.ts';

/** Random choices of one case that can be recorded, changed and replayed. */
export interface Draws {
  readonly prng: Prng;
  /** Every number drawn so far, from 0 to 1. */
  readonly drawn: readonly number[];
}

/**
 * Creates the choices of a seed, or replays `given` ones. 0 is always the simplest choice: the first of a list, the
 * smallest number, and no chance; choices after the end of `given` are 0. So a case becomes simpler by setting draws to 0.
 */
export function createDraws(seed: string, given: readonly number[] | null = null): Draws {
  const source = createPrng(seed);
  const drawn: number[] = [];
  const fraction = (): number => {
    const value = given ? (given[drawn.length] ?? 0) : source.fraction();
    drawn.push(value);
    return value;
  };
  const integer = (below: number): number => Math.floor(fraction() * below);
  const prng: Prng = {
    fraction,
    integer,
    between: (low, high) => low + fraction() * (high - low),
    chance: (probability) => fraction() >= 1 - probability,
    pick: (list) => list[integer(list.length)] as (typeof list)[number],
    uuid: () =>
      `00000000-0000-4000-8000-${integer(2 ** 32)
        .toString(16)
        .padStart(12, '0')}`,
    fork: () => prng,
  };
  return { prng, drawn };
}
