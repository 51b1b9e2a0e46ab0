import { countUp, type CornerLayer } from './polygon-mesh.ts';

/** Minimum length of a normal. */
const SHORTEST = 1e-10;

/**
 * Normalizes a layer of normals. An invalid normal (zero length, not finite) is replaced by its triangle's; a
 * degenerate triangle points up.
 */
export function toUnitNormals(
  layer: CornerLayer,
  points: Float32Array,
  corners: Uint32Array,
  triangles: Uint32Array,
): CornerLayer {
  const values = layer.values.slice();
  const isNone = new Uint8Array(Math.floor(values.length / 3));
  let missing = 0;
  for (let i = 0; i < isNone.length; i++) {
    const length = Math.hypot(values[i * 3]!, values[i * 3 + 1]!, values[i * 3 + 2]!);
    if (!(length > SHORTEST && length < Infinity)) missing += isNone[i] = 1;
    else for (let k = 0; k < 3; k++) values[i * 3 + k]! /= length;
  }
  if (missing === 0) return { ...layer, values };

  const own = new Float32Array(layer.indices.length * 3);
  layer.indices.forEach((index, corner) => own.set(values.subarray(index * 3, index * 3 + 3), corner * 3));
  for (let i = 0; i < triangles.length; i += 3) {
    const three = triangles.subarray(i, i + 3);
    if (!three.some((corner) => isNone[layer.indices[corner]!])) continue;
    const face = faceNormal(points, corners[three[0]!]! * 3, corners[three[1]!]! * 3, corners[three[2]!]! * 3);
    for (const corner of three) if (isNone[layer.indices[corner]!]) own.set(face, corner * 3);
  }
  return { size: 3, values: own, indices: countUp(layer.indices.length) };
}

function faceNormal(points: Float32Array, a: number, b: number, c: number): [number, number, number] {
  const edge = (to: number, k: number): number => points[to + k]! - points[a + k]!;
  const x = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1);
  const y = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2);
  const z = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  const length = Math.hypot(x, y, z);
  return length > 0 && length < Infinity ? [x / length, y / length, z / length] : [0, 1, 0];
}
