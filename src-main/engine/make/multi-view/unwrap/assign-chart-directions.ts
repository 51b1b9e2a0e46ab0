import type { TriangleMesh } from '../../../base/mesh/triangle-mesh.ts';
import { faceNormal } from '../../../base/mesh/triangle-mesh.ts';
import { CHART_DIRECTIONS } from './chart-direction.ts';

/** Number of smoothing rounds. */
const ROUNDS = 6;
/** Weight of a neighbour with the same direction, relative to the cosine to that direction. */
const NEIGHBOUR_WEIGHT = 0.22;
/** Minimum cosine between a triangle and its direction; at lower values the texels would be stretched too much. */
const MIN_COSINE = 0.3;

/**
 * Returns the direction from which each triangle is projected, an index into `CHART_DIRECTIONS`: the one it faces,
 * smoothed so that there are few, large charts. Every triangle faces its direction. O(triangles).
 */
export function assignChartDirections(mesh: TriangleMesh, neighbours: Int32Array): Uint8Array {
  const count = mesh.indices.length / 3;
  const directions = CHART_DIRECTIONS.length;
  const cosines = new Float32Array(count * directions);
  const labels = new Uint8Array(count);
  for (let face = 0; face < count; face++) {
    const [x, y, z] = faceNormal(mesh.positions, mesh.indices, 3 * face);
    const length = Math.hypot(x, y, z) || 1;
    CHART_DIRECTIONS.forEach(({ towards }, d) => {
      cosines[face * directions + d] = (x * towards[0] + y * towards[1] + z * towards[2]) / length;
    });
    for (let d = 1; d < directions; d++) {
      if (cosines[face * directions + d]! > cosines[face * directions + labels[face]!]!) labels[face] = d;
    }
  }

  const votes = new Float32Array(directions);
  for (let round = 0; round < ROUNDS; round++) {
    for (let face = 0; face < count; face++) {
      votes.fill(0);
      for (let k = 0; k < 3; k++) {
        const neighbour = neighbours[3 * face + k]!;
        if (neighbour >= 0) votes[labels[neighbour]!]! += NEIGHBOUR_WEIGHT;
      }
      let best = labels[face]!;
      for (let d = 0; d < directions; d++) {
        const cosine = cosines[face * directions + d]!;
        const own = cosines[face * directions + best]! + votes[best]!;
        if (cosine >= MIN_COSINE && cosine + votes[d]! > own + 1e-6) best = d;
      }
      labels[face] = best;
    }
  }
  return labels;
}
