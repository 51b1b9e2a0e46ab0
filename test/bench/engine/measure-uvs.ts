import { groupConnectedVertices } from '../../../src-main/engine/base/uv/group-connected-vertices.ts';
import type { TriangleMesh } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';

/** Triangles in space and in the unit square. */
export interface UvSurface extends TriangleMesh {
  readonly uvs: Float32Array;
}

/** How good uvs are. */
export interface UvFigures {
  /** L²: by how much lengths differ from those in the square, the mean over the surface; 1 is no stretch. */
  readonly stretch: number;
  /** L∞: the greatest factor by which a length on the surface is longer than in the square. */
  readonly worst: number;
  /** Share of the square that triangles fill, by area. */
  readonly used: number;
}

/** Stretch as Sander, Snyder, Gortler and Hoppe (2001) measure it, scaled by the whole areas; and the square's used share. */
export function measureUvs(surfaces: Iterable<UvSurface>): UvFigures {
  let [surface, square, sum, worst] = [0, 0, 0, 0];
  for (const { positions, indices, uvs } of surfaces) {
    for (let at = 0; at < indices.length; at += 3) {
      const [p, q, r] = [indices[at]!, indices[at + 1]!, indices[at + 2]!];
      const edge = (to: number, k: number): number => positions[to * 3 + k]! - positions[p * 3 + k]!;
      const [su, sv] = [uvs[q * 2]! - uvs[p * 2]!, uvs[q * 2 + 1]! - uvs[p * 2 + 1]!];
      const [tu, tv] = [uvs[r * 2]! - uvs[p * 2]!, uvs[r * 2 + 1]! - uvs[p * 2 + 1]!];
      const double = su * tv - tu * sv;
      let [ss, st, tt] = [0, 0, 0];
      let area2 = 0;
      const [u, v]: [number[], number[]] = [[0, 1, 2].map((k) => edge(q, k)), [0, 1, 2].map((k) => edge(r, k))];
      for (let k = 0; k < 3; k++) {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3];
        area2 += (u[i]! * v[j]! - u[j]! * v[i]!) ** 2;
        // Derivatives of the place by u and v of the square.
        const byU = (u[k]! * tv - v[k]! * sv) / double;
        const byV = (v[k]! * su - u[k]! * tu) / double;
        ss += byU * byU;
        st += byU * byV;
        tt += byV * byV;
      }
      const area = Math.sqrt(area2) / 2;
      surface += area;
      square += Math.abs(double) / 2;
      if (!(area > 0) || !Number.isFinite(ss + tt)) continue;
      sum += ((ss + tt) / 2) * area;
      worst = Math.max(worst, (ss + tt + Math.hypot(ss - tt, 2 * st)) / 2);
    }
  }
  const scale = Math.sqrt(square / surface);
  return { stretch: Math.sqrt(sum / surface) * scale, worst: Math.sqrt(worst) * scale, used: square };
}

/** Pieces of triangles that share vertices: charts, where vertices are split at seams. */
export function countCharts({ indices, positions }: TriangleMesh): number {
  const groups = groupConnectedVertices(indices, positions.length / 3);
  return new Set(Array.from(indices, (vertex) => groups[vertex]!)).size;
}

/** Texels of a square of `edge`² whose centre lies in a triangle, as a share of all; and in more than one. */
export function measureCoverage({ indices, uvs }: UvSurface, edge: number): { covered: number; overlapping: number } {
  const hits = new Uint8Array(edge * edge);
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => {
      const vertex = indices[at + k]!;
      return [uvs[vertex * 2]! * edge - 0.5, uvs[vertex * 2 + 1]! * edge - 0.5] as const;
    }) as [readonly [number, number], readonly [number, number], readonly [number, number]];
    const double = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if (double === 0) continue;
    const [low, high] = [0, 1].map((k) => [Math.min(a[k]!, b[k]!, c[k]!), Math.max(a[k]!, b[k]!, c[k]!)]) as [
      [number, number],
      [number, number],
    ];
    for (let y = Math.max(0, Math.ceil(high[0])); y <= Math.min(edge - 1, Math.floor(high[1])); y++) {
      for (let x = Math.max(0, Math.ceil(low[0])); x <= Math.min(edge - 1, Math.floor(low[1])); x++) {
        const onB = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / double;
        const onC = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / double;
        // Open on every side: a texel on an edge that two triangles share is no overlap.
        if (onB > 1e-6 && onC > 1e-6 && onB + onC < 1 - 1e-6) hits[y * edge + x] = Math.min(2, hits[y * edge + x]! + 1);
      }
    }
  }
  let [covered, overlapping] = [0, 0];
  for (const hit of hits) {
    if (hit > 0) covered++;
    if (hit > 1) overlapping++;
  }
  return { covered: covered / hits.length, overlapping: overlapping / hits.length };
}
