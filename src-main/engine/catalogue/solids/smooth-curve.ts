/**
 * Returns points on a smooth curve through all given points (Catmull–Rom, close to centripetal for evenly spaced
 * points), `steps` segments between two of them; any number of coordinates. `isClosed` joins the last to the first.
 */
export function smoothCurve<P extends readonly number[]>(points: readonly P[], steps: number, isClosed = false): P[] {
  if (steps <= 1 || points.length < 3) return [...points];
  const count = points.length;
  const at = (k: number): P => (isClosed ? points[(k + count) % count]! : points[Math.min(count - 1, Math.max(0, k))]!);
  const curve: P[] = [];
  for (let k = 0; k < (isClosed ? count : count - 1); k++) {
    const [a, b, c, d] = [at(k - 1), at(k), at(k + 1), at(k + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      curve.push(b.map((_, axis) => blend(a[axis]!, b[axis]!, c[axis]!, d[axis]!, t)) as unknown as P);
    }
  }
  if (!isClosed) curve.push(at(count - 1));
  return curve;
}

function blend(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}
