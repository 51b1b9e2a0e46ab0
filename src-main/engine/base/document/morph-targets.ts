import type { Node, Primitive } from '@gltf-transform/core';

/** Returns the morph weights of a node at rest: its own or, without any, those of its mesh (glTF 2.0, 3.7.2.2). */
export function morphWeights(node: Node): readonly number[] {
  const own = node.getWeights();
  return own.length > 0 ? own : (node.getMesh()?.getWeights() ?? []);
}

/**
 * Adds the weighted offsets of a primitive's morph targets to an attribute, in place; `values` has `size` components per
 * vertex, of which the first three are moved. Normals and tangents must be normalized afterwards.
 */
export function applyMorphTargets(
  primitive: Primitive,
  weights: readonly number[],
  semantic: 'POSITION' | 'NORMAL' | 'TANGENT',
  values: Float32Array,
  size = 3,
): void {
  const offset: number[] = [];
  primitive.listTargets().forEach((target, i) => {
    const weight = weights[i] ?? 0;
    const offsets = weight === 0 ? null : target.getAttribute(semantic);
    const count = Math.min(offsets?.getCount() ?? 0, values.length / size);
    for (let vertex = 0; vertex < count; vertex++) {
      offsets!.getElement(vertex, offset);
      for (let k = 0; k < 3; k++) values[vertex * size + k]! += weight * offset[k]!;
    }
  });
}
