import type { mat4 } from '@gltf-transform/core';
import type { SignedAxis } from './clean-up-options.ts';

type Vector = readonly [x: number, y: number, z: number];

/** The front that the shortest rotation of an upright axis to +Y leads to +Z. */
const USUAL_FRONT: Readonly<Record<SignedAxis, SignedAxis>> = {
  '+x': '+z',
  '-x': '+z',
  '+y': '+z',
  '-y': '-z',
  '+z': '-y',
  '-z': '+y',
};

/**
 * Returns the rotation of a model whose `up` and `front` point along these axes to +Y up and +Z front (column-major,
 * exact); null if there is nothing to rotate. `front` must be at a right angle to `up`; absent: the shortest rotation.
 */
export function rotationToUpright(up: SignedAxis, front: SignedAxis = USUAL_FRONT[up]): mat4 | null {
  if (up === '+y' && front === '+z') return null;
  const [u, f] = [toVector(up), toVector(front)];
  const side = [u[1] * f[2] - u[2] * f[1], u[2] * f[0] - u[0] * f[2], u[0] * f[1] - u[1] * f[0]] as const;
  return [side[0], u[0], f[0], 0, side[1], u[1], f[1], 0, side[2], u[2], f[2], 0, 0, 0, 0, 1];
}

function toVector(axis: SignedAxis): Vector {
  const value = axis.startsWith('-') ? -1 : 1;
  return [axis.endsWith('x') ? value : 0, axis.endsWith('y') ? value : 0, axis.endsWith('z') ? value : 0];
}
