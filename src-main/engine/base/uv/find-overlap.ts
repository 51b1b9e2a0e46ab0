import type { Rectangle2D } from './flatten-chart.ts';

/** Maximum number of samples per chart; samples of larger charts are farther apart. */
const MAX_SAMPLES = 1 << 22;

/** Returns true if triangles of the plane overlap at any point of a grid; `places`: x and y per vertex. */
export type FindOverlap = (places: Float64Array, indices: Uint32Array, faces: Uint32Array, box: Rectangle2D) => boolean;

/**
 * Creates a test for charts that overlap themselves, as a spiral staircase does seen from above: their triangles (three
 * `indices` each, those numbered in `faces`, all within `box`) are rasterized to a grid of points `step` apart, and
 * none may be hit twice. Triangles with a common side never overlap. O(triangles + points).
 */
export function createFindOverlap(step: number): FindOverlap {
  let covered = new Uint8Array(0);
  return (places, indices, faces, { left, top, right, bottom }) => {
    const spread = Math.sqrt(((right - left) * (bottom - top)) / MAX_SAMPLES);
    const own = Math.max(step, spread, (right - left) / MAX_SAMPLES, (bottom - top) / MAX_SAMPLES);
    if (!(own > 0)) return false;
    const width = Math.floor((right - left) / own) + 1;
    const height = Math.floor((bottom - top) / own) + 1;
    if (covered.length < width * height) covered = new Uint8Array(width * height);
    else covered.fill(0, 0, width * height);

    return faces.some(draw);

    /** Marks the points in a triangle; returns true if one was already marked. */
    function draw(face: number): boolean {
      let a = indices[face * 3]! * 2;
      let b = indices[face * 3 + 1]! * 2;
      let c = indices[face * 3 + 2]! * 2;
      // Sorted from top to bottom.
      if (places[b + 1]! < places[a + 1]!) [a, b] = [b, a];
      if (places[c + 1]! < places[b + 1]!) [b, c] = [c, b];
      if (places[b + 1]! < places[a + 1]!) [a, b] = [b, a];
      const firstRow = Math.max(0, Math.ceil((places[a + 1]! - top) / own - 0.5));
      const lastRow = Math.min(height, Math.ceil((places[c + 1]! - top) / own - 0.5));
      for (let row = firstRow; row < lastRow; row++) {
        const y = top + (row + 0.5) * own;
        const long = crossing(a, c, y);
        const short = y < places[b + 1]! ? crossing(a, b, y) : crossing(b, c, y);
        const first = Math.max(0, Math.ceil((Math.min(long, short) - left) / own - 0.5));
        const end = Math.min(width, Math.ceil((Math.max(long, short) - left) / own - 0.5));
        for (let at = row * width + first; at < row * width + end; at++) {
          if (covered[at]) return true;
          covered[at] = 1;
        }
      }
      return false;
    }

    /**
     * Returns where an edge crosses a row: exactly the same number for both its triangles, as it is always evaluated
     * downwards.
     */
    function crossing(upper: number, lower: number, y: number): number {
      const height = places[lower + 1]! - places[upper + 1]!;
      if (!(height > 0)) return places[upper]!;
      return places[upper]! + ((y - places[upper + 1]!) / height) * (places[lower]! - places[upper]!);
    }
  };
}
