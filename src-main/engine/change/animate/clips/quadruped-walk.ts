import type { End, LegName } from '../../rig/quadruped/quadruped-bones.ts';
import { ease } from '../pose/clip.ts';
import { cycleFoot } from '../pose/foot-cycle.ts';
import type { FootPose, QuadrupedClip } from '../quadruped/quadruped-clip.ts';

/** Fraction of the cycle a foot is on the ground, so that two or three feet are down at any time. */
const STANCE = 0.65;
const REACH = 0.22;
/** Fraction of the cycle at which each foot touches down: the lateral four-beat sequence in which most mammals walk. */
const BEATS: Readonly<Record<LegName, number>> = {
  'left.hind': 0,
  'left.front': 0.25,
  'right.hind': 0.5,
  'right.front': 0.75,
};
/** Amplitudes in degrees. */
const HIPS_YAW = 4;
const CHEST_YAW = 3;
const ROLL = 2;
const PITCH = 0.8;

/**
 * Walking forwards, one cycle: hind foot, fore foot of the same side, then the other side (E. Muybridge, Animals in
 * Motion, 1899; M. Hildebrand, The quadrupedal gaits of vertebrates, BioScience 39, 1989). The body is highest above a
 * foot on the ground, so hips and shoulders rise alternately.
 */
export const quadrupedWalk: QuadrupedClip = {
  seconds: 1.2,
  travel: (share) => [0, 0, ((2 * REACH) / STANCE) * share],
  pose(share) {
    const wave = (since: number, times = 1) => Math.cos(2 * Math.PI * times * (share - since));
    const hipsYaw = -HIPS_YAW * wave(BEATS['left.hind']);
    const chestYaw = -CHEST_YAW * wave(BEATS['left.front']);
    const hipsRoll = ROLL * wave(STANCE / 2);
    const chestRoll = ROLL * wave(STANCE / 2 + 0.25);
    const rise = wave(STANCE / 2, 2);
    return {
      hipsX: 0.015 * wave(STANCE / 2),
      hipsY: -0.03 + 0.008 * rise,
      hipsYaw,
      hipsPitch: PITCH * rise,
      hipsRoll,
      spineYaw: chestYaw - hipsYaw,
      spineRoll: chestRoll - hipsRoll,
      headPitch: -3 * rise,
      headYaw: -chestYaw,
      tailPitch: 3 * wave(0.1, 2),
      tailYaw: 14 * wave(0.35),
      legs: {
        'left.front': step('front', share - BEATS['left.front']),
        'left.hind': step('hind', share - BEATS['left.hind']),
        'right.front': step('front', share - BEATS['right.front']),
        'right.hind': step('hind', share - BEATS['right.hind']),
      },
    };
  },
};

/** Height to which feet are lifted, and their pitch in degrees at touchdown, at lift-off and in the air. */
const FEET = {
  front: { lift: 0.13, strike: 0, push: 22, fold: 52 },
  hind: { lift: 0.1, strike: -6, push: 26, fold: 16 },
} as const;

function step(end: End, share: number): FootPose {
  const { lift, strike, push, fold } = FEET[end];
  const { isDown, done, y, z } = cycleFoot({ stance: STANCE, reach: REACH, lift }, share);
  if (isDown) return { y, z, pitch: strike + (push - strike) * ease(done) ** 1.5, toePitch: 0 };
  const folded = fold * (y / lift) ** 0.75;
  return { y, z, pitch: push + (strike - push) * ease(done) + folded, toePitch: (push + fold) * 0.7 * (y / lift) };
}
