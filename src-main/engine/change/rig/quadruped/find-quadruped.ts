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

/** A body on four legs with a head at one end, in cubes of a body that was turned to face +Z. */
export interface Quadruped extends LegBody {
  /** Quarter turns from the model to `body`. */
  readonly quarters: number;
  readonly legs: Readonly<Record<'front' | 'hind', LegPair>>;
  /** From the chest to the nose. */
  readonly head: BodyLine;
  /** From the rump to the tip. */
  readonly tail: BodyLine | null;
  readonly trunk: Trunk;
}

const STANCE = engineMessage('body.pose-animal');
/** Less of a body alike on both sides does not stand straight along an axis. */
const MIN_LIKENESS = 0.7;
/** Of the height: shorter legs, as wheels and furniture’s feet are, do not walk. */
const SHORTEST_LEG = 0.12;
/** Of the way between front and hind legs. */
const SHORTEST_HEAD = 0.3;
const MIN_TRUNK = 0.15;
const WIDEST_STANCE = 0.7;
/** Rise of the back for each cube to the front. */
const STEEPEST_BACK = 0.7;
/** A leg’s height in widths of its own: wheels are wider. */
const MIN_SLENDERNESS = 1.2;
/** A head’s thickness as a share of its width: backs of chairs are boards. */
const MIN_ROUNDNESS = 0.2;
/** So much more head than tail, or nobody can tell which is which. */
const CLEAR_LEAD = 1.5;

/**
 * Reads an animal that stands on +Y and faces along an axis out of the space it fills, or says why it is none; null: it
 * does not stand on two pairs of legs. What tells it from furniture and vehicles: slender legs, closer across than along,
 * carry a trunk, and something round that is longer than a third of the way between them reaches beyond them at one end.
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
  // Once turned, the head is in front; where it is not, nobody can tell either.
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
