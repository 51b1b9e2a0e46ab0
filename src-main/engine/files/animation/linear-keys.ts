import type { RigTrack } from './rig-track.ts';

/** Keys to be joined by straight lines; one value for each time. */
export interface LinearKeys {
  /** Seconds, ascending. */
  readonly times: readonly number[];
  readonly values: readonly (readonly number[])[];
}

/** How a value is keyed. */
export interface KeySpace {
  /** The value as a key holds it; where there are several ways, the one nearest to the key before. */
  toKey(value: readonly number[], before: readonly number[] | null): number[];
  /** How far what lies on a line between keys is from the value meant, 1 being as far as it may. */
  error(keyed: readonly number[], value: readonly number[]): number;
  /** How far one key is from the next, 1 being as far as it may; absent: any way is short enough. */
  step?(from: readonly number[], to: readonly number[]): number;
}

/** No closer than this: half a frame at 240 per second. */
const SHORTEST_SECONDS = 1 / 480;
const PROBES = [0.25, 0.5, 0.75];

/**
 * Keys for a track: one at each of its times, and between two of them as many more as straight lines between keys need
 * to stay true to the motion.
 */
export function toLinearKeys(track: RigTrack, space: KeySpace): LinearKeys {
  const times = [track.times[0]!];
  const values = [space.toKey(track.at(times[0]!), null)];
  const lay = (until: number): void => {
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
    lay(middle);
    lay(until);
  };
  for (const time of track.times.slice(1)) if (time > times.at(-1)!) lay(time);
  return { times, values };
}

/** Vectors: a line may be off by a thousandth of how far the track goes. */
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
