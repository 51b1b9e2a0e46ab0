import { SIDES } from '../skeleton/biped-bones.ts';
import { symmetrizeJoints } from '../skeleton/symmetrize-joints.ts';
import { moveInside } from '../skeleton/move-inside.ts';
import { distance, mix, type Vector3 } from '../../../base/maths/vector.ts';
import { cubeCenter } from '../../../base/body/voxel-body.ts';
import { pointAlongLine, TAIL_ROOT, type BodyLine, type LinePoint } from './body-lines.ts';
import type { Quadruped } from './find-quadruped.ts';
import { placeLeg, type LegJoints } from './place-leg.ts';
import {
  ENDS,
  QUADRUPED_BONES,
  TAIL_BONES,
  type LegName,
  type PlacedQuadrupedBone,
  type QuadrupedBoneName,
} from './quadruped-bones.ts';
import { rotatePoint } from './rotate-body.ts';

/** Height of the spine as a share of the trunk's thickness at that depth. */
const SPINE = 0.72;
/**
 * Distance of the neck's root in front of the front legs, as a share of the distance between front and hind legs, and
 * its distance below the back as a share of the trunk's thickness.
 */
const NECK_BEFORE_LEGS = 0.12;
const NECK_BELOW_BACK = 0.1;
/**
 * Positions of the neck's middle and the base of the skull, as shares of the distance from the neck's root to the nose.
 */
const UPPER_NECK = 0.17;
const SKULL = 0.34;
/**
 * Maximum distance by which a joint is moved into the body or to its mirrored position, as a share of the body's
 * length.
 */
const REACH = 0.04;

/** Joints of a skeleton: the head of each bone and, for the last bone of a chain, its tail. */
type Joint = QuadrupedBoneName | 'nose' | 'tailTip' | `${LegName}Tiptoe`;

/** Returns the 23 bones of a quadruped, or 27 with a tail, centred in its volume, in model space, metres. */
export function placeQuadrupedBones(quadruped: Quadruped): PlacedQuadrupedBone[] {
  const { body, middle, quarters, tail } = quadruped;
  const legs = placeLegs(quadruped);
  const joints = { ...placeTrunk(quadruped, legs), ...legs } as Record<Joint, Vector3>;
  const reach = REACH * body.counts[2] * body.step;
  const even = symmetrizeJoints(joints, cubeCenter(body, middle, 0, 0)[0], reach);
  const inside = (joint: Joint): Vector3 => rotatePoint(moveInside(body, even[joint], reach), -quarters);
  const bones = tail ? [...QUADRUPED_BONES, ...TAIL_BONES] : QUADRUPED_BONES;
  return bones.map((kind) => ({ ...kind, head: inside(kind.bone), tail: inside(endOf(kind.bone)) }));
}

/** Returns the joint at the end of a bone, the start of its child. */
function endOf(bone: QuadrupedBoneName): Joint {
  if (bone.includes('.')) {
    const [leg, part] = bone.split(/(?=UpperLeg|LowerLeg|Foot|Toes)/) as [LegName, string];
    const next = { UpperLeg: 'LowerLeg', LowerLeg: 'Foot', Foot: 'Toes' }[part] ?? 'Tiptoe';
    return `${leg}${next}` as Joint;
  }
  const ends: Partial<Record<QuadrupedBoneName, Joint>> = {
    hips: 'spine',
    spine: 'loin',
    loin: 'chest',
    chest: 'neck',
    neck: 'upperNeck',
    upperNeck: 'head',
    head: 'nose',
    tail1: 'tail2',
    tail2: 'tail3',
    tail3: 'tail4',
  };
  return ends[bone] ?? 'tailTip';
}

function placeTrunk(quadruped: Quadruped, legs: Partial<Record<Joint, Vector3>>): Partial<Record<Joint, Vector3>> {
  const { body, middle, head, tail, frontZ, hindZ } = quadruped;
  const at = ({ y, z }: LinePoint): Vector3 => cubeCenter(body, middle, y, z);
  const spineAt = (share: number): Vector3 => {
    const z = hindZ + share * (frontZ - hindZ);
    return at({ y: rowAt(quadruped, z, SPINE), z });
  };
  const neck = findNeck(quadruped);
  const ahead = (share: number): Vector3 => at(pointAlongLine(head, neck + share * (head.length - 1 - neck)));
  const spine = spineAt(0.1);
  const hip = mix(legs['left.hindUpperLeg']!, legs['right.hindUpperLeg']!, 0.5);
  return {
    hips: hip,
    spine,
    loin: spineAt(0.45),
    chest: spineAt(0.75),
    neck: ahead(0),
    upperNeck: ahead(UPPER_NECK),
    head: ahead(SKULL),
    nose: at(head.at(-1)!),
    ...(tail && placeTail(tail, at, spineAt(-TAIL_ROOT))),
  };
}

/** Returns the index of the head point at which the neck begins. */
function findNeck({ head, frontZ, hindZ, trunk }: Quadruped): number {
  const ahead = frontZ + (frontZ - hindZ) * NECK_BEFORE_LEGS;
  const up = trunk.back - NECK_BELOW_BACK * trunk.thickness;
  return Math.max(
    0,
    head.findIndex(({ y, z }) => z >= ahead || y >= up),
  );
}

/** Places four bones from the rump to the tip of the tail, each slightly longer than the previous one. */
function placeTail(line: BodyLine, at: (point: LinePoint) => Vector3, root: Vector3): Partial<Record<Joint, Vector3>> {
  const way = [root, ...line.map(at)];
  const ends = way.map((_, i) => way.slice(1, i + 1).reduce((sum, point, k) => sum + distance(way[k]!, point), 0));
  const point = (share: number): Vector3 => {
    const far = share * ends.at(-1)!;
    const next = Math.max(
      1,
      ends.findIndex((end) => end >= far),
    );
    return mix(way[next - 1]!, way[next]!, (far - ends[next - 1]!) / (ends[next]! - ends[next - 1]!));
  };
  return { tail1: root, tail2: point(0.22), tail3: point(0.46), tail4: point(0.72), tailTip: point(1) };
}

/** Returns the row at a share of the trunk's thickness at a depth. */
function rowAt({ body, middle, trunk, isLeg }: Quadruped, z: number, share: number): number {
  const [nx, ny, nz] = body.counts;
  const belly = trunk.back - trunk.thickness;
  let [low, high] = [ny, -1];
  // Ignores neck and ears above the trunk.
  for (let y = Math.round(belly - trunk.thickness * 0.3); y <= trunk.back + trunk.thickness * 0.2; y++) {
    const cube = (y * nz + Math.round(z)) * nx + Math.floor(middle);
    if (!body.solid[cube] || isLeg[cube]) continue;
    [low, high] = [Math.min(low, y), Math.max(high, y)];
  }
  return high < low ? belly + share * trunk.thickness : low + share * (high - low);
}

/** Heights of shoulder and hip as shares of the trunk's thickness at that depth. */
const SHOULDER = 0.52;

function placeLegs(quadruped: Quadruped): Partial<Record<Joint, Vector3>> {
  const joints: Partial<Record<Joint, Vector3>> = {};
  for (const end of ENDS) {
    quadruped.legs[end].legs.forEach((leg, i) => {
      const root = Math.max(leg.rows.at(-1)!.row + 1, rowAt(quadruped, leg.rows.at(-1)!.z, SHOULDER));
      const places = placeLeg(quadruped, end, leg, root);
      const side = SIDES[1 - i]!;
      for (const part of Object.keys(places) as (keyof LegJoints)[]) joints[`${side}.${end}${part}`] = places[part];
    });
  }
  return joints;
}
