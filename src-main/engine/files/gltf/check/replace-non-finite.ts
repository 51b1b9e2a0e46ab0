import type { Accessor } from '@gltf-transform/core';

/** Values of a vertex whose own are not all finite: directions of length 1, everything else 0. */
const REPLACEMENTS: Readonly<Partial<Record<string, readonly number[]>>> = {
  NORMAL: [0, 1, 0],
  TANGENT: [1, 0, 0, 1],
};

/** Replaces the values of each vertex with a number that is not finite, in place: loops and files would not end well. */
export function replaceNonFinite(attribute: Accessor, semantic: string): void {
  const values = attribute.getArray();
  if (!(values instanceof Float32Array)) return;
  const size = attribute.getElementSize();
  const replacement = REPLACEMENTS[semantic];
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) continue;
    const first = i - (i % size);
    for (let k = 0; k < size; k++) values[first + k] = replacement?.[k] ?? 0;
  }
}
