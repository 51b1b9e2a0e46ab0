import type { Primitive, Skin, mat4 } from '@gltf-transform/core';
import { multiplyMatrices } from '../maths/transform-vertices.ts';
import { inverseBind } from './inverse-bind.ts';

/**
 * Computes the matrix that moves each vertex of a skinned primitive to the current pose in world space: the weighted
 * sum of joint world × inverse bind (glTF 2.0, 3.7.3.3). All JOINTS_n/WEIGHTS_n sets are used; weights are normalized,
 * joints out of range are skipped, a vertex without weights follows the first joint. Returns null if the primitive has
 * no weights.
 */
export function skinMatrices(skin: Skin, primitive: Primitive): mat4[] | null {
  const joints = jointMatrices(skin);
  const first = joints[0];
  if (!first || !primitive.getAttribute('JOINTS_0') || !primitive.getAttribute('WEIGHTS_0')) {
    return null;
  }

  const count = primitive.getAttribute('POSITION')?.getCount() ?? 0;
  const sums = Array.from({ length: count }, () => new Array<number>(16).fill(0) as mat4);
  const totals = new Float64Array(count);
  for (let set = 0; ; set++) {
    const indices = primitive.getAttribute(`JOINTS_${set}`);
    const weights = primitive.getAttribute(`WEIGHTS_${set}`);
    if (!indices || !weights) break;
    const index: number[] = [];
    const weight: number[] = [];
    for (let vertex = 0; vertex < count; vertex++) {
      indices.getElement(vertex, index);
      weights.getElement(vertex, weight);
      for (let k = 0; k < 4; k++) {
        const joint = joints[index[k]!];
        const share = weight[k]!;
        if (!joint || !(share > 0)) continue;
        totals[vertex]! += share;
        const sum = sums[vertex]!;
        for (let e = 0; e < 16; e++) sum[e]! += joint[e]! * share;
      }
    }
  }
  return sums.map((sum, vertex) => {
    const total = totals[vertex]!;
    return total > 0 ? (sum.map((entry) => entry / total) as mat4) : first;
  });
}

function jointMatrices(skin: Skin): mat4[] {
  return skin.listJoints().map((joint, i) => multiplyMatrices(joint.getWorldMatrix(), inverseBind(skin, i)));
}
