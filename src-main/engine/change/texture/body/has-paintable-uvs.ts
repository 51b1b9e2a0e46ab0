import { readFloats, readPositions, type Surface } from '../../../base/document/list-surfaces.ts';
import { doubleArea } from '../../../base/mesh/triangle-mesh.ts';

/** Edge of the raster in which overlaps are detected, in texels. */
const RASTER = 512;
/** Maximum share of covered texels that belong to two triangles: rounding at seams rather than overlapping charts. */
const MAX_SHARED = 0.02;
/** Maximum number of tested texels as a multiple of the raster; the bounding boxes of long slivers contain many. */
const MAX_TESTED = 64;
/** Distance by which UVs may exceed 0 to 1. */
const TOLERANCE = 0.002;
/** Minimum texel density of a triangle as a share of the mean; below it a triangle cannot show an image. */
const MIN_DENSITY = 0.02;
/** Maximum share of the surface with a lower density. */
const MAX_SPARSE = 0.05;

/**
 * Reads UV set `set` of surfaces, shifted by whole numbers into 0 to 1 if all UVs are in another tile. Returns one list
 * per surface; null if a surface has no UVs or they cross a tile's border.
 */
export function readPaintUvs(surfaces: readonly Surface[], set: number): Float32Array<ArrayBuffer>[] | null {
  const lists: Float32Array<ArrayBuffer>[] = [];
  for (const { primitive } of surfaces) {
    const uvs = readFloats(primitive, `TEXCOORD_${set}`);
    if (!uvs) return null;
    lists.push(uvs);
  }
  const min = [Infinity, Infinity];
  for (const uvs of lists) uvs.forEach((value, i) => (min[i % 2] = Math.min(min[i % 2]!, value)));
  const offsets = min.map((value) => Math.floor(value + TOLERANCE));
  for (const uvs of lists) for (let i = 0; i < uvs.length; i++) uvs[i]! -= offsets[i % 2]!;
  return lists.every((uvs) => uvs.every((value) => value >= -TOLERANCE && value <= 1 + TOLERANCE)) ? lists : null;
}

/**
 * True if surfaces can be painted in one texture with these UVs (one list per surface): no triangles overlap, and they
 * have enough texels. O(triangles + texels).
 */
export function hasPaintableUvs(surfaces: readonly Surface[], lists: readonly Float32Array[]): boolean {
  const owners = new Int32Array(RASTER * RASTER);
  const densities: [area: number, uvArea: number][] = [];
  let [covered, shared, tested, total, uvTotal, first] = [0, 0, 0, 0, 0, 0];
  for (const [i, surface] of surfaces.entries()) {
    const uvs = lists[i]!;
    const positions = readPositions(surface);
    for (let at = 0; at < surface.indices.length; at += 3) {
      const [a, b, c] = [2 * surface.indices[at]!, 2 * surface.indices[at + 1]!, 2 * surface.indices[at + 2]!];
      const uvArea = Math.abs(
        (uvs[b]! - uvs[a]!) * (uvs[c + 1]! - uvs[a + 1]!) - (uvs[c]! - uvs[a]!) * (uvs[b + 1]! - uvs[a + 1]!),
      );
      const area = doubleArea(positions, surface.indices, at);
      densities.push([area, uvArea]);
      total += area;
      uvTotal += uvArea;

      // Each triangle is rasterized separately: `rasterizeTriangles` would skip texels that are already covered.
      tested += visitInside(uvs, a, b, c, (texel) => {
        if (owners[texel] !== 0 && owners[texel] !== first + at + 1) shared++;
        else covered++;
        owners[texel] = first + at + 1;
      });
      // At most the whole raster can be covered, so the limits are exceeded whatever follows.
      if (shared > 2 * MAX_SHARED * owners.length || tested > MAX_TESTED * owners.length) return false;
    }
    first += surface.indices.length;
  }
  if (covered === 0 || shared > MAX_SHARED * (covered + shared) || !(total > 0 && uvTotal > 0)) return false;
  const sparse = densities.reduce(
    (sum, [area, uvArea]) => sum + (uvArea / uvTotal < MIN_DENSITY * (area / total) ? area : 0),
    0,
  );
  return sparse <= MAX_SPARSE * total;
}

/**
 * Visits the texels whose centre is inside a triangle and not on its edges; `a`, `b` and `c` are the offsets of its
 * corners in `uvs`. Returns the number of tested texels.
 */
function visitInside(uvs: Float32Array, a: number, b: number, c: number, visit: (texel: number) => void): number {
  const [ax, ay] = [uvs[a]! * RASTER, uvs[a + 1]! * RASTER];
  const [bx, by] = [uvs[b]! * RASTER - ax, uvs[b + 1]! * RASTER - ay];
  const [cx, cy] = [uvs[c]! * RASTER - ax, uvs[c + 1]! * RASTER - ay];
  const area = bx * cy - cx * by;
  if (area === 0) return 0;
  const inset = 1e-3;
  const top = Math.max(0, Math.floor(ay + Math.min(0, by, cy)));
  const bottom = Math.min(RASTER - 1, Math.floor(ay + Math.max(0, by, cy)));
  const left = Math.max(0, Math.floor(ax + Math.min(0, bx, cx)));
  const right = Math.min(RASTER - 1, Math.floor(ax + Math.max(0, bx, cx)));
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5 - ax, y + 0.5 - ay];
      const wb = (px * cy - cx * py) / area;
      const wc = (bx * py - px * by) / area;
      if (wb > inset && wc > inset && wb + wc < 1 - inset) visit(y * RASTER + x);
    }
  }
  return Math.max(0, bottom - top + 1) * Math.max(0, right - left + 1);
}
