import type { Vector3 } from '../../../base/maths/vector.ts';
import type { Quaternion } from '../../../base/maths/quaternion.ts';

/** A pose of one skeleton. */
export interface SolvedPose<Name extends string> {
  /** World place of the hips, metres. */
  readonly hips: Vector3;
  /** How far each bone is turned from its rest, in world axes. */
  readonly turns: ReadonlyMap<Name, Quaternion>;
}
