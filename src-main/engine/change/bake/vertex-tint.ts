import type { Primitive } from '@gltf-transform/core';
import { readFloats } from '../../base/document/list-surfaces.ts';

/** Writes the vertex colour (linear RGBA, 0 to 1) at barycentric weights `a`, `b`, `c` of a triangle into `shade`. */
export type VertexTint = (triangle: number, a: number, b: number, c: number, shade: number[]) => void;

/** Creates the function that interpolates a primitive's vertex colours; null if it has none. */
export function createVertexTint(primitive: Primitive, indices: Uint32Array): VertexTint | null {
  const colors = readFloats(primitive, 'COLOR_0');
  if (!colors) return null;
  const size = primitive.getAttribute('COLOR_0')!.getElementSize();
  return (triangle, a, b, c, shade) => {
    const i = indices[triangle * 3]! * size;
    const j = indices[triangle * 3 + 1]! * size;
    const k = indices[triangle * 3 + 2]! * size;
    for (let at = 0; at < size; at++) {
      shade[at] = Math.min(1, Math.max(0, a * colors[i + at]! + b * colors[j + at]! + c * colors[k + at]!));
    }
  };
}
