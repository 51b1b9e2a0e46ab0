import { engineMessage, type Note } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { findArm, type Arm } from './find-arm.ts';
import { findLegs, type Legs } from './find-legs.ts';
import { findMirrorPlane } from './find-mirror-plane.ts';
import type { BodyRejection } from './body-rejection.ts';
import { findSliceComponents } from './slice-components.ts';
import type { VoxelBody } from './voxel-body.ts';

/** An upright body with two legs and two arms. Units: voxels. */
export interface Biped {
  readonly middle: number;
  readonly legs: Legs;
  /** Arms at −x and +x. */
  readonly arms: readonly [Arm, Arm];
  /** Half the width of the trunk. */
  readonly halfWidth: number;
  /** Row of the shoulders. */
  readonly shoulders: number;
}

const POSE = engineMessage('body.pose-figure');
/** Minimum share of a body that must be symmetric for a figure that faces the front. */
const MIN_LIKENESS = 0.7;
const MIN_DEPTH = 0.04;
/** Shortest arm, as a share of the height. */
const SHORTEST_ARM = 0.1;
const MIN_HEAD = 0.07;
/** Thickest arm, as a share of the trunk's cross-section. */
const THICKEST_ARM = 0.7;
/** Steepest arm, in degrees below the horizontal. */
const STEEPEST_ARM = 80;

/**
 * Detects a figure that stands upright (+Y up) and faces +Z in the volume it fills. Returns the reason if there is
 * none.
 */
export function findBiped(body: VoxelBody): Biped | BodyRejection {
  const [nx, ny, nz] = body.counts;
  const [width, height, depth] = [nx - 5, ny - 5, nz - 5];
  if (Math.min(width, height, depth) < MIN_DEPTH * Math.max(width, height, depth)) {
    return refuse(engineMessage('body.flat'));
  }
  const { middle, likeness } = findMirrorPlane(body);
  const legs = findLegs(body, middle);
  if (!legs) return refuse(engineMessage('body.no-legs', { hint: POSE }));
  if (legs.count[0] > 1 && legs.count[1] > 1) {
    return refuse(engineMessage('body.not-an-animal'));
  }
  if (depth > height || width > height * 1.7) {
    return refuse(engineMessage('body.too-long', { hint: POSE }));
  }
  if (likeness < MIN_LIKENESS) {
    return refuse(engineMessage('body.biped-asymmetric', { percent: Math.round(likeness * 100) }));
  }
  if (legs.count[0] > 1 || legs.count[1] > 1) return refuse(engineMessage('body.too-many-legs', { hint: POSE }));
  return findUpperBody(body, middle, legs);
}

function findUpperBody(body: VoxelBody, middle: number, legs: Legs): Biped | BodyRejection {
  const { ground, top, crotch } = legs;
  const height = top - ground + 1;
  const trunk = measureTrunk(body, middle, crotch, top);
  if (!trunk) return refuse(engineMessage('body.no-trunk', { hint: POSE }));
  const { halfWidth } = trunk;
  const arms = [-1, 1].map((side) => findArm(body, { middle, halfWidth, isLeg: legs.isLeg }, side));
  const [right, left] = arms;
  const least = SHORTEST_ARM * height * body.step;
  if (!right || !left || right.length < least || left.length < least) {
    return refuse(engineMessage('body.no-arms', { hint: POSE }));
  }
  if (Math.max(right.area, left.area) > trunk.area * THICKEST_ARM) {
    return refuse(engineMessage('body.arms-too-thick', { hint: POSE }));
  }
  if (Math.min(right.length, left.length) < 0.65 * Math.max(right.length, left.length)) {
    return refuse(engineMessage('body.arm-too-long'));
  }
  const rows = [right, left].map(({ line }) => (line[0]![1] - body.origin[1]) / body.step - 0.5);
  const shoulders = (rows[0]! + rows[1]!) / 2;
  for (const { line } of [right, left]) {
    const [from, to] = [line[0]!, line.at(-1)!];
    const angle = (Math.atan2(from[1] - to[1], Math.abs(to[0] - from[0])) * 180) / Math.PI;
    if (angle > STEEPEST_ARM || angle < -STEEPEST_ARM / 2) {
      return refuse(engineMessage(angle > 0 ? 'body.arms-down' : 'body.arms-up', { hint: POSE }));
    }
  }
  if (shoulders - crotch < 0.08 * height) return refuse(engineMessage('body.arms-at-legs', { hint: POSE }));
  if (top - shoulders < MIN_HEAD * height) return refuse(engineMessage('body.no-head', { hint: POSE }));
  return { middle, legs, arms: [right, left], halfWidth, shoulders };
}

/** Measures the trunk between the legs and the lowest row where arms may begin, by quantiles over its rows. */
function measureTrunk(
  body: VoxelBody,
  middle: number,
  crotch: number,
  top: number,
): { halfWidth: number; area: number } | null {
  const widths: number[] = [];
  const areas: number[] = [];
  for (let row = crotch + 1; row <= crotch + (top - crotch) * 0.6; row++) {
    const core = findSliceComponents(body, row, (cube) => body.solid[cube] === 1).find(
      ({ low, high }) => low[0] <= middle + 1 && high[0] >= middle - 1,
    );
    if (!core) continue;
    widths.push((core.high[0] - core.low[0] + 1) / 2);
    areas.push(core.area);
  }
  // Rows that arms grow out of are the widest.
  const at = (values: number[], share: number) => values.sort((a, b) => a - b)[Math.floor(values.length * share)];
  const [halfWidth, area] = [at(widths, 0.4), at(areas, 0.5)];
  return halfWidth === undefined || area === undefined ? null : { halfWidth, area };
}

function refuse(reason: Note): BodyRejection {
  return { reason };
}
