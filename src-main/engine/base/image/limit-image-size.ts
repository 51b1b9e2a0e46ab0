import { WORKING_EDGE } from './read-image.ts';

/**
 * Returns the edge of a square texture, a power of two of at most `wanted`: as large as a subject of `long` pixels has
 * detail for (it covers about half of the texture), but not reduced below `WORKING_EDGE` for that reason.
 */
export function limitImageSize(wanted: number, long: number): number {
  const useful = Math.max(WORKING_EDGE, 2 ** Math.ceil(Math.log2(2 * Math.max(1, long))));
  return 2 ** Math.floor(Math.log2(Math.min(wanted, useful)));
}
