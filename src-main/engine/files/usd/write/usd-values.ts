import { MathUtils, type mat4, type vec3, type vec4 } from '@gltf-transform/core';
import { angleBetween } from '../../../base/maths/euler-angles.ts';
import { toLinearKeys, vectorSpace, type KeySpace } from '../../animation/linear-keys.ts';
import { createNumberFormatter } from '../../text/number-formatter.ts';
import type { RigTrack } from '../../animation/rig-track.ts';
import type { RigPose } from '../../animation/rig.ts';
import { TIME_CODES_PER_SECOND } from './write-usd-layer.ts';

const exact = createNumberFormatter(7);
/** Maximum error, in degrees, of an interpolated rotation. */
const ANGLE = 0.1;

/** Formats numbers as a USD tuple. */
function tuple(values: readonly number[]): string {
  return `(${values.map(exact).join(', ')})`;
}

/** Formats a column-major matrix as `matrix4d`: USD multiplies row vectors, so that its rows are the columns. */
export function matrixText(m: Readonly<mat4>): string {
  return `( ${[0, 4, 8, 12].map((at) => tuple(m.slice(at, at + 4))).join(', ')} )`;
}

/** Returns the matrix of a pose. */
export function poseMatrix({ translation, rotation, scale }: RigPose): mat4 {
  const matrix = new Array<number>(16).fill(0) as mat4;
  return MathUtils.compose([...translation] as vec3, [...rotation] as vec4, [...scale] as vec3, matrix);
}

/** Formats a value of a pose's property: quaternions are real part first. */
export function valueText(property: keyof RigPose, value: readonly number[]): string {
  return tuple(property === 'rotation' ? [value[3]!, ...value.slice(0, 3)] : value);
}

/**
 * Returns the seconds at which a property must be sampled: USD interpolates linearly between samples, rotations by
 * slerp.
 */
export function listSampleTimes(property: keyof RigPose, track: RigTrack): readonly number[] {
  if (!track.isCurved) return track.times;
  const space: KeySpace =
    property === 'rotation'
      ? { toKey: (value, before) => align(value, before), error: (line, value) => turnedBy(line, value) / ANGLE }
      : vectorSpace(track, (value) => [...value]);
  return toLinearKeys(track, space).times;
}

/** Returns the lines of `name.timeSamples`, one for each time. */
export function samplesText(name: string, seconds: readonly number[], at: (seconds: number) => string): string[] {
  const lines = seconds.map((time) => `    ${exact(time * TIME_CODES_PER_SECOND)}: ${at(time)},`);
  return [`${name}.timeSamples = {`, ...lines, '}'];
}

function align(value: readonly number[], before: readonly number[] | null): number[] {
  const dot = before ? value.reduce((sum, entry, i) => sum + entry * before[i]!, 0) : 1;
  return value.map((entry) => (dot < 0 ? -entry : entry));
}

function turnedBy(line: readonly number[], value: readonly number[]): number {
  const length = Math.hypot(...line) || 1;
  return angleBetween(
    line.map((entry) => entry / length),
    value,
  );
}
