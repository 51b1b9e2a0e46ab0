import { distance, mix, type Point } from '../../../base/maths/vector.ts';

/**
 * Makes the joints `left.…` and `right.…` each other's likeness in the plane x = `middle` wherever they nearly are: up to
 * `tolerance` apart. Metres.
 */
export function makeAlike<Joint extends string>(
  joints: Readonly<Record<Joint, Point>>,
  middle: number,
  tolerance: number,
): Record<Joint, Point> {
  const even: Record<Joint, Point> = { ...joints };
  const mirrored = ([x, y, z]: Point): Point => [2 * middle - x, y, z];
  const lefts = Object.keys(joints).filter((name): name is Joint => name.startsWith('left.'));
  for (const left of lefts) {
    const right = left.replace('left', 'right') as Joint;
    if (distance(joints[left], mirrored(joints[right])) > tolerance) continue;
    even[left] = mix(joints[left], mirrored(joints[right]), 0.5);
    even[right] = mirrored(even[left]);
  }
  return even;
}
