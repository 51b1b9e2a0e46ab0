/**
 * Called for a texel (row × size + column) inside a triangle, with the barycentric weights of its three corners (sum
 * 1).
 */
export type VisitTexel = (triangle: number, texel: number, a: number, b: number, c: number) => void;

/**
 * Visits every texel of a square texture whose centre is in a triangle of the UV plane once: the first triangle gets
 * it, and `covered` (size², 1 = visited) records it. A triangle too small to contain a centre gets the texel it is in,
 * if that is free. Either winding; O(triangles + texels in their bounding boxes), and where triangles cover each other
 * many times, as tiled textures do, O(triangles × rows).
 */
export function rasterizeTriangles(
  uvs: Float32Array,
  triangles: Uint32Array,
  size: number,
  covered: Uint8Array,
  visit: VisitTexel,
): void {
  const small: number[] = [];
  let wasted = 0;
  let skips: Uint16Array | null = null;
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
          if (isHit && skips) column = findFree(skips, row * size, column, size);
          if (column > right) break;
          const x = column + 0.5;
          const y = row + 0.5;
          const b = ((x - x0) * (y2 - y0) - (x2 - x0) * (y - y0)) / area;
          const c = ((x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)) / area;
          const a = 1 - b - c;
          const texel = row * size + column;
          wasted += covered[texel]!;
          if (a < -EDGE || b < -EDGE || c < -EDGE) continue;
          isHit = true;
          if (covered[texel]) continue;
          covered[texel] = 1;
          if (skips) skips[texel] = column + 1;
          visit(first / 3, texel, a, b, c);
        }
      }
    }
    if (!isHit) small.push(first);
    if (wasted > MAX_WASTED_LAYERS * size * size) skips ??= listSkips(covered, size);
  }
  for (const first of small) {
    const [x0, y0, x1, y1, x2, y2] = cornersOf(uvs, triangles, first, size);
    const texel = clampTexel((y0 + y1 + y2) / 3, size) * size + clampTexel((x0 + x1 + x2) / 3, size);
    if (covered[texel]) continue;
    covered[texel] = 1;
    visit(first / 3, texel, 1 / 3, 1 / 3, 1 / 3);
  }
}

/** Covered texels are skipped after so many full textures of them; few models have that many, and skips take memory. */
const MAX_WASTED_LAYERS = 8;

/** For each texel a column that is not behind the next free one of its row: its own column if it is free. */
function listSkips(covered: Uint8Array, size: number): Uint16Array {
  const skips = new Uint16Array(size * size);
  for (let texel = 0; texel < skips.length; texel++) skips[texel] = (texel % size) + covered[texel]!;
  return skips;
}

/** Finds the next free column of the row that begins at a texel; `size` if there is none. Shortens the way to it. */
function findFree(skips: Uint16Array, row: number, column: number, size: number): number {
  let free = column;
  while (free < size && skips[row + free] !== free) free = skips[row + free]!;
  for (let at = column; at < free;) {
    const next = skips[row + at]!;
    skips[row + at] = free;
    at = next;
  }
  return free;
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
