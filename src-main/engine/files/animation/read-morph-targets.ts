import type { Node, Primitive, mat4 } from '@gltf-transform/core';
import { morphWeights } from '../../base/document/morph-targets.ts';
import type { RigShape } from './rig.ts';

/**
 * Reads the morph targets of a node's mesh, their offsets transformed by the matrix that places its vertices; a
 * primitive without a target is not moved by it. `primitives` are those that are drawn.
 */
export function readMorphTargets(node: Node, primitives: readonly Primitive[], placement: Readonly<mat4>): RigShape[] {
  const count = Math.max(0, ...primitives.map((primitive) => primitive.listTargets().length));
  const counts = primitives.map((primitive) => primitive.getAttribute('POSITION')!.getCount());
  const total = counts.reduce((sum, own) => sum + own, 0);
  const weights = morphWeights(node);
  return Array.from({ length: count }, (_, shape) => {
    const offsets = new Float32Array(3 * total);
    let at = 0;
    primitives.forEach((primitive, i) => {
      const moved = primitive.listTargets()[shape]?.getAttribute('POSITION');
      const element: number[] = [];
      for (let vertex = 0; moved && vertex < counts[i]!; vertex++) {
        offsets.set(turn(moved.getElement(vertex, element), placement), at + 3 * vertex);
      }
      at += 3 * counts[i]!;
    });
    const name = primitives.map((primitive) => primitive.listTargets()[shape]?.getName()).find(Boolean);
    return {
      name: name ?? `shape_${shape + 1}`,
      weight: weights[shape] ?? 0,
      offsets,
    };
  });
}

function turn([x = 0, y = 0, z = 0]: readonly number[], m: Readonly<mat4>): number[] {
  return [0, 1, 2].map((row) => m[row]! * x + m[row + 4]! * y + m[row + 8]! * z);
}
