import { engineMessage, type Note } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { findMirrorPlane } from '../../../base/body/find-mirror-plane.ts';
import type { BodyRejection } from '../../../base/body/body-rejection.ts';
import type { VoxelBody } from '../../../base/body/voxel-body.ts';
import { measureEnds, type LegBody } from './body-ends.ts';
import { findHead, findTail, type BodyLine } from './body-lines.ts';
import { measureTrunk, type Trunk } from './measure-trunk.ts';
import { pairLegs, type LegPair } from './pair-legs.ts';
import { trackLegs } from './track-legs.ts';
import { rotateBody } from './rotate-body.ts';

/** A four-legged body with a head at one end, in voxels of a body rotated to face +Z. */
export interface Quadruped extends LegBody {
  /** Number of quarter turns from the model to `body`. */
  readonly quarters: number;
  readonly legs: Readonly<Record<'front' | 'hind', LegPair>>;
  /** Centre line from the chest to the nose. */
  readonly head: BodyLine;
  /** Centre line from the rump to the tip of the tail; null without a tail. */
  readonly tail: BodyLine | null;
  readonly trunk: Trunk;
}

const STANCE = engineMessage('body.pose-animal');
/** Minimum symmetry; a less symmetric body is not aligned with an axis. */
const MIN_LIKENESS = 0.7;
/** Minimum length of a leg as a share of the height; wheels and furniture feet are shorter. */
const SHORTEST_LEG = 0.12;
/** Minimum length of a head as a share of the distance between front and hind legs. */
const SHORTEST_HEAD = 0.3;
const MIN_TRUNK = 0.15;
const WIDEST_STANCE = 0.7;
/** Maximum slope of the back. */
const STEEPEST_BACK = 0.7;
/** Minimum ratio of a leg's height to its width; wheels have a smaller one. */
const MIN_SLENDERNESS = 1.2;
/** Minimum thickness of a head as a share of its width; chair backs are flatter. */
const MIN_ROUNDNESS = 0.2;
/** Minimum ratio of head weight to tail weight; below it the ends are ambiguous. */
const CLEAR_LEAD = 1.5;

/**
 * Detects an animal that stands on +Y and faces along an axis from the voxels of a body, or returns the reason for
 * rejection; null if the body does not stand on two pairs of legs. Criteria against furniture and vehicles: slender
 * legs, closer together across than along, support a trunk, and something round extends beyond them at one end by more
 * than a third of the distance between them.
 */
export function findQuadruped(model: VoxelBody): Quadruped | BodyRejection | null {
  return findAlong(model, model.counts[0] > model.counts[2] ? 1 : 0);
}

function findAlong(model: VoxelBody, quarters: number): Quadruped | BodyRejection | null {
  const body = rotateBody(model, quarters);
  const { middle, likeness } = findMirrorPlane(body);
  const tracked = trackLegs(body, middle);
  const legs = tracked && pairLegs(tracked.legs, (tracked.top - tracked.ground + 1) * SHORTEST_LEG, body.counts[2]);
  if (!legs) return null;
  const { ground, isLeg } = tracked;
  const { front, hind } = legs;
  const base = { body, middle, ground, isLeg, frontZ: front.z, hindZ: hind.z };
  const way = front.z - hind.z;
  if (likeness < MIN_LIKENESS) {
    return refuse(engineMessage('body.quadruped-asymmetric', { percent: Math.round(likeness * 100) }));
  }
  if (Math.min(front.slenderness, hind.slenderness) < MIN_SLENDERNESS) {
    return refuse(engineMessage('body.legs-too-thick', { hint: STANCE }));
  }
  if (Math.max(front.across, hind.across) > WIDEST_STANCE * way) {
    return refuse(engineMessage('body.furniture-legs'));
  }
  const crotch = Math.min(front.top, hind.top);
  const trunk = measureTrunk(base, crotch);
  if (!trunk || trunk.thickness < MIN_TRUNK * way) {
    return refuse(engineMessage('body.no-animal-trunk'));
  }
  const ends = measureEnds(base);
  const isTurned = ends[0].weight > ends[1].weight;
  const [tailEnd, headEnd] = isTurned ? [ends[1], ends[0]] : ends;
  if (headEnd.reach < SHORTEST_HEAD * way || headEnd.roundness < MIN_ROUNDNESS) {
    return refuse(engineMessage('body.no-animal-head'));
  }
  // After the rotation the head must be in front; otherwise the ends are ambiguous too.
  if (headEnd.weight < tailEnd.weight * CLEAR_LEAD || (isTurned && quarters > 1)) {
    return refuse(engineMessage('body.head-or-tail'));
  }
  if (trunk.rise > STEEPEST_BACK) return refuse(engineMessage('body.back-too-steep', { hint: STANCE }));
  if (isTurned) return findAlong(model, quarters + 2);
  const head = findHead(base, crotch);
  if (!head) return refuse(engineMessage('body.no-head-in-front', { hint: STANCE }));
  return { ...base, quarters, legs, head, tail: findTail(base, trunk.area), trunk };
}

function refuse(reason: Note): BodyRejection {
  return { reason };
}
