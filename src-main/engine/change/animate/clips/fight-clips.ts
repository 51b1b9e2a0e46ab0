import { playKeys, IN_PLACE, type Clip } from '../pose/clip.ts';
import { standingPose, STANDING } from '../pose/pose.ts';

/** An overhead strike with the right hand. */
export const slash: Clip = {
  seconds: 0.9,
  travel: IN_PLACE,
  pose: playKeys([
    [0, STANDING],
    [
      0.34,
      standingPose({
        hipsY: -0.07,
        hipsZ: -0.04,
        hipsYaw: -14,
        spineYaw: -30,
        spinePitch: -6,
        headYaw: 30,
        left: { armForward: 42, armOut: 20, elbow: 60, footZ: 0.16 },
        right: { armForward: 165, armOut: 34, elbow: 88, footZ: -0.14 },
      }),
    ],
    [
      0.54,
      standingPose({
        hipsY: -0.1,
        hipsZ: 0.08,
        hipsYaw: 14,
        hipsPitch: 6,
        spineYaw: 32,
        spinePitch: 16,
        headYaw: -28,
        left: { armForward: -30, armOut: 24, elbow: 50, footZ: 0.16 },
        right: { armForward: 42, armOut: -24, elbow: 12, footZ: -0.14, footPitch: 22 },
      }),
    ],
    [
      0.7,
      standingPose({
        hipsY: -0.1,
        hipsZ: 0.08,
        hipsYaw: 16,
        hipsPitch: 6,
        spineYaw: 36,
        spinePitch: 18,
        headYaw: -30,
        left: { armForward: -34, armOut: 26, elbow: 50, footZ: 0.16 },
        right: { armForward: 22, armOut: -28, elbow: 16, footZ: -0.14, footPitch: 24 },
      }),
    ],
    [1, STANDING],
  ]),
};

const AIM = standingPose({
  hipsY: -0.06,
  hipsYaw: -10,
  spineYaw: 6,
  headYaw: 4,
  left: { armForward: 82, armOut: -20, elbow: 26, footZ: 0.12 },
  right: { armForward: 88, armOut: -6, elbow: 6, footZ: -0.1 },
});

/** Both hands raise a weapon to the front; one shot with recoil. */
export const shoot: Clip = {
  seconds: 1.2,
  travel: IN_PLACE,
  pose: playKeys([
    [0, STANDING],
    [0.34, AIM],
    [0.46, AIM],
    [
      0.52,
      standingPose({
        hipsY: -0.06,
        hipsZ: -0.02,
        hipsYaw: -12,
        spinePitch: -7,
        spineYaw: 5,
        headYaw: 4,
        left: { armForward: 96, armOut: -18, elbow: 44, footZ: 0.12 },
        right: { armForward: 104, armOut: -4, elbow: 30, footZ: -0.1 },
      }),
    ],
    [0.68, AIM],
    [0.78, AIM],
    [1, STANDING],
  ]),
};

/** A reaction to a hit from the front. */
export const hurt: Clip = {
  seconds: 0.8,
  travel: IN_PLACE,
  pose: playKeys([
    [0, STANDING],
    [
      0.22,
      standingPose({
        hipsY: -0.08,
        hipsZ: -0.1,
        hipsPitch: -8,
        spinePitch: -18,
        spineYaw: -12,
        headPitch: -16,
        left: { armForward: 46, armOut: 30, elbow: 60 },
        right: { armForward: 30, armOut: 40, elbow: 50, footZ: -0.1, footY: 0.05 },
      }),
    ],
    [
      0.5,
      standingPose({
        hipsY: -0.12,
        hipsZ: -0.08,
        hipsPitch: 8,
        spinePitch: 24,
        headPitch: 10,
        left: { armForward: 40, armOut: -10, elbow: 80 },
        right: { armForward: 36, armOut: -10, elbow: 86, footZ: -0.2 },
      }),
    ],
    [0.8, standingPose({ hipsY: -0.06, spinePitch: 8, right: { footZ: -0.06, footY: 0.03 } })],
    [1, STANDING],
  ]),
};
