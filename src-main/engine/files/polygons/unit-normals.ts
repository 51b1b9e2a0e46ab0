import type { CornerLayer } from './polygon-mesh.ts';

/** Minimum length of a normal. */
const SHORTEST = 1e-10;

/**
 * Normalizes a layer of normals, in place. An invalid normal (zero length, not finite) is replaced by its triangle's; a
 * degenerate triangle points up.
 */
export function toUnitNormals(
  layer: CornerLayer,
  points: Float32Array,
  corners: Uint32Array,
  triangles: Uint32Array,
): CornerLayer {
  const { values } = layer;
  const isNone = new Uint8Array(Math.floor(values.length / 3));
  let missing = 0;
  for (let i = 0; i < isNone.length; i++) {
    const length = Math.hypot(values[i * 3]!, values[i * 3 + 1]!, values[i * 3 + 2]!);
    if (!(length > SHORTEST && length < Infinity)) missing += isNone[i] = 1;
    else for (let k = 0; k < 3; k++) values[i * 3 + k]! /= length;
  }
  return missing === 0 ? layer : replaceInvalid(layer, isNone, points, corners, triangles);
}

/** Appends a normal for each corner of a triangle that has none. */
function replaceInvalid(
  layer: CornerLayer,
  isNone: Uint8Array,
  points: Float32Array,
  corners: Uint32Array,
  triangles: Uint32Array,
): CornerLayer {
  let count = 0;
  for (const corner of triangles) count += isNone[layer.indices[corner]!]!;
  if (count === 0) return layer;
  const stored = isNone.length;
  const values = new Float32Array((stored + count) * 3);
  values.set(layer.values.subarray(0, stored * 3));
  // The mesh's own corners may be the indices.
  const indices = layer.indices.slice();
  let next = stored;
  for (let i = 0; i < triangles.length; i += 3) {
    let normal: readonly number[] | null = null;
    for (let k = 0; k < 3; k++) {
      const corner = triangles[i + k]!;
      if (!isNone[layer.indices[corner]!]) continue;
      normal ??= faceNormal(
        points,
        corners[triangles[i]!]! * 3,
        corners[triangles[i + 1]!]! * 3,
        corners[triangles[i + 2]!]! * 3,
      );
      // A corner of several triangles gets the normal of the last.
      if (indices[corner]! < stored) indices[corner] = next++;
      values.set(normal, indices[corner]! * 3);
    }
  }
  return { size: 3, values, indices };
}

function faceNormal(points: Float32Array, a: number, b: number, c: number): [number, number, number] {
  const edge = (to: number, k: number): number => points[to + k]! - points[a + k]!;
  const x = edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1);
  const y = edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2);
  const z = edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0);
  const length = Math.hypot(x, y, z);
  return length > 0 && length < Infinity ? [x / length, y / length, z / length] : [0, 1, 0];
}
