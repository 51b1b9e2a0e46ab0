import { smoothstep } from '../../../base/maths/smoothstep.ts';
import type { Vector3 } from '../../../base/maths/vector.ts';
import { mixPoses, type Pose } from './pose.ts';

/** A biped animation, independent of body size. */
export interface Clip {
  readonly seconds: number;
  /** Returns the root motion at a fraction (0 to 1) of the clip, in leg lengths; zero for clips that stay in place. */
  readonly travel: (share: number) => Vector3;
  /** Returns the pose at a fraction (0 to 1) of the clip. A cyclic clip ends with its first pose. */
  readonly pose: (share: number) => Pose;
}

/** A pose at a fraction of a clip. */
export type Key = readonly [share: number, pose: Pose];

/** No root motion. */
export const IN_PLACE = (): Vector3 => [0, 0, 0];

/** Interpolates between key poses with ease-in and ease-out. `keys` run from 0 to 1. */
export function playKeys(keys: readonly Key[]): Clip['pose'] {
  return (share) => {
    const next = Math.max(
      1,
      keys.findIndex(([at]) => at >= share),
    );
    const [from, before] = keys[next - 1]!;
    const [to, after] = keys[next]!;
    return mixPoses(before, after, ease((share - from) / (to - from)));
  };
}

/** Maps 0 to 1 onto 0 to 1, with zero slope at both ends. */
export function ease(share: number): number {
  return smoothstep(share, 0, 1);
}
