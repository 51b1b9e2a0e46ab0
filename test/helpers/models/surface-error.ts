import type { TriangleMesh } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { doubleArea } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { createTriangleTree } from './triangle-tree.ts';

/** How far two surfaces lie apart, in percent of the truth's diagonal. */
export interface SurfaceError {
  /** From the truth to the nearest point of what was made, and the other way round. */
  readonly truthToMade: number;
  readonly madeToTruth: number;
  /** Mean of both directions. */
  readonly mean: number;
}

/** Points on each surface. */
const POINTS = 20_000;

/**
 * Mean distance between two surfaces: 20,000 points on each, spread evenly over its area (always the same ones), to the
 * nearest point of the other. Boxes are centred first, and what was made is scaled so that its longest side measures
 * that of the truth, because an image says nothing about size. About 0.3 s.
 */
export function measureSurfaceError(truth: TriangleMesh, made: TriangleMesh): SurfaceError {
  const size = longestSide(truth.positions);
  const a = centre(truth, 1);
  const b = centre(made, size / longestSide(made.positions));
  const percent = 100 / Math.hypot(...sidesOf(a.positions));
  const truthToMade = percent * meanDistance(a, b);
  const madeToTruth = percent * meanDistance(b, a);
  return { truthToMade, madeToTruth, mean: (truthToMade + madeToTruth) / 2 };
}

function meanDistance(from: TriangleMesh, to: TriangleMesh): number {
  const distance = createTriangleTree(to);
  const points = samplePoints(from, POINTS);
  let sum = 0;
  for (let i = 0; i < points.length; i += 3) sum += distance(points[i]!, points[i + 1]!, points[i + 2]!);
  return sum / POINTS;
}

/** xyz of points spread over a surface by area: even steps along the areas, a low-discrepancy place in each triangle. */
function samplePoints({ positions, indices }: TriangleMesh, count: number): Float64Array {
  const ends = new Float64Array(indices.length / 3);
  let area = 0;
  for (let t = 0; t < ends.length; t++) ends[t] = area += doubleArea(positions, indices, 3 * t);
  const points = new Float64Array(3 * count);
  let triangle = 0;
  for (let i = 0; i < count; i++) {
    while (triangle < ends.length - 1 && ends[triangle]! < ((i + 0.5) / count) * area) triangle++;
    // Roberts' R2 sequence (2018), folded into the triangle.
    let u = (0.5 + 0.7548776662466927 * i) % 1;
    let v = (0.5 + 0.5698402909980532 * i) % 1;
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const [a, b, c] = [0, 1, 2].map((k) => 3 * indices[3 * triangle + k]!) as [number, number, number];
    for (let k = 0; k < 3; k++) {
      const start = positions[a + k]!;
      points[3 * i + k] = start + u * (positions[b + k]! - start) + v * (positions[c + k]! - start);
    }
  }
  return points;
}

function boundsOf(positions: Float32Array): [min: number[], max: number[]] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3]!, value);
    max[i % 3] = Math.max(max[i % 3]!, value);
  });
  return [min, max];
}

function sidesOf(positions: Float32Array): number[] {
  const [min, max] = boundsOf(positions);
  return max.map((value, k) => value - min[k]!);
}

function longestSide(positions: Float32Array): number {
  return Math.max(...sidesOf(positions));
}

function centre({ positions, indices }: TriangleMesh, scale: number): TriangleMesh {
  const [min, max] = boundsOf(positions);
  return { positions: positions.map((value, i) => scale * (value - (min[i % 3]! + max[i % 3]!) / 2)), indices };
}
