/** Steps a slider has where its values are evenly spaced; about so many. */
const STEPS = 100;

/** A range that spans more than this factor is gone through by factors: two decades. */
const WIDEST = 100;

/** Round numbers of a decade, each about a quarter above the one before. */
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8] as const;

/** The least and most a slider goes to, both included. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The values a slider stops at, rising, from the least to the most: round numbers evenly spaced, or, where the range spans
 * more than two decades, by about equal factors. `whole`: whole numbers only.
 */
export function findStops({ min, max }: SliderRange, whole: boolean): number[] {
  const inside = min > 0 && max / min > WIDEST ? byFactors(min, max) : evenly(min, max, whole);
  const stops = [min, ...inside, max].filter((stop) => stop >= min && stop <= max);
  return [...new Set(whole ? stops.map(Math.round) : stops)];
}

/** Index of the stop next to a value. */
export function findStop(stops: readonly number[], value: number): number {
  const distances = stops.map((stop) => Math.abs(stop - value));
  return distances.indexOf(Math.min(...distances));
}

function byFactors(min: number, max: number): number[] {
  const decades = Array.from({ length: Math.ceil(Math.log10(max / min)) + 1 }, (_, index) => index);
  const first = Math.floor(Math.log10(min));
  return decades.flatMap((decade) => ROUND.map((round) => toExact(round * 10 ** (first + decade))));
}

function evenly(min: number, max: number, whole: boolean): number[] {
  const decade = 10 ** Math.floor(Math.log10((max - min) / STEPS));
  const round = [1, 2, 5, 10].find((each) => each * decade >= (max - min) / STEPS) ?? 10;
  const step = whole ? Math.max(1, round * decade) : round * decade;
  const first = Math.floor(min / step) + 1;
  const count = Math.max(0, Math.ceil(max / step) - first);
  return Array.from({ length: count }, (_, index) => toExact((first + index) * step));
}

/** Without the last digits of a double, so that 0.3 is not 0.30000000000000004. */
function toExact(value: number): number {
  return Number(value.toPrecision(12));
}
