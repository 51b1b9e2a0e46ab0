import { distance, mix, type Vector3 } from '../../../base/maths/vector.ts';

/**
 * Returns the joints with each pair `left.…` and `right.…` made symmetric about the plane x = `middle` if it deviates
 * by at most `tolerance`. Metres.
 */
export function symmetrizeJoints<Joint extends string>(
  joints: Readonly<Record<Joint, Vector3>>,
  middle: number,
  tolerance: number,
): Record<Joint, Vector3> {
  const even: Record<Joint, Vector3> = { ...joints };
  const mirrored = ([x, y, z]: Vector3): Vector3 => [2 * middle - x, y, z];
  const lefts = Object.keys(joints).filter((name): name is Joint => name.startsWith('left.'));
  for (const left of lefts) {
    const right = left.replace('left', 'right') as Joint;
    if (distance(joints[left], mirrored(joints[right])) > tolerance) continue;
    even[left] = mix(joints[left], mirrored(joints[right]), 0.5);
    even[right] = mirrored(even[left]);
  }
  return even;
}
