/** Of a whole: the stride that leaves the most even gaps after any number of steps. */
const GOLDEN = 0.6180339887498949;

/** Gives the numbers below `count` (from 1 to 2²⁶) new places, one each, so that any run of them is spread over all. */
export function goldenOrder(count: number): (index: number) => number {
  let stride = Math.max(1, Math.round(count * GOLDEN));
  while (commonDivisor(stride, count) !== 1) stride++;
  return (index) => (index * stride) % count;
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
