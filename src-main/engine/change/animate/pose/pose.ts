/**
 * A biped's pose as numbers, so that poses can be blended: offsets from the rest pose in leg lengths, angles in
 * degrees. +Y up, +Z front, +X to the model's left. Positive pitch is forwards and down, yaw to the left, roll to the
 * right.
 */
export interface Pose {
  readonly hipsX: number;
  readonly hipsY: number;
  readonly hipsZ: number;
  readonly hipsPitch: number;
  readonly hipsYaw: number;
  readonly hipsRoll: number;
  /** Spine relative to the hips, and head relative to the spine. */
  readonly spinePitch: number;
  readonly spineYaw: number;
  readonly headPitch: number;
  readonly headYaw: number;
  readonly left: LimbPose;
  readonly right: LimbPose;
}

/** An arm and a leg of one side. */
export interface LimbPose {
  /** 0 hangs down, 90 points to the front, 180 up; negative to the back. */
  readonly armForward: number;
  /** 0 hangs along the body, 90 points to its own side; negative across the body. */
  readonly armOut: number;
  readonly elbow: number;
  /** Position of the foot as if it were flat; a pitched foot rotates about its ball or its heel. */
  readonly footX: number;
  readonly footY: number;
  readonly footZ: number;
  /** Positive: heel up. */
  readonly footPitch: number;
  /** Position and direction relative to the middle of the body. */
  readonly footYaw: number;
}

/** Values of a pose that differ from standing. */
export type PoseChange = Partial<Omit<Pose, 'left' | 'right'>> & {
  readonly left?: Partial<LimbPose>;
  readonly right?: Partial<LimbPose>;
};

const RELAXED: LimbPose = {
  armForward: 2,
  armOut: 9,
  elbow: 14,
  footX: 0,
  footY: 0,
  footZ: 0,
  footPitch: 0,
  footYaw: 0,
};

/** Standing relaxed, arms down, knees not locked. */
export const STANDING: Pose = {
  hipsX: 0,
  hipsY: -0.01,
  hipsZ: 0,
  hipsPitch: 0,
  hipsYaw: 0,
  hipsRoll: 0,
  spinePitch: 0,
  spineYaw: 0,
  headPitch: 0,
  headYaw: 0,
  left: RELAXED,
  right: RELAXED,
};

/** Returns the standing pose with changes applied. */
export function standingPose(change: PoseChange = {}): Pose {
  const { left, right, ...trunk } = change;
  return { ...STANDING, ...trunk, left: { ...RELAXED, ...left }, right: { ...RELAXED, ...right } };
}

/** Applies the same limb pose to both sides. */
export function withBoth(limb: Partial<LimbPose>): Pick<PoseChange, 'left' | 'right'> {
  return { left: limb, right: limb };
}

/** Interpolates linearly between two poses. */
export function mixPoses(a: Pose, b: Pose, share: number): Pose {
  const numbers = <T extends object>(one: T, other: T): T =>
    Object.fromEntries(
      Object.entries(one).map(([key, from]) => {
        const to = (other as Record<string, unknown>)[key];
        if (typeof from === 'number' && typeof to === 'number') return [key, from + (to - from) * share];
        return [key, numbers(from as object, to as object)];
      }),
    ) as T;
  return numbers(a, b);
}
