/** Approximate number of steps of a linear slider. */
const STEPS = 100;

/** Ratio of the bounds above which the stops are logarithmic: two decades. */
const MAX_LINEAR_RATIO = 100;

/** Round numbers of one decade, each about 25 % above the previous one. */
const ROUND = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8] as const;

/** Inclusive bounds of a slider. */
export interface SliderRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the slider's values in ascending order: evenly spaced round numbers, or approximately logarithmic steps if
 * the range spans more than two decades. `whole` allows only integers.
 */
export function findStops({ min, max }: SliderRange, whole: boolean): number[] {
  const inside = min > 0 && max / min > MAX_LINEAR_RATIO ? byFactors(min, max) : evenly(min, max, whole);
  const stops = [min, ...inside, max].filter((stop) => stop >= min && stop <= max);
  return [...new Set(whole ? stops.map(Math.round) : stops)];
}

/** Returns the index of the stop closest to a value. */
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

/** Rounds off floating-point errors, so that 0.3 is not 0.30000000000000004. */
function toExact(value: number): number {
  return Number(value.toPrecision(12));
}
