import type { TriangleMesh } from './triangle-mesh.ts';
import { columnAt, type Volume } from './volume.ts';

/** The 12 edges of a cube, each as its start corner (bits: x, z, y) and its axis (0: x, 1: z, 2: y). */
const EDGES = Uint8Array.from(
  [0, 1, 2].flatMap((axis) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((corner) => !(corner & (1 << axis))).flatMap((corner) => [corner, axis]),
  ),
);

/**
 * Extracts the surface of a volume as a surface net (Gibson 1998): one vertex in every cube of eight cells that the
 * surface crosses, at the mean of its crossings with the cube's edges. Units: cells; x, y and z count cell centres. +X
 * right, +Y up, +Z front, counter-clockwise seen from outside. Closed, and manifold after `fixCornerContacts`.
 *
 * Only two slices of vertex numbers are stored beside volume and mesh. O(cells): 3.5 million take about 0.1 s.
 */
export function extractSurfaceNet({ width, depth, height, values }: Volume): TriangleMesh {
  const slice = width * depth;
  const steps = [1, width, slice] as const;
  const positions: number[] = [];
  const indices: number[] = [];
  let below = new Int32Array(slice);
  let here = new Int32Array(slice);
  const place = new Float64Array(4);
  // The cubes of a slice that the surface crosses.
  const passed: number[] = [];

  for (let y = 0; y < height - 1; y++) {
    passed.length = 0;
    for (let z = 0; z < depth - 1; z++) {
      let next = columnAt(values, (y * depth + z) * width, width, slice);
      for (let x = 0; x < width - 1; x++) {
        const cell = (y * depth + z) * width + x;
        const column = next;
        next = columnAt(values, cell + 1, width, slice);
        const pattern = column | (next << 1);
        if (pattern === 0 || pattern === 255) continue;
        passed.push(cell);
        place.fill(0);
        for (let edge = 0; edge < EDGES.length; edge += 2) addCrossing(cell, EDGES[edge]!, EDGES[edge + 1]!);
        here[z * width + x] = positions.length / 3;
        positions.push(x + place[0]! / place[3]!, y + place[2]! / place[3]!, z + place[1]! / place[3]!);
      }
    }
    addFaces(y);
    [below, here] = [here, below];
  }
  return { positions: new Float32Array(positions), indices: new Uint32Array(indices) };

  /** Adds the point where an edge of a cube is crossed, if it is, to the sums x, z, y, count. */
  function addCrossing(cube: number, corner: number, axis: number): void {
    const from = cube + (corner & 1) + ((corner >> 1) & 1) * width + (corner >> 2) * slice;
    const start = values[from]!;
    const end = values[from + steps[axis]!]!;
    if (start > 0 === end > 0) return;
    place[0]! += corner & 1;
    place[1]! += (corner >> 1) & 1;
    place[2]! += corner >> 2;
    place[axis]! += Math.min(0.98, Math.max(0.02, start / (start - end)));
    place[3]!++;
  }

  /**
   * Connects the vertices around every crossed edge that starts in row `y`. Edges at the outermost frame are never
   * crossed.
   */
  function addFaces(y: number): void {
    for (const cell of passed) {
      const at = cell - y * slice;
      const x = at % width;
      const isInside = values[cell]! > 0;
      if (y > 0 && at >= width && values[cell + 1]! > 0 !== isInside) {
        addQuad(below[at - width]!, here[at - width]!, here[at]!, below[at]!, isInside);
      }
      if (at >= width && x > 0 && values[cell + slice]! > 0 !== isInside) {
        addQuad(here[at - width - 1]!, here[at - 1]!, here[at]!, here[at - width]!, isInside);
      }
      if (y > 0 && x > 0 && values[cell + width]! > 0 !== isInside) {
        addQuad(below[at - 1]!, below[at]!, here[at]!, here[at - 1]!, isInside);
      }
    }
  }

  /** Adds two triangles, split along the shorter diagonal; flipped if the body is on the far side. */
  function addQuad(a: number, b: number, c: number, d: number, isOutwards: boolean): void {
    const [p, q] = isOutwards ? [b, d] : [d, b];
    if (squaredDistance(a, c) <= squaredDistance(b, d)) indices.push(a, p, c, a, c, q);
    else indices.push(a, p, q, p, c, q);
  }

  function squaredDistance(a: number, b: number): number {
    const dx = positions[3 * a]! - positions[3 * b]!;
    const dy = positions[3 * a + 1]! - positions[3 * b + 1]!;
    const dz = positions[3 * a + 2]! - positions[3 * b + 2]!;
    return dx * dx + dy * dy + dz * dz;
  }
}
