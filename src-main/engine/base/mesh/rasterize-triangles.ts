/**
 * Called for a texel (row × size + column) inside a triangle, with the barycentric weights of its three corners (sum
 * 1).
 */
export type VisitTexel = (triangle: number, texel: number, a: number, b: number, c: number) => void;

/**
 * Visits every texel of a square texture whose centre is in a triangle of the UV plane once: the first triangle gets
 * it, and `covered` (size², 1 = visited) records it. A triangle too small to contain a centre gets the texel it is in,
 * if that is free. Either winding; O(triangles + texels in their bounding boxes).
 */
export function rasterizeTriangles(
  uvs: Float32Array,
  triangles: Uint32Array,
  size: number,
  covered: Uint8Array,
  visit: VisitTexel,
): void {
  const small: number[] = [];
  for (let first = 0; first < triangles.length; first += 3) {
    const [x0, y0, x1, y1, x2, y2] = cornersOf(uvs, triangles, first, size);
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    let isHit = false;
    if (area !== 0) {
      const top = clampTexel(Math.min(y0, y1, y2) - 0.5, size);
      const bottom = clampTexel(Math.max(y0, y1, y2) + 0.5, size);
      const left = clampTexel(Math.min(x0, x1, x2) - 0.5, size);
      const right = clampTexel(Math.max(x0, x1, x2) + 0.5, size);
      for (let row = top; row <= bottom; row++) {
        for (let column = left; column <= right; column++) {
          const x = column + 0.5;
          const y = row + 0.5;
          const b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area;
          const c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area;
          const a = 1 - b - c;
          if (a < -EDGE || b < -EDGE || c < -EDGE) continue;
          isHit = true;
          const texel = row * size + column;
          if (covered[texel]) continue;
          covered[texel] = 1;
          visit(first / 3, texel, a, b, c);
        }
      }
    }
    if (!isHit) small.push(first);
  }
  for (const first of small) {
    const [x0, y0, x1, y1, x2, y2] = cornersOf(uvs, triangles, first, size);
    const texel = clampTexel((y0 + y1 + y2) / 3, size) * size + clampTexel((x0 + x1 + x2) / 3, size);
    if (covered[texel]) continue;
    covered[texel] = 1;
    visit(first / 3, texel, 1 / 3, 1 / 3, 1 / 3);
  }
}

/** Tolerance: rounding must not leave a gap between neighbours. */
const EDGE = 1e-6;

function clampTexel(place: number, size: number): number {
  return Math.min(size - 1, Math.max(0, Math.floor(place)));
}

function cornersOf(
  uvs: Float32Array,
  triangles: Uint32Array,
  first: number,
  size: number,
): [number, number, number, number, number, number] {
  const [a, b, c] = [triangles[first]! * 2, triangles[first + 1]! * 2, triangles[first + 2]! * 2];
  return [uvs[a]! * size, uvs[a + 1]! * size, uvs[b]! * size, uvs[b + 1]! * size, uvs[c]! * size, uvs[c + 1]! * size];
}
