import type { Vector3 } from '../../../base/maths/vector.ts';
import type { LegName } from '../../rig/quadruped/quadruped-bones.ts';

/**
 * A quadruped's pose as numbers: lengths in leg lengths from where things are at rest, angles in degrees, of an animal that
 * faces +Z. Pitch is forwards and down, yaw to the left, roll to the right.
 */
export interface QuadrupedPose {
  readonly hipsX: number;
  readonly hipsY: number;
  readonly hipsPitch: number;
  readonly hipsYaw: number;
  readonly hipsRoll: number;
  /** Of the chest against the hips. */
  readonly spineYaw: number;
  readonly spineRoll: number;
  /** Of the head against the chest. */
  readonly headPitch: number;
  readonly headYaw: number;
  /** Of the tip of the tail against the hips. */
  readonly tailPitch: number;
  readonly tailYaw: number;
  readonly legs: Readonly<Record<LegName, FootPose>>;
}

/** A foot. */
export interface FootPose {
  /** Of the ball, up and to the front. */
  readonly y: number;
  readonly z: number;
  /** Of the bone above the ball about it; positive: heel up. */
  readonly pitch: number;
  /** Of the toes. */
  readonly toePitch: number;
}

/** A movement of a quadruped, whatever its size. */
export interface QuadrupedClip {
  readonly seconds: number;
  /** The way of the whole body at a share (0 to 1) of the clip, leg lengths; a clip in place is without. */
  readonly travel: (share: number) => Vector3;
  /** The pose at a share, 0 to 1; a cyclic clip ends as it begins. */
  readonly pose: (share: number) => QuadrupedPose;
}
