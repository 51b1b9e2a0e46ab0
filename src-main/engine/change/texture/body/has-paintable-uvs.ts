import { readFloats, readPositions, type Surface } from '../../../base/document/list-surfaces.ts';
import { doubleArea } from '../../../base/mesh/triangle-mesh.ts';

/** Edge of the raster in which overlaps are looked for. */
const RASTER = 512;
/** Share of the covered texels two triangles may both claim: rounding at the seams, not charts on one another. */
const MAX_SHARED = 0.02;
/** Texels that are looked at, as a multiple of the raster: long slivers of triangles would cost a texture each. */
const MAX_LOOKS = 64;
/** Uvs may leave the texture by so much. */
const SLACK = 0.002;
/** A triangle with less than this share of the mean density of texels cannot show a picture. */
const MIN_DENSITY = 0.02;
/** Share of the surface that may be so. */
const MAX_STARVED = 0.05;

/**
 * The uvs of surfaces in set `set`, as they lie in one texture: where all of them are in another repeat of it, they are
 * moved by whole numbers. Null: a surface has none, or they reach over a repeat's border.
 */
export function readPaintUvs(surfaces: readonly Surface[], set: number): Float32Array<ArrayBuffer>[] | null {
  const lists: Float32Array<ArrayBuffer>[] = [];
  for (const { primitive } of surfaces) {
    const uvs = readFloats(primitive, `TEXCOORD_${set}`);
    if (!uvs) return null;
    lists.push(uvs);
  }
  const least = [Infinity, Infinity];
  for (const uvs of lists) uvs.forEach((value, i) => (least[i % 2] = Math.min(least[i % 2]!, value)));
  const moves = least.map((value) => Math.floor(value + SLACK));
  for (const uvs of lists) for (let i = 0; i < uvs.length; i++) uvs[i]! -= moves[i % 2]!;
  return lists.every((uvs) => uvs.every((value) => value >= -SLACK && value <= 1 + SLACK)) ? lists : null;
}

/**
 * Whether surfaces can be painted on these uvs in one texture: every triangle has a place of its own, and enough of it.
 * O(triangles + texels).
 */
export function hasPaintableUvs(surfaces: readonly Surface[], lists: readonly Float32Array[]): boolean {
  const owners = new Int32Array(RASTER * RASTER);
  const densities: [area: number, laid: number][] = [];
  let [covered, shared, looks, total, laidTotal, first] = [0, 0, 0, 0, 0, 0];
  for (const [i, surface] of surfaces.entries()) {
    const uvs = lists[i]!;
    const positions = readPositions(surface);
    for (let at = 0; at < surface.indices.length; at += 3) {
      const [a, b, c] = [2 * surface.indices[at]!, 2 * surface.indices[at + 1]!, 2 * surface.indices[at + 2]!];
      const laid = Math.abs(
        (uvs[b]! - uvs[a]!) * (uvs[c + 1]! - uvs[a + 1]!) - (uvs[c]! - uvs[a]!) * (uvs[b + 1]! - uvs[a + 1]!),
      );
      const area = doubleArea(positions, surface.indices, at);
      densities.push([area, laid]);
      total += area;
      laidTotal += laid;

      // Each triangle alone, so that the raster does not give a texel to the first of two only.
      looks += visitInside(uvs, a, b, c, (texel) => {
        if (owners[texel] !== 0 && owners[texel] !== first + at + 1) shared++;
        else covered++;
        owners[texel] = first + at + 1;
      });
      // No more than the raster can be covered, so this much is too much whatever follows.
      if (shared > 2 * MAX_SHARED * owners.length || looks > MAX_LOOKS * owners.length) return false;
    }
    first += surface.indices.length;
  }
  if (covered === 0 || shared > MAX_SHARED * (covered + shared) || !(total > 0 && laidTotal > 0)) return false;
  const starved = densities.reduce(
    (sum, [area, laid]) => sum + (laid / laidTotal < MIN_DENSITY * (area / total) ? area : 0),
    0,
  );
  return starved <= MAX_STARVED * total;
}

/**
 * Visits the texels whose centre lies well inside of a triangle; `a`, `b`, `c` are the places of its corners' uvs. Answers
 * how many texels were looked at.
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
