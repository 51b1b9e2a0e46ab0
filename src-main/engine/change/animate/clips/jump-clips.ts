import { ease, playKeys, IN_PLACE, type Clip } from '../pose/clip.ts';
import { standingPose, STANDING, withBoth } from '../pose/pose.ts';

/** A jump straight up from both feet, with landing. */
export const jump: Clip = {
  seconds: 1.3,
  travel: IN_PLACE,
  pose: playKeys([
    [0, STANDING],
    [
      0.24,
      standingPose({
        hipsY: -0.3,
        hipsZ: -0.06,
        hipsPitch: 22,
        spinePitch: 16,
        headPitch: -20,
        ...withBoth({ armForward: -48, elbow: 20 }),
      }),
    ],
    [
      0.38,
      standingPose({
        hipsY: 0.1,
        hipsPitch: 2,
        headPitch: -8,
        ...withBoth({ armForward: 120, elbow: 24, footY: 0.04, footPitch: 42 }),
      }),
    ],
    [
      0.54,
      standingPose({
        hipsY: 0.5,
        spinePitch: 6,
        ...withBoth({ armForward: 140, armOut: 20, elbow: 20, footY: 0.58, footPitch: 30 }),
      }),
    ],
    [
      0.7,
      standingPose({
        hipsY: 0.02,
        hipsPitch: 4,
        ...withBoth({ armForward: 70, armOut: 30, elbow: 26, footY: 0.05, footPitch: 14 }),
      }),
    ],
    [
      0.8,
      standingPose({
        hipsY: -0.26,
        hipsZ: -0.05,
        hipsPitch: 20,
        spinePitch: 12,
        headPitch: -16,
        ...withBoth({ armForward: 30, armOut: 24, elbow: 30 }),
      }),
    ],
    [1, STANDING],
  ]),
};

/** A fall onto the back; ends lying. */
export const fall: Clip = {
  seconds: 1.5,
  travel: IN_PLACE,
  pose: playKeys([
    [0, STANDING],
    [
      0.2,
      standingPose({
        hipsY: -0.1,
        hipsZ: -0.1,
        hipsPitch: -12,
        spinePitch: -10,
        headPitch: 14,
        ...withBoth({ armForward: 60, armOut: 40, elbow: 30 }),
      }),
    ],
    [
      0.52,
      standingPose({
        hipsY: -0.62,
        hipsZ: -0.45,
        hipsPitch: -42,
        spinePitch: 16,
        headPitch: 22,
        ...withBoth({ armForward: -20, armOut: 46, elbow: 20, footPitch: -20 }),
      }),
    ],
    [
      0.74,
      standingPose({
        hipsY: -0.93,
        hipsZ: -0.62,
        hipsPitch: -84,
        spinePitch: 4,
        headPitch: 10,
        ...withBoth({ armForward: 10, armOut: 70, elbow: 10, footZ: 0.22, footPitch: -62 }),
      }),
    ],
    [
      0.86,
      standingPose({
        hipsY: -0.93,
        hipsZ: -0.62,
        hipsPitch: -90,
        ...withBoth({ armForward: 0, armOut: 56, elbow: 6, footZ: 0.3, footPitch: -74 }),
      }),
    ],
    [
      1,
      standingPose({
        hipsY: -0.93,
        hipsZ: -0.62,
        hipsPitch: -90,
        ...withBoth({ armForward: 0, armOut: 52, elbow: 8, footZ: 0.3, footPitch: -74 }),
      }),
    ],
  ]),
};

/** A dive head first; ends lying on the front with the arms stretched forward. */
export const dive: Clip = {
  seconds: 1.3,
  travel: (share) => [0, 0, 1.6 * ease((share - 0.2) / 0.65)],
  pose: playKeys([
    [0, STANDING],
    [
      0.22,
      standingPose({
        hipsY: -0.28,
        hipsPitch: 26,
        spinePitch: 16,
        headPitch: -24,
        ...withBoth({ armForward: -50, elbow: 14 }),
      }),
    ],
    [
      0.4,
      standingPose({
        hipsY: 0.06,
        hipsPitch: 48,
        spinePitch: 6,
        headPitch: -20,
        ...withBoth({ armForward: 140, armOut: 10, elbow: 8, footY: 0.12, footZ: -0.6, footPitch: 50 }),
      }),
    ],
    [
      0.62,
      standingPose({
        hipsY: -0.1,
        hipsPitch: 84,
        headPitch: -24,
        ...withBoth({ armForward: 172, armOut: 10, elbow: 6, footY: 0.85, footZ: -1.14, footPitch: 80 }),
      }),
    ],
    [
      0.84,
      standingPose({
        hipsY: -0.9,
        hipsPitch: 90,
        headPitch: -14,
        ...withBoth({ armForward: 174, armOut: 14, elbow: 10, footY: 0.1, footZ: -1.14, footPitch: 84 }),
      }),
    ],
    [
      1,
      standingPose({
        hipsY: -0.92,
        hipsPitch: 90,
        headPitch: -8,
        ...withBoth({ armForward: 170, armOut: 18, elbow: 16, footY: 0.06, footZ: -1.14, footPitch: 84 }),
      }),
    ],
  ]),
};
