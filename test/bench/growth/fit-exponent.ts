/** A size and how long its work took. */
export interface GrowthPoint {
  readonly n: number;
  readonly ms: number;
}

/** The exponent k of ms = c · n^k, by least squares over the logarithms; needs two different sizes. */
function fitExponent(points: readonly GrowthPoint[]): number {
  const logs = points.map(({ n, ms }) => ({ x: Math.log(n), y: Math.log(ms) }));
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2);
}

/** Fixed costs weigh least at the largest sizes: only so many of them are fitted. */
const FITTED = 3;

/** The exponent over the largest sizes; the points begin with the smallest. */
export function fitLargest(points: readonly GrowthPoint[]): number {
  return fitExponent(points.slice(-FITTED));
}

/** The exponent that n log n has over the same largest sizes. */
export function fitLinearithmic(sizes: readonly number[]): number {
  return fitLargest(sizes.map((n) => ({ n, ms: n * Math.log(n) })));
}
