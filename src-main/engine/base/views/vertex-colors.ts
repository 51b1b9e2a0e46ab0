import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ViewProjector } from './view-projector.ts';

/** Rounds of diffusion into unseen areas; each extends the colours by one triangle. */
const ROUNDS = 120;
/** Minimum visibility for a vertex to keep its own colour. */
const KEPT = 0.5;

/**
 * Computes a colour (sRGB, 0 to 255) for every vertex of a closed mesh: the colour in the views or, where none sees it,
 * the colours around it, diffused like heat; the mean of all seen colours where diffusion does not reach, grey if there
 * is none. O(rounds × vertices).
 */
export function toVertexColors(mesh: TriangleMesh, normals: Float32Array, project: ViewProjector): Float32Array {
  const { positions, indices } = mesh;
  const count = positions.length / 3;
  const colors = new Float32Array(3 * count).fill(128);
  // 1 where a colour is known; elsewhere it grows as colours arrive.
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

/** Gives components without any visible vertex the mean of the others' colours. */
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

/** Lists for every vertex without a colour: itself, the number of its neighbours, and the neighbours. */
function listNeighbours(indices: Uint32Array, count: number, known: Float32Array): number[] {
  const neighbours = new Map<number, number[]>();
  for (let v = 0; v < count; v++) if (known[v] === 0) neighbours.set(v, []);
  indices.forEach((vertex, i) => {
    // In a closed mesh each vertex starts as many directed edges as it has neighbours.
    neighbours.get(vertex)?.push(indices[i % 3 === 2 ? i - 2 : i + 1]!);
  });
  return [...neighbours].flatMap(([vertex, others]) => [vertex, others.length, ...others]);
}
