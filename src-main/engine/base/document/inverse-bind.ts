import type { Skin, mat4 } from '@gltf-transform/core';

/** Returns a skin's inverse bind matrix of a joint; the identity if the skin has none for it, as glTF defines. */
export function inverseBind(skin: Skin, joint: number): mat4 {
  const matrices = skin.getInverseBindMatrices();
  if (!matrices || joint >= matrices.getCount()) return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return matrices.getElement(joint, []) as unknown as mat4;
}
