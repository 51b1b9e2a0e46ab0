import type { Vector3 } from '../../../base/maths/vector.ts';
import type { LegName } from '../../rig/quadruped/quadruped-bones.ts';

/**
 * A quadruped's pose as numbers: offsets from the rest pose in leg lengths, angles in degrees, for an animal that faces
 * +Z. Positive pitch is forwards and down, yaw to the left, roll to the right.
 */
export interface QuadrupedPose {
  readonly hipsX: number;
  readonly hipsY: number;
  readonly hipsPitch: number;
  readonly hipsYaw: number;
  readonly hipsRoll: number;
  /** Chest relative to the hips. */
  readonly spineYaw: number;
  readonly spineRoll: number;
  /** Head relative to the chest. */
  readonly headPitch: number;
  readonly headYaw: number;
  /** Tip of the tail relative to the hips. */
  readonly tailPitch: number;
  readonly tailYaw: number;
  readonly legs: Readonly<Record<LegName, FootPose>>;
}

/** Pose of a foot. */
export interface FootPose {
  /** Position of the ball, up and to the front. */
  readonly y: number;
  readonly z: number;
  /** Pitch of the bone above the ball, about the ball; positive: heel up. */
  readonly pitch: number;
  /** Pitch of the toes. */
  readonly toePitch: number;
}

/** A quadruped animation, independent of body size. */
export interface QuadrupedClip {
  readonly seconds: number;
  /** Returns the root motion at a fraction (0 to 1) of the clip, in leg lengths; zero for clips that stay in place. */
  readonly travel: (share: number) => Vector3;
  /** Returns the pose at a fraction (0 to 1) of the clip. A cyclic clip ends with its first pose. */
  readonly pose: (share: number) => QuadrupedPose;
}
