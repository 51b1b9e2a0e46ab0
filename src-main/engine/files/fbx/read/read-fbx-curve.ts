import { findNumbers } from './fbx-element.ts';
import type { FbxObject } from './fbx-graph.ts';

/** FBX ticks per second. */
const TICKS = 46_186_158_000;
const CONSTANT = 2;
const CUBIC = 8;
/** A jump is spread over so much time: less than any frame. */
const JUMP_SECONDS = 0.001;

/** An animation curve. */
export interface FbxCurve {
  /** Seconds, ascending. */
  readonly times: Float64Array;
  /** Seconds, ascending, just before the value jumps at the end of a constant segment. */
  readonly jumps: readonly number[];
  /** True if any segment between keys is curved. */
  readonly isBent: boolean;
  valueAt(seconds: number): number;
}

/**
 * Reads a curve with constant, linear and cubic segments; before and after its keys the value is constant. Returns null
 * if it has no keys.
 */
export function readFbxCurve({ element }: FbxObject): FbxCurve | null {
  const ticks = findNumbers(element, 'KeyTime');
  const values = findNumbers(element, 'KeyValueFloat');
  if (!ticks || !values || ticks.length === 0 || values.length < ticks.length) return null;
  const times = Float64Array.from(ticks, (tick) => tick / TICKS);
  for (let i = 0; i < times.length; i++) {
    if (!Number.isFinite(times[i]! + values[i]!) || (i > 0 && times[i]! < times[i - 1]!)) return null;
  }
  const { flags, slopes } = readPieces(element, times.length);
  const jumps: number[] = [];
  for (let key = 1; key < times.length; key++) {
    const length = times[key]! - times[key - 1]!;
    const isJump = (flags[key - 1]! & CONSTANT) !== 0 && length > 0 && values[key] !== values[key - 1];
    if (isJump) jumps.push(times[key]! - Math.min(JUMP_SECONDS, length / 2));
  }
  return {
    times,
    jumps,
    isBent: flags.some((flag) => (flag & CUBIC) !== 0),
    valueAt(seconds) {
      const key = findKey(times, seconds);
      if (key < 0) return values[0]!;
      if (key >= times.length - 1) return values[times.length - 1]!;
      const [from, to, length] = [values[key]!, values[key + 1]!, times[key + 1]! - times[key]!];
      if ((flags[key]! & CONSTANT) !== 0 || length === 0) return from;
      const share = (seconds - times[key]!) / length;
      if ((flags[key]! & CUBIC) === 0) return from + (to - from) * share;
      return hermite(share, from, to, slopes[key * 2]! * length, slopes[key * 2 + 1]! * length);
    },
  };
}

/**
 * Returns for each key its flags and the slopes (per second) at both ends of the following segment; the file stores
 * them run-length encoded.
 */
function readPieces(element: FbxObject['element'], keys: number): { flags: Int32Array; slopes: Float64Array } {
  const runs = findNumbers(element, 'KeyAttrRefCount') ?? [];
  const runFlags = findNumbers(element, 'KeyAttrFlags') ?? [];
  const data = findNumbers(element, 'KeyAttrDataFloat') ?? [];
  const flags = new Int32Array(keys);
  const slopes = new Float64Array(keys * 2);
  let key = 0;
  for (let run = 0; run < runs.length && key < keys; run++) {
    for (let i = 0; i < runs[run]! && key < keys; i++, key++) {
      flags[key] = runFlags[run] ?? 0;
      for (const k of [0, 1]) {
        const slope = data[run * 4 + k] ?? 0;
        slopes[key * 2 + k] = Number.isFinite(slope) ? slope : 0;
      }
    }
  }
  return { flags, slopes };
}

/** Returns the index of the last key at or before a time; −1 if there is none. */
function findKey(times: Float64Array, seconds: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function hermite(t: number, from: number, to: number, leaving: number, arriving: number): number {
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * leaving + (3 * t2 - 2 * t3) * to + (t3 - t2) * arriving;
}
