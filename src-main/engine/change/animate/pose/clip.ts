import { smoothstep } from '../../../base/maths/smoothstep.ts';
import type { Vector3 } from '../../../base/maths/vector.ts';
import { mixPoses, type Pose } from './pose.ts';

/** A movement of a biped, whatever its size. */
export interface Clip {
  readonly seconds: number;
  /** The way of the whole body at a share (0 to 1) of the clip, leg lengths; a clip in place is without. */
  readonly travel: (share: number) => Vector3;
  /** The pose at a share, 0 to 1; a cyclic clip ends as it begins. */
  readonly pose: (share: number) => Pose;
}

/** A pose at a share of a clip. */
export type Key = readonly [share: number, pose: Pose];

/** No way at all. */
export const IN_PLACE = (): Vector3 => [0, 0, 0];

/** A movement from pose to pose, each gently begun and ended. `keys` go from 0 to 1. */
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

/** 0 to 1 for 0 to 1, level at both ends. */
export function ease(share: number): number {
  return smoothstep(share, 0, 1);
}
