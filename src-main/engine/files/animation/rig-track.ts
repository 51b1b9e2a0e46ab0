import type { AnimationChannel, AnimationSampler } from '@gltf-transform/core';

/** Animated property of a node; `weights` are those of its mesh's morph targets. */
export type RigPath = 'translation' | 'rotation' | 'scale' | 'weights';

/** Animation of one property of a node. */
export interface RigTrack {
  /**
   * Ascending seconds, at least one: between two of them the value is interpolated linearly (rotations: by slerp),
   * unless `isCurved`. A step consists of two close times.
   */
  readonly times: readonly number[];
  readonly isCurved: boolean;
  /** Returns the value at a time; before the first and after the last key it is constant (glTF 2.0, 3.11). */
  at(seconds: number): number[];
}

/** Duration of a step: shorter than any frame, long enough for programs that merge nearby keys. */
const STEP_SECONDS = 0.001;

/** Returns a constant track. */
export function restingTrack(value: readonly number[]): RigTrack {
  return { times: [0], isCurved: false, at: () => [...value] };
}

/** Returns the same motion with every component multiplied by that of `factors`. */
export function scaleTrack(track: RigTrack, factors: readonly number[]): RigTrack {
  if (factors.every((factor) => factor === 1)) return track;
  return { ...track, at: (seconds) => track.at(seconds).map((value, i) => value * factors[i]!) };
}

/**
 * Converts a channel of a glTF animation to a track (all three interpolations); null if it has no keys, or unordered
 * ones.
 */
export function toRigTrack(channel: AnimationChannel): RigTrack | null {
  const sampler = channel.getSampler();
  const input = sampler?.getInput();
  const output = sampler?.getOutput();
  if (!sampler || !input || !output || input.getCount() === 0) return null;
  const isRotation = channel.getTargetPath() === 'rotation';
  const interpolation = sampler.getInterpolation();
  const times = Array.from({ length: input.getCount() }, (_, key) => input.getScalar(key));
  const keys = readKeys(sampler, times.length);
  if (!keys || !areOrdered(times)) return null;
  const valueOf = (key: number): number[] => (isRotation ? makeUnit(keys[key]!.value) : keys[key]!.value);

  const at = (seconds: number): number[] => {
    const key = findKey(times, seconds);
    const next = key + 1;
    if (key < 0) return [...valueOf(0)];
    if (next >= times.length || interpolation === 'STEP') return [...valueOf(key)];
    const length = times[next]! - times[key]!;
    const share = (seconds - times[key]!) / length;
    if (interpolation === 'CUBICSPLINE') {
      const point = toSplinePoint(keys[key]!, keys[next]!, share, length);
      return isRotation ? makeUnit(point) : point;
    }
    if (isRotation) return slerp(valueOf(key), valueOf(next), share);
    return valueOf(key).map((value, i) => value + (valueOf(next)[i]! - value) * share);
  };
  return {
    times: interpolation === 'STEP' ? spreadSteps(times) : times,
    isCurved: interpolation === 'CUBICSPLINE',
    at,
  };
}

function areOrdered(times: readonly number[]): boolean {
  return times.every((time, key) => Number.isFinite(time) && (key === 0 || time >= times[key - 1]!));
}

/** A keyed value, and for splines its tangents in units per second. */
interface Key {
  readonly arriving: readonly number[];
  readonly value: number[];
  readonly leaving: readonly number[];
}

function readKeys(sampler: AnimationSampler, count: number): Key[] | null {
  const output = sampler.getOutput()!;
  const isSpline = sampler.getInterpolation() === 'CUBICSPLINE';
  const elements: number[] = [];
  for (let i = 0; i < output.getCount(); i++) elements.push(...output.getElement(i, []));
  const size = elements.length / count / (isSpline ? 3 : 1);
  if (!Number.isInteger(size) || size < 1 || !elements.every(Number.isFinite)) return null;
  const cut = (index: number): number[] => elements.slice(index * size, (index + 1) * size);
  return Array.from({ length: count }, (_, key) => {
    if (!isSpline) return { arriving: [], value: cut(key), leaving: [] };
    return { arriving: cut(3 * key), value: cut(3 * key + 1), leaving: cut(3 * key + 2) };
  });
}

/** Returns the index of the last key at or before a time; −1 before the first. */
function findKey(times: readonly number[], seconds: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function spreadSteps(times: readonly number[]): number[] {
  const spread: number[] = [];
  times.forEach((time, key) => {
    const before = times[key - 1];
    if (before !== undefined) spread.push(time - Math.min(STEP_SECONDS, (time - before) / 2));
    spread.push(time);
  });
  return spread;
}

/** Evaluates a cubic Hermite spline (glTF 2.0, appendix C.5). */
function toSplinePoint(from: Key, to: Key, t: number, length: number): number[] {
  const [t2, t3] = [t * t, t * t * t];
  return from.value.map(
    (value, i) =>
      (2 * t3 - 3 * t2 + 1) * value +
      length * (t3 - 2 * t2 + t) * from.leaving[i]! +
      (3 * t2 - 2 * t3) * to.value[i]! +
      length * (t3 - t2) * to.arriving[i]!,
  );
}

function slerp(a: readonly number[], b: readonly number[], t: number): number[] {
  const dot = a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const angle = Math.acos(Math.min(1, Math.abs(dot)));
  const sine = Math.sin(angle);
  const [from, to] = sine > 1e-6 ? [Math.sin((1 - t) * angle) / sine, Math.sin(t * angle) / sine] : [1 - t, t];
  return makeUnit(a.map((value, i) => from * value + Math.sign(dot || 1) * to * b[i]!));
}

function makeUnit(quaternion: readonly number[]): number[] {
  const length = Math.hypot(...quaternion);
  return length > 0 ? quaternion.map((value) => value / length) : [0, 0, 0, 1];
}
