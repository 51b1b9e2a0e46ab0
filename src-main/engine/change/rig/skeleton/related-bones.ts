import type { TreeBone } from './rig-bone.ts';

/**
 * Computes the pairs of bones that may influence the same vertex, as 1 at first × number of bones + second: bones at
 * most two joints apart in the hierarchy, but never a left and a right limb.
 */
export function findRelatedBones(bones: readonly TreeBone[]): Uint8Array {
  const parents = bones.map(({ parent }) => bones.findIndex(({ bone }) => bone === parent));
  const related = new Uint8Array(bones.length ** 2);
  bones.forEach((first, i) => {
    bones.forEach((second, j) => {
      const [one, other] = [first, second].map(({ bone }) => bone.split('.')) as [string[], string[]];
      const isAcross = one.length > 1 && other.length > 1 && one[0] !== other[0];
      const [p, q] = [parents[i]!, parents[j]!];
      const isNear =
        i === j || p === j || q === i || (p >= 0 && (p === q || parents[p] === j)) || (q >= 0 && parents[q] === i);
      if (isNear && !isAcross) related[i * bones.length + j] = 1;
    });
  });
  return related;
}
