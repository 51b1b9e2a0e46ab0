import { add, distance, scale, subtract, type Point } from '../../../base/maths/vector.ts';
import { LEGS, TAIL_BONES, type LegName, type QuadrupedBoneName } from '../../rig/quadruped/quadruped-bones.ts';
import { chain, invert, rotate, shareOf, swing, turnBy, type Turn } from '../../../base/maths/quaternion.ts';
import { bendLeg } from '../pose/bend-leg.ts';
import type { SolvedPose } from '../pose/solved-pose.ts';
import type { FootPose, QuadrupedPose } from './quadruped-clip.ts';
import type { QuadrupedSkeleton } from './read-quadruped-skeleton.ts';

/** Elbows point back, knees to the front. */
const BACK: Point = [0, 0, -1];
const FRONT: Point = [0, 0, 1];
/** From the root to what the front legs hang on. */
const SPINE = ['hips', 'spine', 'loin', 'chest'] as const;

/**
 * The turns that bring a quadruped's skeleton into a pose: the trunk as the pose says, the balls of the feet where it says
 * with the joints between bent the natural way. `travel` moves the whole, in leg lengths.
 */
export function solveQuadruped(
  skeleton: QuadrupedSkeleton,
  pose: QuadrupedPose,
  travel: Point,
): SolvedPose<QuadrupedBoneName> {
  const { places, leg, heading, joints } = skeleton;
  const place = (bone: QuadrupedBoneName) => places.get(bone)!;
  const turns = new Map<QuadrupedBoneName, Turn>();
  const hips = add(place('hips'), scale(add([pose.hipsX, pose.hipsY, 0], travel), leg));
  turns.set('hips', turnBy(pose.hipsPitch, pose.hipsYaw, pose.hipsRoll));
  const spine = shareOf(turnBy(0, pose.spineYaw, pose.spineRoll), 1 / (SPINE.length - 1));
  const head = shareOf(turnBy(pose.headPitch, pose.headYaw), 1 / 3);
  const tail = shareOf(turnBy(pose.tailPitch, pose.tailYaw), 1 / TAIL_BONES.length);
  const follow = (bone: QuadrupedBoneName, parent: QuadrupedBoneName, turn: Turn): void =>
    void turns.set(bone, chain(turns.get(parent)!, turn));
  SPINE.slice(1).forEach((bone, i) => follow(bone, SPINE[i]!, spine));
  follow('neck', 'chest', head);
  follow('upperNeck', 'neck', head);
  follow('head', 'upperNeck', head);
  for (const { bone, parent } of TAIL_BONES) if (joints.has(bone)) follow(bone, parent!, tail);

  const chest = SPINE.slice(1).reduce<Point>((at, bone, i) => {
    const below = SPINE[i]!;
    return add(at, rotate(turns.get(below)!, subtract(place(bone), place(below))));
  }, hips);
  for (const name of LEGS) {
    const above = name.endsWith('front') ? 'chest' : 'hips';
    const from = above === 'chest' ? chest : hips;
    const root = add(from, rotate(turns.get(above)!, subtract(place(`${name}UpperLeg`), place(above))));
    solveLeg(skeleton, name, pose.legs[name], { root, above: turns.get(above)!, travel }, turns);
  }
  const toWorld = (turn: Turn): Turn => chain(heading, chain(turn, invert(heading)));
  return { hips: rotate(heading, hips), turns: new Map([...turns].map(([bone, turn]) => [bone, toWorld(turn)])) };
}

/** A leg from its foot upwards: the ball stands where the pose says, the bone above it leans, elbow or knee fit between. */
function solveLeg(
  { places, leg }: QuadrupedSkeleton,
  name: LegName,
  { y, z, pitch, toePitch }: FootPose,
  { root, above, travel }: { readonly root: Point; readonly above: Turn; readonly travel: Point },
  turns: Map<QuadrupedBoneName, Turn>,
): void {
  const [upper, lower, foot, toes] = (['UpperLeg', 'LowerLeg', 'Foot', 'Toes'] as const).map((part) =>
    places.get(`${name}${part}`)!,
  ) as [Point, Point, Point, Point];
  const ball = add(toes, scale(add([0, y, z], travel), leg));
  const footTurn = turnBy(pitch);
  const ankle = add(ball, rotate(footTurn, subtract(foot, toes)));
  const lengths = [distance(upper, lower), distance(lower, foot)] as const;
  const bent = bendLeg(root, ankle, lengths, rotate(above, name.endsWith('front') ? BACK : FRONT));
  const upperTurn = chain(swing(rotate(above, subtract(lower, upper)), subtract(bent.knee, root)), above);
  turns.set(`${name}UpperLeg`, upperTurn);
  const lowerTurn = chain(swing(rotate(upperTurn, subtract(foot, lower)), subtract(bent.ankle, bent.knee)), upperTurn);
  turns.set(`${name}LowerLeg`, lowerTurn);
  turns.set(`${name}Foot`, footTurn);
  turns.set(`${name}Toes`, turnBy(toePitch));
}
