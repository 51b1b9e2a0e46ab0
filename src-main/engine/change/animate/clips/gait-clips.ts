import type { Vector3 } from '../../../base/maths/vector.ts';
import { ease, type Clip } from '../pose/clip.ts';
import { cycleFoot, type FootCycle } from '../pose/foot-cycle.ts';
import { standingPose, type LimbPose } from '../pose/pose.ts';

/** Parameters of a two-legged gait. */
interface Gait extends FootCycle {
  readonly seconds: number;
  /** Foot pitch in degrees at touchdown and at toe-off; negative: toes up. */
  readonly strike: number;
  readonly push: number;
  readonly hips: { readonly drop: number; readonly bob: number; readonly sway: number; readonly yaw: number };
  readonly lean: number;
  readonly arms: { readonly swing: number; readonly out: number; readonly elbow: number };
}

const WALK: Gait = {
  seconds: 1.1,
  stance: 0.62,
  reach: 0.29,
  lift: 0.09,
  strike: -14,
  push: 32,
  hips: { drop: 0.055, bob: 0.015, sway: 0.025, yaw: 6 },
  lean: 2,
  arms: { swing: 24, out: 8, elbow: 16 },
};

const RUN: Gait = {
  seconds: 0.7,
  stance: 0.36,
  reach: 0.34,
  lift: 0.34,
  strike: -6,
  push: 48,
  hips: { drop: 0.1, bob: -0.045, sway: 0.012, yaw: 9 },
  lean: 11,
  arms: { swing: 44, out: 11, elbow: 82 },
};

/** Walking forwards; one cycle, two steps. */
export const walk = go(WALK);

/** Running forwards; one cycle, two steps, each with a flight phase. */
export const run = go(RUN);

function go(gait: Gait): Clip {
  const { hips, arms, lean } = gait;
  const wayOfACycle = (2 * gait.reach) / gait.stance;
  return {
    seconds: gait.seconds,
    travel: (share): Vector3 => [0, 0, wayOfACycle * share],
    pose(share) {
      const turn = Math.cos(2 * Math.PI * share);
      const twice = Math.cos(4 * Math.PI * share);
      const swing = (side: number): Partial<LimbPose> => ({
        armForward: -side * arms.swing * turn,
        armOut: arms.out,
        elbow: arms.elbow + arms.swing * 0.35 * -side * turn,
      });
      return standingPose({
        hipsX: hips.sway * Math.sin(2 * Math.PI * share),
        hipsY: -hips.drop - hips.bob * twice,
        hipsYaw: -hips.yaw * turn,
        hipsPitch: lean * 0.4,
        spinePitch: lean * 0.6,
        spineYaw: hips.yaw * 1.7 * turn,
        headYaw: -hips.yaw * 0.7 * turn,
        headPitch: -lean * 0.8,
        left: { ...swing(1), ...step(gait, share) },
        right: { ...swing(-1), ...step(gait, (share + 0.5) % 1) },
      });
    },
  };
}

/** Returns the foot's pose at a fraction of its own cycle. */
function step(gait: Gait, share: number): Partial<LimbPose> {
  const { strike, push } = gait;
  const { isDown, done, y, z } = cycleFoot(gait, share);
  const pitchDown = done < 0.2 ? strike * (1 - ease(done / 0.2)) : push * ease((done - 0.6) / 0.4);
  return { footY: y, footZ: z, footPitch: isDown ? pitchDown : push + (strike - push) * ease(done) };
}
