/** Chance with a seed: the same seed gives the same numbers for ever. */
export interface Prng {
  /** From 0, below 1. */
  fraction(): number;
  /** A whole number from 0, below the limit. */
  integer(below: number): number;
  /** Between two bounds, a fraction. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  uuid(): string;
  /** Another stream; what is drawn from it changes nothing here, nor the other way round. */
  fork(label: string): Prng;
}

/** A stream of chance (sfc32, Chris Doty-Humphrey's small fast counter generator) started from a text. */
export function createPrng(seed: string): Prng {
  let [a, b, c] = [hashText(seed, 1), hashText(seed, 2), hashText(seed, 3)];
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let warm = 0; warm < 12; warm++) next();
  const share = (): number => next() / 2 ** 32;
  const integer = (below: number): number => Math.floor(share() * below);
  const hex = (): string => next().toString(16).padStart(8, '0');
  return {
    fraction: share,
    integer,
    between: (low, high) => low + share() * (high - low),
    chance: (probability) => probability > 0 && share() < probability,
    pick: (list) => list[integer(list.length)] as (typeof list)[number],
    uuid: () => {
      const digits = hex() + hex() + hex() + hex();
      const variant = '89ab'[integer(4)] as string;
      const tail = `${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
      return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${tail}`;
    },
    fork: (label) => createPrng(`${seed}/${label}`),
  };
}

/** FNV-1a over UTF-16 units with a start of its own; 32 bits, signed. */
export function hashText(text: string, start = 0): number {
  let hash = (2166136261 ^ Math.imul(start, 0x9e3779b1)) | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619);
  return hash;
}
