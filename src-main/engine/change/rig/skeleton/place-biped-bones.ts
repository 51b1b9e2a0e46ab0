import { BIPED_BONES, SIDES, type BipedBoneName, type PlacedBipedBone, type Side } from './biped-bones.ts';
import { pointAlongArm, type Arm } from '../../../base/body/find-arm.ts';
import type { Biped } from '../../../base/body/find-biped.ts';
import { legPieces } from '../../../base/body/find-legs.ts';
import { symmetrizeJoints } from './symmetrize-joints.ts';
import { moveInside } from './move-inside.ts';
import { add, mix, scale, subtract, type Vector3 } from '../../../base/maths/vector.ts';
import { cubeCenter, type VoxelBody } from '../../../base/body/voxel-body.ts';

/** Positions of arm joints as shares of the distance from the shoulder to the fingertips. */
const ELBOW = 0.42;
const WRIST = 0.76;
/** Maximum difference between the sides, as a share of the height, up to which they are made symmetric. */
const LIKE = 0.04;

/** Joints of a skeleton: the head of each bone and, for the last bone of a chain, its tail. */
type Joints = Record<BipedBoneName | 'crown' | `${Side}.${'fingertip' | 'tiptoe'}`, Vector3>;

/** Returns the 22 bones of a biped, centred in its volume, metres. */
export function placeBipedBones(body: VoxelBody, biped: Biped): PlacedBipedBone[] {
  const joints = { ...placeTrunk(body, biped), ...placeLimbs(body, biped) } as Joints;
  const height = (biped.legs.top - biped.legs.ground + 1) * body.step;
  const even = symmetrizeJoints(joints, cubeCenter(body, biped.middle, 0, 0)[0], height * LIKE);
  const inside = Object.fromEntries(
    Object.entries(even).map(([name, point]) => [name, moveInside(body, point, height * LIKE)]),
  ) as Joints;
  return BIPED_BONES.map((kind) => ({ ...kind, head: inside[kind.bone], tail: inside[endOf(kind.bone)] }));
}

function endOf(bone: BipedBoneName): keyof Joints {
  if (bone === 'hips') return 'spine';
  if (bone === 'spine') return 'chest';
  if (bone === 'chest') return 'upperChest';
  if (bone === 'upperChest') return 'neck';
  if (bone === 'neck') return 'head';
  if (bone === 'head') return 'crown';
  const [side, own] = bone.split('.') as [Side, string];
  const ends: Record<string, keyof Joints> = {
    shoulder: `${side}.upperArm`,
    upperArm: `${side}.lowerArm`,
    lowerArm: `${side}.hand`,
    hand: `${side}.fingertip`,
    upperLeg: `${side}.lowerLeg`,
    lowerLeg: `${side}.foot`,
    foot: `${side}.toes`,
    toes: `${side}.tiptoe`,
  };
  return ends[own]!;
}

/** Returns the row of the hip joints, slightly above the crotch. */
function hipRow({ legs, shoulders }: Biped): number {
  return legs.crotch + 0.13 * (shoulders - legs.crotch);
}

function placeTrunk(body: VoxelBody, biped: Biped): Partial<Joints> {
  const { middle, legs, shoulders } = biped;
  const above = legs.top - shoulders;
  const narrow = findNeck(body, biped);
  const hips = hipRow(biped) + 0.05 * (shoulders - legs.crotch);
  const neck = Math.max(shoulders + 0.12 * above, narrow - 0.06 * above);
  const at = (row: number) => cubeCenter(body, middle, row, trunkDepth(body, biped, row));
  return {
    hips: at(hips),
    spine: at(hips + 0.2 * (neck - hips)),
    chest: at(hips + 0.42 * (neck - hips)),
    upperChest: at(hips + 0.68 * (neck - hips)),
    neck: at(neck),
    head: at(Math.max(narrow + 0.08 * above, neck + 0.1 * above)),
    crown: at(legs.top - 1),
  };
}

/** Returns the narrowest row between shoulders and head. */
function findNeck(body: VoxelBody, biped: Biped): number {
  const { legs, shoulders } = biped;
  let best = shoulders + 0.25 * (legs.top - shoulders);
  let smallest = Infinity;
  for (let row = Math.ceil(shoulders); row <= shoulders + 0.6 * (legs.top - shoulders); row++) {
    const { area } = trunkPiece(body, biped, row);
    if (area > 0 && area < smallest) [best, smallest] = [row, area];
  }
  return best;
}

function trunkDepth(body: VoxelBody, biped: Biped, row: number): number {
  const { area, depth } = trunkPiece(body, biped, Math.round(row));
  return area > 0 ? depth / area : (body.counts[2] - 1) / 2;
}

/** Returns the number of voxels of a row within the width of the trunk and the sum of their depths. */
function trunkPiece(body: VoxelBody, { middle, halfWidth }: Biped, row: number): { area: number; depth: number } {
  const [nx, , nz] = body.counts;
  let [area, depth] = [0, 0];
  for (let z = 0; z < nz; z++) {
    for (let x = Math.ceil(middle - halfWidth); x <= middle + halfWidth; x++) {
      if (!body.solid[(row * nz + z) * nx + x]) continue;
      area++;
      depth += z;
    }
  }
  return { area, depth };
}

function placeLimbs(body: VoxelBody, biped: Biped): Partial<Joints> {
  const joints: Partial<Joints> = {};
  for (const side of SIDES) {
    const [right, left] = biped.arms;
    placeArm(joints, side, side === 'left' ? left : right, cubeCenter(body, biped.middle, 0, 0)[0]);
    placeLeg(joints, side, body, biped);
  }
  return joints;
}

function placeArm(joints: Partial<Joints>, side: Side, { line }: Arm, middle: number): void {
  // The first rings contain part of the trunk's flank, so the shoulder is extrapolated from the arm's centre line.
  const way = subtract(pointAlongArm(line, 0.4), pointAlongArm(line, 0.15));
  const start = pointAlongArm(line, 0.15);
  const share = Math.abs(way[0]) > 1e-6 ? (line[0]![0] - start[0]) / way[0] : 0;
  const shoulder = add(start, scale(way, Math.max(-1, Math.min(0, share))));
  const inner: Vector3 = [middle + (shoulder[0] - middle) * 0.3, shoulder[1], shoulder[2]];
  joints[`${side}.shoulder`] = inner;
  joints[`${side}.upperArm`] = shoulder;
  joints[`${side}.lowerArm`] = pointAlongArm(line, ELBOW);
  joints[`${side}.hand`] = pointAlongArm(line, WRIST);
  joints[`${side}.fingertip`] = pointAlongArm(line, 0.98);
}

function placeLeg(joints: Partial<Joints>, side: Side, body: VoxelBody, biped: Biped): void {
  const { middle, legs } = biped;
  const sign = side === 'left' ? 1 : -1;
  const leg = legs.crotch - legs.ground;
  const at = (row: number, depth?: number): Vector3 => {
    const pieces = legPieces(
      body,
      legs.isLeg,
      Math.max(legs.ground, Math.min(legs.crotch - 1, Math.round(row))),
      middle,
      sign,
    );
    const piece = pieces.reduce((best, other) => (other.area > best.area ? other : best), pieces[0]!);
    return cubeCenter(body, piece.center[0], row, depth ?? piece.center[1]);
  };
  const hips = hipRow(biped);
  const ankles = legs.ground + Math.min(0.055 * (legs.top - legs.ground), 0.3 * leg);
  const shin = at(ankles + 0.25 * (hips - ankles));
  const hip = at(hips);
  const toes = findToes(body, biped, sign, ankles);
  const ankle = at(ankles, (shin[2] - body.origin[2]) / body.step - 0.5);
  const sole = legs.ground + 0.35 * (ankles - legs.ground);
  const toe = cubeCenter(body, (at(legs.ground + 1)[0] - body.origin[0]) / body.step - 0.5, sole, toes - 1);
  joints[`${side}.upperLeg`] = hip;
  joints[`${side}.lowerLeg`] = at(ankles + 0.5 * (hips - ankles));
  joints[`${side}.foot`] = ankle;
  joints[`${side}.toes`] = mix([ankle[0], toe[1], ankle[2]], toe, 0.6);
  joints[`${side}.tiptoe`] = toe;
}

/** Returns the distance by which a foot extends to the front, in voxels. */
function findToes(body: VoxelBody, { middle, legs }: Biped, sign: number, ankles: number): number {
  let front = 0;
  for (let row = legs.ground; row <= ankles; row++) {
    for (const { high } of legPieces(body, legs.isLeg, row, middle, sign)) front = Math.max(front, high[1]);
  }
  return front;
}
