import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ViewName } from './view-name.ts';
import { VIEW_AXES } from './view-name.ts';

/** Orthographic depth map of the surface from one view. */
export interface ViewDepth {
  readonly columns: number;
  readonly rows: number;
  /** Largest coordinate along the axis towards the camera, per pixel; −Infinity if empty. Rows from the top. */
  readonly nearest: Float32Array;
}

/** Rows of the depth map, matching the precision of the shape. */
const ROWS = 256;
const MAX_COLUMNS = 1024;

/**
 * Renders the depth of a mesh (unit: its height, standing on y = 0, centred in x and z) from one view; the map covers a
 * box `aspect` times as wide as high. Each pixel then gets the nearest depth of its neighbourhood, so that points right
 * beside an edge count as hidden behind it: a hull is never exact to the pixel. O(triangles + pixels).
 */
export function toViewDepth({ positions, indices }: TriangleMesh, name: ViewName, aspect: number): ViewDepth {
  const { right, towards } = VIEW_AXES[name];
  const columns = Math.min(MAX_COLUMNS, Math.max(8, Math.round(ROWS * aspect)));
  const count = positions.length / 3;
  const [xs, ys, depths] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!];
    xs[v] = ((x * right[0] + z * right[1]) / aspect + 0.5) * columns;
    ys[v] = (1 - y) * ROWS;
    depths[v] = x * towards[0] + z * towards[1];
  }

  const nearest = new Float32Array(columns * ROWS).fill(-Infinity);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t]!, indices[t + 1]!, indices[t + 2]!];
    const [ax, ay] = [xs[a]!, ys[a]!];
    const [bx, by] = [xs[b]! - ax, ys[b]! - ay];
    const [cx, cy] = [xs[c]! - ax, ys[c]! - ay];
    const area = bx * cy - cx * by;
    // Rows run downwards, so a triangle that faces the camera has a negative area here.
    if (!(area < 0)) continue;
    const top = Math.max(0, Math.ceil(ay + Math.min(0, by, cy) - 0.5));
    const bottom = Math.min(ROWS - 1, Math.floor(ay + Math.max(0, by, cy) - 0.5));
    const left = Math.max(0, Math.ceil(ax + Math.min(0, bx, cx) - 0.5));
    const end = Math.min(columns - 1, Math.floor(ax + Math.max(0, bx, cx) - 0.5));
    for (let y = top; y <= bottom; y++) {
      const py = y + 0.5 - ay;
      for (let x = left; x <= end; x++) {
        const px = x + 0.5 - ax;
        const wb = (px * cy - cx * py) / area;
        const wc = (bx * py - px * by) / area;
        if (wb < 0 || wc < 0 || wb + wc > 1) continue;
        const depth = depths[a]! * (1 - wb - wc) + depths[b]! * wb + depths[c]! * wc;
        if (depth > nearest[y * columns + x]!) nearest[y * columns + x] = depth;
      }
    }
  }
  return { columns, rows: ROWS, nearest: spread(nearest, columns) };
}

/** Returns the largest value in each 3 × 3 neighbourhood. */
function spread(values: Float32Array, columns: number): Float32Array {
  const across = values.slice();
  for (let i = 0; i < values.length; i++) {
    const x = i % columns;
    if (x > 0) across[i] = Math.max(across[i]!, values[i - 1]!);
    if (x < columns - 1) across[i] = Math.max(across[i]!, values[i + 1]!);
  }
  const out = across.slice();
  for (let i = columns; i < values.length; i++) {
    out[i] = Math.max(out[i]!, across[i - columns]!);
    out[i - columns] = Math.max(out[i - columns]!, across[i]!);
  }
  return out;
}
