import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { GridPoint } from '../mesh/stylize-subject.ts';

/** A box of cells. Cell x, y, z is at `(y * counts z + z) * counts x + x`, as in a `Volume`. */
export interface CellGrid {
  /** Cells along x, y and z. */
  readonly counts: GridPoint;
  /** The low corner of the first cell. */
  readonly origin: GridPoint;
  /** Edges of a cell. */
  readonly steps: GridPoint;
}

/** Empty cells on every side of what a grid holds. */
const MARGIN = 2;

/**
 * Samples a cell: at most 0.46 cells apart. Two cells that share a face and whose middles lie on either side of a surface
 * cannot both be missed, so a flood over faces does not leak.
 */
const SAMPLES = 2.2;

/** Told for every sample: its cell, its triangle and the weights of that one's corners. */
export type VisitSample = (cell: number, triangle: number, a: number, b: number, c: number) => void;

/** A grid of given cells around a box, which stands on a border of cells and is centred in x and z. */
export function fitGrid(low: GridPoint, high: GridPoint, steps: GridPoint): CellGrid {
  const inner = steps.map((step, k) => Math.max(1, Math.ceil((high[k]! - low[k]!) / step - 1e-6)));
  const origin = steps.map((step, k) => {
    const start = k === 1 ? low[1] : (low[k]! + high[k]! - inner[k]! * step) / 2;
    return start - MARGIN * step;
  });
  const counts = inner.map((count) => count + 2 * MARGIN);
  return { counts: counts as unknown as GridPoint, origin: origin as unknown as GridPoint, steps };
}

/** How many cells a grid has. */
export function countCells({ counts }: CellGrid): number {
  return counts[0] * counts[1] * counts[2];
}

/** Visits the cells that triangles pass, often several times. O(area in cells + triangles × their length). */
export function voxelizeSurface({ positions, indices }: TriangleMesh, grid: CellGrid, visit: VisitSample): void {
  const { counts, origin, steps } = grid;
  const corners = new Float64Array(9);
  const weights = new Float64Array(3);
  for (let t = 0; t < indices.length; t += 3) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = indices[t + corner]! * 3;
      for (let k = 0; k < 3; k++) corners[corner * 3 + k] = (positions[vertex + k]! - origin[k]!) / steps[k]!;
    }
    // Rows run along the longest side: a sliver then takes one or two.
    const sides = [0, 1, 2].map((corner) => sideLength(corners, corner));
    const longest = sides.indexOf(Math.max(...sides));
    const [p, q, r] = [longest, (longest + 1) % 3, (longest + 2) % 3];
    const width = sides[longest]!;
    const rows = Math.max(1, Math.ceil((width > 0 ? doubleAreaOf(corners) / width : 0) * SAMPLES));
    for (let row = 0; row <= rows; row++) {
      const up = row / rows;
      const columns = Math.max(1, Math.ceil(width * (1 - up) * SAMPLES));
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

/** Twice the area: the height over a side once divided by its length. */
function doubleAreaOf(c: Float64Array): number {
  const [ux, uy, uz] = [c[3]! - c[0]!, c[4]! - c[1]!, c[5]! - c[2]!];
  const [vx, vy, vz] = [c[6]! - c[0]!, c[7]! - c[1]!, c[8]! - c[2]!];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}
