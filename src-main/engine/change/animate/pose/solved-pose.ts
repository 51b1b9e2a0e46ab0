import type { Vector3 } from '../../../base/maths/vector.ts';
import type { Quaternion } from '../../../base/maths/quaternion.ts';

/** A pose of one skeleton. */
export interface SolvedPose<Name extends string> {
  /** World position of the hips, metres. */
  readonly hips: Vector3;
  /** Rotation of each bone from its rest pose, in world axes. */
  readonly turns: ReadonlyMap<Name, Quaternion>;
}
