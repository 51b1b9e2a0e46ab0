import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ViewProjector } from './view-projector.ts';

/** Rounds in which colours creep into what no view sees; each carries them further by a triangle. */
const ROUNDS = 120;
/** How well a vertex must be seen to keep its own colour. */
const KEPT = 0.5;

/**
 * A colour (sRGB, 0 to 255) for every vertex of a closed mesh: what the views show, and where none sees it, a smooth
 * mix of the colours around, as heat would spread from them; the mean of what is seen where they do not reach, grey
 * where nothing is. O(rounds × vertices).
 */
export function toVertexColors(mesh: TriangleMesh, normals: Float32Array, project: ViewProjector): Float32Array {
  const { positions, indices } = mesh;
  const count = positions.length / 3;
  const colors = new Float32Array(3 * count).fill(128);
  // 1 where a colour is known; where it is not, it grows as colours arrive.
  const known = new Float32Array(count);
  const out = new Float64Array(3);
  for (let v = 0; v < count; v++) {
    const seen = project(positions.subarray(3 * v, 3 * v + 3), normals.subarray(3 * v, 3 * v + 3), out);
    if (seen < KEPT) continue;
    known[v] = 1;
    colors.set(out, 3 * v);
  }

  const open = Uint32Array.from(listNeighbours(indices, count, known));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < open.length;) {
      const vertex = open[i++]!;
      const end = i + 1 + open[i]!;
      let [r, g, b, weight] = [0, 0, 0, 0];
      for (i++; i < end; i++) {
        const other = open[i]!;
        const share = known[other]!;
        r += share * colors[3 * other]!;
        g += share * colors[3 * other + 1]!;
        b += share * colors[3 * other + 2]!;
        weight += share;
      }
      if (weight === 0) continue;
      colors[3 * vertex] = r / weight;
      colors[3 * vertex + 1] = g / weight;
      colors[3 * vertex + 2] = b / weight;
      known[vertex] = Math.max(known[vertex]!, Math.min(0.99, weight));
    }
  }
  fillUnreached(colors, known);
  return colors;
}

/** Pieces of which no vertex is seen get the mean of the others' colours. */
function fillUnreached(colors: Float32Array, known: Float32Array): void {
  const sums = [0, 0, 0];
  let count = 0;
  known.forEach((share, v) => {
    if (share === 0) return;
    count++;
    for (let c = 0; c < 3; c++) sums[c]! += colors[3 * v + c]!;
  });
  if (count === 0) return;
  known.forEach((share, v) => {
    if (share === 0) for (let c = 0; c < 3; c++) colors[3 * v + c] = sums[c]! / count;
  });
}

/** For every vertex without a colour: itself, how many neighbours it has, and they. */
function listNeighbours(indices: Uint32Array, count: number, known: Float32Array): number[] {
  const neighbours = new Map<number, number[]>();
  for (let v = 0; v < count; v++) if (known[v] === 0) neighbours.set(v, []);
  indices.forEach((vertex, i) => {
    // In a closed mesh each vertex starts as many directed edges as it has neighbours.
    neighbours.get(vertex)?.push(indices[i % 3 === 2 ? i - 2 : i + 1]!);
  });
  return [...neighbours].flatMap(([vertex, others]) => [vertex, others.length, ...others]);
}
