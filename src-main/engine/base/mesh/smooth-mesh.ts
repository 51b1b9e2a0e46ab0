import type { TriangleMesh } from './triangle-mesh.ts';

const SHRINK = 0.5;
const GROW = -0.53;

/**
 * Smooths a closed mesh without shrinking it: `rounds` pairs of a shrinking and a growing umbrella step. Vertices
 * marked in `isFixed` do not move; in a mesh with a border all border vertices must be marked. O(rounds × triangles):
 * 130 000 triangles take about 20 ms a round. Source: Taubin, "A signal processing approach to fair surface design"
 * (1995).
 */
export function smoothMesh(
  { positions, indices }: TriangleMesh,
  rounds: number,
  isFixed: Uint8Array | null = null,
): TriangleMesh {
  const count = positions.length / 3;
  const neighbours = new Float32Array(count);
  // In a closed mesh each vertex starts as many directed edges as it has neighbours.
  for (const vertex of indices) neighbours[vertex]!++;

  let current = positions.slice();
  let sums = new Float32Array(positions.length);
  for (let step = 0; step < 2 * rounds; step++) {
    sums.fill(0);
    for (let t = 0; t < indices.length; t += 3) {
      const a = 3 * indices[t]!;
      const b = 3 * indices[t + 1]!;
      const c = 3 * indices[t + 2]!;
      sums[a]! += current[b]!;
      sums[a + 1]! += current[b + 1]!;
      sums[a + 2]! += current[b + 2]!;
      sums[b]! += current[c]!;
      sums[b + 1]! += current[c + 1]!;
      sums[b + 2]! += current[c + 2]!;
      sums[c]! += current[a]!;
      sums[c + 1]! += current[a + 1]!;
      sums[c + 2]! += current[a + 2]!;
    }
    const factor = step % 2 === 0 ? SHRINK : GROW;
    for (let v = 0; v < count; v++) {
      const share = isFixed?.[v] ? 0 : factor;
      for (let k = 3 * v; k < 3 * v + 3; k++) {
        sums[k] = current[k]! + share * (sums[k]! / neighbours[v]! - current[k]!);
      }
    }
    [current, sums] = [sums, current];
  }
  return { positions: current, indices };
}
