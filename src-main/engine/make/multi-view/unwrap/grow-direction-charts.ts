import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import type { ChartDirection } from './chart-direction.ts';
import { projectOntoAxis, CHART_DIRECTIONS } from './chart-direction.ts';

/** A connected set of triangles that does not overlap when projected along one direction. */
export interface DirectionChart {
  /** Index into `CHART_DIRECTIONS`. */
  readonly direction: number;
  readonly faces: readonly number[];
}

/** Pixels along the longest side of the raster that detects overlaps. */
const RASTER = 512;

/**
 * Groups adjacent triangles with the same label into charts. A triangle that would overlap its own chart, as in a tube
 * that winds around itself, starts another one. Each triangle belongs to exactly one chart. O(triangles + raster).
 */
export function growDirectionCharts(mesh: TriangleMesh, neighbours: Int32Array, labels: Uint8Array): DirectionChart[] {
  const rasters = CHART_DIRECTIONS.map((direction) => createRaster(mesh, direction));
  const isAssigned = new Uint8Array(labels.length);
  const charts: DirectionChart[] = [];
  for (let seed = 0; seed < labels.length; seed++) {
    if (isAssigned[seed]) continue;
    const direction = labels[seed]!;
    const raster = rasters[direction]!;
    const faces: number[] = [];
    const queue = [seed];
    const rejected = new Set<number>();
    for (let next = 0; next < queue.length; next++) {
      const face = queue[next]!;
      if (isAssigned[face] || rejected.has(face)) continue;
      if (!raster.claim(face, charts.length + 1)) {
        rejected.add(face);
        continue;
      }
      isAssigned[face] = 1;
      faces.push(face);
      for (let k = 0; k < 3; k++) {
        const neighbour = neighbours[3 * face + k]!;
        if (neighbour >= 0 && !isAssigned[neighbour] && labels[neighbour] === direction) queue.push(neighbour);
      }
    }
    charts.push({ direction, faces });
  }
  return charts;
}

/** A raster that stores which chart covered each pixel last. */
interface Raster {
  /**
   * Marks the pixels of a triangle as covered by the chart. Returns false and marks nothing if the chart covers one of
   * them already.
   */
  claim(face: number, chart: number): boolean;
}

function createRaster({ positions, indices }: TriangleMesh, { right, up }: ChartDirection): Raster {
  const min = [Infinity, Infinity];
  const max = [-Infinity, -Infinity];
  for (let v = 0; v < positions.length; v += 3) {
    [right, up].forEach((axis, k) => {
      const value = projectOntoAxis(axis, positions, v);
      min[k] = Math.min(min[k]!, value);
      max[k] = Math.max(max[k]!, value);
    });
  }
  const scale = RASTER / Math.max(max[0]! - min[0]!, max[1]! - min[1]!, 1e-9);
  const width = Math.ceil((max[0]! - min[0]!) * scale) + 1;
  const height = Math.ceil((max[1]! - min[1]!) * scale) + 1;
  const owners = new Int32Array(width * height);
  const pixels: number[] = [];

  return {
    claim(face, chart) {
      const [ax, bx, cx] = [0, 1, 2].map(
        (k) => (projectOntoAxis(right, positions, 3 * indices[3 * face + k]!) - min[0]!) * scale,
      );
      const [ay, by, cy] = [0, 1, 2].map(
        (k) => (projectOntoAxis(up, positions, 3 * indices[3 * face + k]!) - min[1]!) * scale,
      );
      pixels.length = 0;
      listInside(ax!, ay!, bx!, by!, cx!, cy!, width, pixels);
      if (pixels.some((pixel) => owners[pixel] === chart)) return false;
      for (const pixel of pixels) owners[pixel] = chart;
      return true;
    },
  };
}

/**
 * Lists the pixels whose centres are clearly inside a counter-clockwise triangle, so that neighbours never share one.
 */
function listInside(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  width: number,
  pixels: number[],
): void {
  const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
  if (!(area > 0)) return;
  const inset = 1e-4;
  for (let y = Math.floor(Math.min(ay, by, cy)); y <= Math.max(ay, by, cy); y++) {
    for (let x = Math.floor(Math.min(ax, bx, cx)); x <= Math.max(ax, bx, cx); x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const b = ((px - ax) * (cy - ay) - (cx - ax) * (py - ay)) / area;
      const c = ((bx - ax) * (py - ay) - (px - ax) * (by - ay)) / area;
      if (b > inset && c > inset && b + c < 1 - inset) pixels.push(y * width + x);
    }
  }
}
