import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A grid of cells. The index of cell (x, y, z) is `(y * counts[2] + z) * counts[0] + x`, as in a `Volume`. */
export interface CellGrid {
  /** Number of cells along x, y and z. */
  readonly counts: GridPoint;
  /** Minimum corner of the first cell. */
  readonly origin: GridPoint;
  /** Size of a cell along x, y and z. */
  readonly steps: GridPoint;
}

/** Number of empty cells around the content of a grid on each side. */
const MARGIN = 2;

/**
 * Samples per cell edge, at most 0.46 cells apart. Of two cells that share a face and have their centres on different
 * sides of a surface, at least one is hit, so a flood fill across faces does not leak.
 */
const SAMPLES_PER_CELL = 2.2;

/** Called for each sample with its cell, its triangle and its barycentric weights. */
export type VisitSample = (cell: number, triangle: number, a: number, b: number, c: number) => void;

/** Creates a grid around a box, with the box centred in x and z and its bottom on a cell border. */
export function fitGrid(low: GridPoint, high: GridPoint, steps: GridPoint): CellGrid {
  const inner = steps.map((step, k) => Math.max(1, Math.ceil((high[k]! - low[k]!) / step - 1e-6)));
  const origin = steps.map((step, k) => {
    const start = k === 1 ? low[1] : (low[k]! + high[k]! - inner[k]! * step) / 2;
    return start - MARGIN * step;
  });
  const counts = inner.map((count) => count + 2 * MARGIN);
  return { counts: counts as unknown as GridPoint, origin: origin as unknown as GridPoint, steps };
}

/** Returns the number of cells. */
export function countCells({ counts }: CellGrid): number {
  return counts[0] * counts[1] * counts[2];
}

/** Visits the cells that triangles pass through, often several times. O(area in cells + triangles × their length). */
export function voxelizeSurface({ positions, indices }: TriangleMesh, grid: CellGrid, visit: VisitSample): void {
  const { counts, origin, steps } = grid;
  const corners = new Float64Array(9);
  const weights = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[t + corner]! * 3;
      for (let k = 0; k < 3; k++) corners[corner * 3 + k] = (positions[vertex + k]! - origin[k]!) / steps[k]!;
    }
    // Rows run along the longest side, so that a sliver needs only one or two.
    const sides = [0, 1, 2].map((corner) => sideLength(corners, corner));
    const longest = sides.indexOf(Math.max(...sides));
    const [p, q, r] = [longest, (longest + 1) % 3, (longest + 2) % 3];
    const width = sides[longest]!;
    const rows = Math.max(1, Math.ceil((width > 0 ? doubleAreaOf(corners) / width : 0) * SAMPLES_PER_CELL));
    for (let row = 0; row <= rows; row++) {
      const up = row / rows;
      const columns = Math.max(1, Math.ceil(width * (1 - up) * SAMPLES_PER_CELL));
      for (let column = 0; column <= (up === 1 ? 0 : columns); column++) {
        const along = column / columns;
        weights[p] = (1 - up) * (1 - along);
        weights[q] = (1 - up) * along;
        weights[r] = up;
        const [a, b, c] = [weights[0]!, weights[1]!, weights[2]!];
        let cell = 0;
        for (const k of [1, 2, 0]) {
          const place = Math.floor(a * corners[k]! + b * corners[3 + k]! + c * corners[6 + k]!);
          cell = cell * counts[k]! + Math.min(counts[k]! - 1 - MARGIN, Math.max(MARGIN, place));
        }
        visit(cell, t / 3, a, b, c);
      }
    }
  }
}

function sideLength(corners: Float64Array, corner: number): number {
  const [from, to] = [corner * 3, ((corner + 1) % 3) * 3];
  return Math.hypot(
    corners[to]! - corners[from]!,
    corners[to + 1]! - corners[from + 1]!,
    corners[to + 2]! - corners[from + 2]!,
  );
}

/** Returns twice the area of a triangle; divided by the length of a side, it is the height above that side. */
function doubleAreaOf(c: Float64Array): number {
  const [ux, uy, uz] = [c[3]! - c[0]!, c[4]! - c[1]!, c[5]! - c[2]!];
  const [vx, vy, vz] = [c[6]! - c[0]!, c[7]! - c[1]!, c[8]! - c[2]!];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}
