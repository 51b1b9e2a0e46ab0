import type { FaceAdjacency } from './face-adjacency.ts';

/** An axis-aligned box of the plane. */
export interface Rectangle2D {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Flattens a chart, in place, and returns its box. `places` gets two numbers for each vertex of its triangles, in
 * metres; counter-clockwise triangles become clockwise where v points down, as in a texture.
 *
 * The chart is projected along `axis` (xyz at `axes[first]`), then stretched in the two directions in which it is
 * foreshortened most and least, so that length distortion is minimal for one linear map and the area is that of the
 * surface. No triangle is flipped as long as each faces the axis. O(triangles).
 */
export function flattenChart(
  { positions, indices, normals, areas }: FaceAdjacency,
  faces: Uint32Array,
  axes: Float64Array,
  first: number,
  places: Float64Array,
): Rectangle2D {
  const [x, y, z] = [axes[first]!, axes[first + 1]!, axes[first + 2]!];
  const [rx, ry, rz] = rightOf(x, y, z);
  // Down is right × axis.
  const dx = ry * z - rz * y;
  const dy = rz * x - rx * z;
  const dz = rx * y - ry * x;

  // The mean metric of a square metre of the plane on the surface: a symmetric matrix (a b, b d).
  let [a, b, d, area, seen] = [0, 0, 0, 0, 0];
  for (let at = 0; at < faces.length; at++) {
    const face = faces[at]!;
    const nx = normals[face * 3]!;
    const ny = normals[face * 3 + 1]!;
    const nz = normals[face * 3 + 2]!;
    const facing = Math.max(MIN_FACING, nx * x + ny * y + nz * z);
    const across = (nx * rx + ny * ry + nz * rz) / facing;
    const down = (nx * dx + ny * dy + nz * dz) / facing;
    const own = areas[face]!;
    a += own * (1 + across * across);
    b += own * across * down;
    d += own * (1 + down * down);
    area += own;
    seen += own * facing;
  }
  const [p, q, r] = area > 0 ? rootOf(a / area, b / area, d / area, area / seen) : [1, 0, 1];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < faces.length; at++) {
    const first = faces[at]! * 3;
    for (let corner = first; corner < first + 3; corner++) {
      const vertex = indices[corner]!;
      const px = positions[vertex * 3]!;
      const py = positions[vertex * 3 + 1]!;
      const pz = positions[vertex * 3 + 2]!;
      const across = px * rx + py * ry + pz * rz;
      const down = px * dx + py * dy + pz * dz;
      const u = p * across + q * down;
      const v = q * across + r * down;
      places[vertex * 2] = u;
      places[vertex * 2 + 1] = v;
      if (u < left) left = u;
      if (u > right) right = u;
      if (v < top) top = v;
      if (v > bottom) bottom = v;
    }
  }
  return { left, top, right, bottom };
}

/** Guards against division by zero only: charts face their axis far better. */
const MIN_FACING = 1e-3;

/** Returns a unit vector perpendicular to a unit vector. */
function rightOf(x: number, y: number, z: number): [number, number, number] {
  const isUpright = Math.abs(y) > 0.9;
  // Up × axis, or front × axis where the axis is nearly up.
  const [rx, ry, rz] = isUpright ? [-y, x, 0] : [z, 0, -x];
  const length = Math.hypot(rx, ry, rz);
  return [rx / length, ry / length, rz / length];
}

/** Returns the square root of a symmetric matrix (a b, b d), scaled so that its determinant is `scale`. */
function rootOf(a: number, b: number, d: number, scale: number): [number, number, number] {
  const root = Math.sqrt(Math.max(a * d - b * b, 1e-12));
  const trace = Math.sqrt(a + d + 2 * root);
  // The root's determinant is `root`.
  const factor = Math.sqrt(scale / root) / trace;
  return [(a + root) * factor, b * factor, (d + root) * factor];
}
