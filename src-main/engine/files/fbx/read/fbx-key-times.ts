import type { FbxCurve } from './read-fbx-curve.ts';

/** Sampling rate, per second, of rotations and curves between distant keys. */
const RATE = 30;
/** glTF's times must differ as 32-bit floats. */
const MIN_SECONDS = 1e-4;

/**
 * Returns the times, ascending, at which linear keys follow curves: those of all their keys, those just before a jump,
 * and with `isSampled` as many in between as `RATE` asks for. A clip begins at `start`. `charge` is called with the
 * number of keys before they are made, and throws if there are too many.
 */
export function toKeyTimes(
  curves: readonly FbxCurve[],
  start: number,
  isSampled: boolean,
  charge: (keys: number) => void,
): number[] {
  for (const { times } of curves) charge(times.length);
  // One array after the other: a clip may have more keys than a call may have arguments.
  const keys = curves.flatMap(({ times, jumps }) => [...times, ...jumps]).sort((a, b) => a - b);
  const found: number[] = [];
  for (const seconds of keys) {
    const last = found.at(-1);
    const isNew = last === undefined || Math.fround(seconds - start) - Math.fround(last - start) > MIN_SECONDS;
    if (!isNew) continue;
    const between = isSampled && last !== undefined ? Math.ceil((seconds - last) * RATE - 0.01) : 1;
    charge(between);
    for (let i = 1; i < between; i++) found.push(last! + ((seconds - last!) * i) / between);
    found.push(seconds);
  }
  return found;
}
