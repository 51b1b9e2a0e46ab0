type Flat = readonly [x: number, y: number];

/**
 * Triangulates a simple counter-clockwise polygon and returns indices of its points; the best-shaped ear is clipped
 * first. Ear clipping (Meisters 1975); O(n³), for outlines of a few dozen points.
 */
export function clipEars(polygon: readonly Flat[]): number[] {
  const rest = polygon.map((_, k) => k);
  const faces: number[] = [];
  while (rest.length > 3) {
    let best = -1;
    let bestShape = 0;
    for (let k = 0; k < rest.length; k++) {
      const shape = rateEar(polygon, rest, k);
      if (shape > bestShape) [best, bestShape] = [k, shape];
    }
    // Only a self-intersecting polygon has no ear; any corner then keeps the surface closed.
    const at = Math.max(0, best);
    faces.push(rest.at(at - 1)!, rest[at]!, rest[(at + 1) % rest.length]!);
    rest.splice(at, 1);
  }
  return [...faces, ...rest];
}

/** Returns area over squared longest side, 0 if the corner is not an ear. */
function rateEar(polygon: readonly Flat[], rest: readonly number[], k: number): number {
  const [a, b, c] = [polygon[rest.at(k - 1)!]!, polygon[rest[k]!]!, polygon[rest[(k + 1) % rest.length]!]!];
  const area = cross(a, b, c);
  if (area <= 0) return 0;
  for (const other of rest) {
    const p = polygon[other]!;
    if (p === a || p === b || p === c) continue;
    if (cross(a, b, p) >= 0 && cross(b, c, p) >= 0 && cross(c, a, p) >= 0) return 0;
  }
  return area / Math.max(square(a, b), square(b, c), square(c, a));
}

function cross(o: Flat, a: Flat, b: Flat): number {
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

function square(a: Flat, b: Flat): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
}
