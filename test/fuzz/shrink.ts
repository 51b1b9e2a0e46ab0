import { createDraws } from './draws.ts';
import type { FuzzInput, FuzzTarget } from './fuzz-target.ts';

/** Cases that are tried to make a failing one simpler. */
const MAX_TRIES = 120;

/** The simplest failing case that was found. */
export interface ShrunkCase {
  readonly input: FuzzInput;
  readonly tries: number;
}

/**
 * Makes a failing case of a seed simpler: sets its choices to the simplest ones, in blocks of half their number down to
 * single ones, then halves what is left, as long as `isFailing` holds. Works for archives and checksums too, because the
 * case is generated anew.
 */
export async function shrinkCase(
  target: FuzzTarget,
  seed: string,
  isFailing: (input: FuzzInput) => Promise<boolean>,
): Promise<ShrunkCase> {
  const generate = async (given: readonly number[] | null): Promise<{ input: FuzzInput; drawn: readonly number[] }> => {
    const { prng, drawn } = createDraws(seed, given);
    return { input: await target.generate(prng), drawn };
  };
  let best = await generate(null);
  let tries = 0;
  const attempt = async (given: readonly number[]): Promise<boolean> => {
    tries++;
    const next = await generate(given);
    if (next.input.length > best.input.length || !(await isFailing(next.input))) return false;
    // Draws after the last one that is not the simplest are not needed to replay it.
    best = { input: next.input, drawn: next.drawn.slice(0, next.drawn.findLastIndex((value) => value !== 0) + 1) };
    return true;
  };
  for (
    let size = Math.ceil(best.drawn.length / 2);
    size >= 1 && tries < MAX_TRIES;
    size = size > 1 ? Math.ceil(size / 2) : 0
  ) {
    for (let end = best.drawn.length; end > 0 && tries < MAX_TRIES; end -= size) {
      const from = Math.max(0, end - size);
      if (best.drawn.slice(from, end).every((value) => value === 0)) continue;
      await attempt(best.drawn.map((value, at) => (at >= from && at < end ? 0 : value)));
    }
  }
  for (let at = 0; at < best.drawn.length && tries < MAX_TRIES; at++) {
    while (best.drawn[at]! > 1e-6 && tries < MAX_TRIES) {
      if (!(await attempt(best.drawn.with(at, best.drawn[at]! / 2)))) break;
    }
  }
  return { input: best.input, tries };
}
