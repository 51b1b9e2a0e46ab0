import type { Point } from '../point.ts';
import type { Turn } from '../turn.ts';

/** A pose of one skeleton. */
export interface SolvedPose<Name extends string> {
  /** World place of the hips, metres. */
  readonly hips: Point;
  /** How far each bone is turned from its rest, in world axes. */
  readonly turns: ReadonlyMap<Name, Turn>;
}
