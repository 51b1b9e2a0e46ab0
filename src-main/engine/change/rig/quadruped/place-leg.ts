import type { Vector3 } from '../../../base/maths/vector.ts';
import { cubeCenter } from '../../../base/body/voxel-body.ts';
import type { LegBody } from './body-ends.ts';
import type { End, LegPart } from './quadruped-bones.ts';
import type { LegRow, TrackedLeg } from './track-legs.ts';

/** Positions of the joints and the tip of a leg, metres. */
export type LegJoints = Record<LegPart | 'Tiptoe', Vector3>;

/**
 * Heights of elbow and wrist, knee and hock, as shares of the height of the shoulder or hip above the ground; between
 * those of dogs, cats and horses.
 */
const BENDS = { front: { lower: 0.53, foot: 0.2 }, hind: { lower: 0.62, foot: 0.32 } } as const;
/** Height of the ball of the foot as a share of the same height. */
const SOLE = 0.04;
/** Position of the ball of the foot as a share of the distance from below the ankle to the tip. */
const BALL = 0.4;

/** Computes the joints of a leg through the centres of its rows, below a shoulder or hip in row `root`. */
export function placeLeg({ body, ground, isLeg }: LegBody, end: End, { rows }: TrackedLeg, root: number): LegJoints {
  const height = root - ground;
  const rowAt = (row: number): LegRow => rows[Math.max(0, Math.min(rows.length - 1, Math.round(row) - rows[0]!.row))]!;
  const at = (row: number, z = rowAt(row).z): Vector3 => cubeCenter(body, rowAt(row).x, row, z);
  const [lower, foot] = [ground + BENDS[end].lower * height, ground + BENDS[end].foot * height];
  const sole = ground + SOLE * height;
  const toes = findToes(body.counts, isLeg, rows, (foot + ground) / 2);
  const ankle = rowAt(foot).z;
  return {
    UpperLeg: at(root),
    LowerLeg: at(lower),
    Foot: at(foot),
    Toes: at(sole, ankle + BALL * (toes - ankle)),
    Tiptoe: at(sole, toes - 0.5),
  };
}

/** Returns the distance by which the rows of a leg up to `ankle` extend to the front, in voxels. */
function findToes([nx, , nz]: Vector3, isLeg: Uint8Array, rows: TrackedLeg['rows'], ankle: number): number {
  let front = rows[0]!.z;
  for (const { row, x, z } of rows) {
    if (row > ankle) break;
    let ahead = Math.round(z);
    while (ahead + 1 < nz && isLeg[(row * nz + ahead + 1) * nx + Math.round(x)]) ahead++;
    front = Math.max(front, ahead);
  }
  return front;
}
