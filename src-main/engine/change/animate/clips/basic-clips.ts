import { ease, IN_PLACE, type Clip } from '../pose/clip.ts';
import { standingPose, type LimbPose } from '../pose/pose.ts';

/** Breathing and shifting weight; cyclic. */
export const idle: Clip = {
  seconds: 4,
  travel: IN_PLACE,
  pose(share) {
    const slow = Math.sin(2 * Math.PI * share);
    const breath = Math.sin(4 * Math.PI * share);
    const arm: Partial<LimbPose> = { armOut: 9 + breath * 1.2, elbow: 14 + breath * 1.5 };
    return standingPose({
      hipsX: 0.018 * slow,
      hipsY: -0.012 - 0.004 * breath,
      hipsRoll: -0.8 * slow,
      spinePitch: 1 + 1.4 * breath,
      headYaw: 5 * slow,
      headPitch: -1.2 * breath,
      left: arm,
      right: arm,
    });
  },
};

const RUNG = 0.36;

/** Climbing a ladder towards the front; cyclic, two rungs. */
export const climb: Clip = {
  seconds: 1.6,
  travel: (share) => [0, 2 * RUNG * share, 0],
  pose(share) {
    /**
     * Returns the height of a hand or foot above its lowest position: it stays in place while the body rises, then
     * reaches up.
     */
    const height = (at: number) => (at < 0.5 ? 1 - at / 0.5 : ease((at - 0.5) / 0.5));
    const limb = (at: number): Partial<LimbPose> => {
      const hand = height((at + 0.5) % 1);
      const foot = height(at);
      return {
        armForward: 108 + 52 * hand,
        armOut: 8,
        elbow: 78 - 44 * hand,
        footY: 0.06 + RUNG * foot,
        footZ: 0.2 + 0.03 * foot,
        footPitch: 8,
      };
    };
    return standingPose({
      hipsY: 0.02,
      hipsX: 0.02 * Math.cos(2 * Math.PI * share),
      hipsPitch: 4,
      spineYaw: 4 * Math.cos(2 * Math.PI * share),
      headPitch: -18,
      left: limb(share),
      right: limb((share + 0.5) % 1),
    });
  },
};

/** A quarter turn to the left in two steps. */
export const turn: Clip = {
  seconds: 1.1,
  travel: IN_PLACE,
  pose(share) {
    const step = (from: number, to: number): Partial<LimbPose> => {
      const done = Math.min(1, Math.max(0, (share - from) / (to - from)));
      return {
        footYaw: 90 * ease(done),
        footY: 0.09 * Math.sin(Math.PI * done),
        footPitch: 12 * Math.sin(Math.PI * done),
      };
    };
    const weight = Math.sin(Math.PI * share);
    return standingPose({
      hipsY: -0.02 - 0.05 * weight,
      hipsYaw: 90 * ease((share - 0.08) / 0.84),
      spineYaw: 10 * weight * (1 - share),
      headYaw: 24 * weight * (1 - share),
      left: { ...step(0.08, 0.5), armForward: 10 * weight },
      right: { ...step(0.5, 0.94), armForward: -8 * weight },
    });
  },
};
