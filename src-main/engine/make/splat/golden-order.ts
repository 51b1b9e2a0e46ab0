/** Fractional part of the golden ratio: as a stride, it leaves the most even gaps after any number of steps. */
const GOLDEN = 0.6180339887498949;

/**
 * Returns a permutation of the integers below `count` (1 to 2²⁶) in which any run of them is spread over the whole
 * range.
 */
export function goldenOrder(count: number): (index: number) => number {
  let stride = Math.max(1, Math.round(count * GOLDEN));
  while (commonDivisor(stride, count) !== 1) stride++;
  return (index) => (index * stride) % count;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
