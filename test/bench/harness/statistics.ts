/** Measured values in short. */
export interface Summary {
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Median of values; NaN of none. */
export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}

/** Median, quartiles and extremes; null of no values. */
export function summarize(values: readonly number[]): Summary | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: quantile(sorted, 0.5),
    q1: quantile(sorted, 0.25),
    q3: quantile(sorted, 0.75),
    min: sorted[0]!,
    max: sorted.at(-1)!,
    count: sorted.length,
  };
}

/** Ours divided by theirs, run by run; 1 where both are 0. */
export function pairRatios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.slice(0, theirs.length).map((value, index) => {
    const other = theirs[index]!;
    return value === 0 && other === 0 ? 1 : value / other;
  });
}

/** A quantile of sorted values: between the values beside it in proportion, as R’s default (type 7). */
export function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN];
  return low === high ? low : low + (high - low) * (at - Math.floor(at));
}
