import type { Primitive } from '@gltf-transform/core';

/** Joint influences of each vertex of a mesh; vertices are numbered through all its primitives. */
export interface VertexInfluences {
  /** Entries for each vertex. */
  readonly perVertex: number;
  /** Indices into the skin's joints. */
  readonly joints: Uint16Array;
  /** The sum for each vertex is 1; unused entries are 0. */
  readonly weights: Float32Array;
}

/**
 * Reads all JOINTS_n/WEIGHTS_n sets of primitives, normalized; joints out of range are left out, and a vertex without
 * weights follows the first joint, as in `skinMatrices`.
 */
export function readInfluences(primitives: readonly Primitive[], jointCount: number): VertexInfluences {
  const sets = Math.max(1, ...primitives.map(countSets));
  const perVertex = 4 * sets;
  const counts = primitives.map((primitive) => primitive.getAttribute('POSITION')!.getCount());
  const length = counts.reduce((sum, count) => sum + count, 0) * perVertex;
  const influences = { perVertex, joints: new Uint16Array(length), weights: new Float32Array(length) };
  let first = 0;
  primitives.forEach((primitive, i) => {
    readPrimitive(primitive, jointCount, first, influences);
    first += counts[i]! * perVertex;
  });
  for (let at = 0; at < length; at += perVertex) normalize(influences.weights.subarray(at, at + perVertex));
  return influences;
}

/** Returns influences of vertices that follow a single joint. */
export function rigidInfluences(vertexCount: number, joint: number): VertexInfluences {
  return {
    perVertex: 1,
    joints: new Uint16Array(vertexCount).fill(joint),
    weights: new Float32Array(vertexCount).fill(1),
  };
}

/** True if two vertices have the same influences. */
export function haveSameInfluences({ perVertex, joints, weights }: VertexInfluences, a: number, b: number): boolean {
  for (let k = 0; k < perVertex; k++) {
    const [one, other] = [a * perVertex + k, b * perVertex + k];
    if (joints[one] !== joints[other] || weights[one] !== weights[other]) return false;
  }
  return true;
}

function countSets(primitive: Primitive): number {
  let sets = 0;
  while (primitive.getAttribute(`JOINTS_${sets}`) && primitive.getAttribute(`WEIGHTS_${sets}`)) sets++;
  return sets;
}

function readPrimitive(primitive: Primitive, jointCount: number, first: number, influences: VertexInfluences): void {
  const { perVertex, joints, weights } = influences;
  const [index, weight]: [number[], number[]] = [[], []];
  for (let set = 0; set < countSets(primitive); set++) {
    const indices = primitive.getAttribute(`JOINTS_${set}`)!;
    const shares = primitive.getAttribute(`WEIGHTS_${set}`)!;
    const count = Math.min(indices.getCount(), shares.getCount(), primitive.getAttribute('POSITION')!.getCount());
    for (let vertex = 0; vertex < count; vertex++) {
      indices.getElement(vertex, index);
      shares.getElement(vertex, weight);
      for (let k = 0; k < 4; k++) {
        if (!(weight[k]! > 0) || index[k]! >= jointCount) continue;
        const at = first + vertex * perVertex + 4 * set + k;
        joints[at] = index[k]!;
        weights[at] = weight[k]!;
      }
    }
  }
}

function normalize(weights: Float32Array): void {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total > 0) weights.forEach((weight, k) => (weights[k] = weight / total));
  else weights[0] = 1;
}
