import type { RigTrack } from './rig-track.ts';

/** Keys for linear interpolation; one value for each time. */
export interface LinearKeys {
  /** Seconds, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
}

/** Conversion of track values to keys, and the tolerances of interpolation. */
export interface KeySpace {
  /** Converts a value to its key representation; if it is ambiguous, the one nearest to the previous key. */
  toKey(value: readonly number[], before: readonly number[] | null): number[];
  /** Returns the error of an interpolated key relative to the exact value; 1 is the maximum allowed. */
  error(keyed: readonly number[], value: readonly number[]): number;
  /** Returns the distance from one key to the next; 1 is the maximum allowed; absent: no limit. */
  step?(from: readonly number[], to: readonly number[]): number;
}

/** Minimum distance of keys: half a frame at 240 per second. */
const SHORTEST_SECONDS = 1 / 480;
const PROBES = [0.25, 0.5, 0.75];

/**
 * Computes keys for a track: one at each of its times, and in between as many as linear interpolation needs to follow
 * the motion.
 */
export function toLinearKeys(track: RigTrack, space: KeySpace): LinearKeys {
  const times = [track.times[0]!];
  const values = [space.toKey(track.at(times[0]!), null)];
  const addKeys = (until: number): void => {
    const from = times.at(-1)!;
    const before = values.at(-1)!;
    const key = space.toKey(track.at(until), before);
    const isOff = (share: number): boolean => {
      const line = before.map((value, i) => value + (key[i]! - value) * share);
      return space.error(line, track.at(from + (until - from) * share)) > 1;
    };
    const isFar = space.step !== undefined && space.step(before, key) > 1;
    const middle = (from + until) / 2;
    const isShort = until - from <= SHORTEST_SECONDS || middle <= from || middle >= until;
    if (isShort || (!isFar && !PROBES.some(isOff))) {
      times.push(until);
      values.push(key);
      return;
    }
    addKeys(middle);
    addKeys(until);
  };
  for (const time of track.times.slice(1)) if (time > times.at(-1)!) addKeys(time);
  return { times, values };
}

/** Returns the key space for vectors: the tolerance is a thousandth of the track's range. */
export function vectorSpace(track: RigTrack, toKey: (value: readonly number[]) => number[]): KeySpace {
  const values = track.times.map((time) => toKey(track.at(time)));
  const spans = values[0]!.map((_, i) => {
    const own = values.map((value) => value[i]!);
    return (
      own.reduce((most, value) => Math.max(most, value), -Infinity) -
      own.reduce((least, value) => Math.min(least, value), Infinity)
    );
  });
  const largest = Math.max(...spans, ...values[0]!.map((value) => Math.abs(value) * 1e-3), 1e-9);
  return {
    toKey,
    error: (keyed, value) =>
      Math.max(...toKey(value).map((wanted, i) => Math.abs(wanted - keyed[i]!))) / (largest * 1e-3),
  };
}
