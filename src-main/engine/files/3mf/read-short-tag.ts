import { parseInteger, parseNumber } from '../text/parse-number.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const SLASH = 0x2f;
const END = 0x3e;
const MAX_DIGITS = 32;

/** An empty element with numbers as its only attributes, as most programs write vertices and triangles. */
export interface ShortTag {
  /** Bytes up to the value of each attribute. */
  readonly parts: readonly Uint8Array[];
  /** True if the values are whole and not negative, without leading zeros. */
  readonly isWhole: boolean;
}

/** Describes an element by its full name and its attributes, in their usual order. */
export function toShortTag(name: string, attributes: readonly string[], isWhole: boolean): ShortTag {
  return { parts: attributes.map((each, i) => Buffer.from(`${i === 0 ? `<${name}` : ''} ${each}="`)), isWhole };
}

/**
 * Reads the element at `at` into `values` and returns the position after it; −1 if it is another one, or written in
 * another way.
 */
export function readShortTag(
  bytes: Uint8Array,
  at: number,
  { parts, isWhole }: ShortTag,
  values: Float64Array,
): number {
  let next = at;
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    for (let k = 0; k < part.length; k++) if (bytes[next + k] !== part[k]) return -1;
    const from = next + part.length;
    let to = from;
    while (to < bytes.length && bytes[to] !== QUOTE) {
      // What has to be trimmed or resolved is read elsewhere.
      if (bytes[to]! <= SPACE || to - from > MAX_DIGITS) return -1;
      to++;
    }
    if (to === from || to === bytes.length) return -1;
    const value = isWhole ? parseWhole(bytes, from, to) : parseNumber(bytes, from, to);
    if (Number.isNaN(value)) return -1;
    values[i] = value;
    next = to + 1;
  }
  if (bytes[next] === SPACE) next++;
  return bytes[next] === SLASH && bytes[next + 1] === END ? next + 2 : -1;
}

function parseWhole(bytes: Uint8Array, from: number, to: number): number {
  const first = bytes[from]!;
  const isDigit = first >= 0x30 && first <= 0x39;
  return isDigit && (first > 0x30 || to - from === 1) ? parseInteger(bytes, from, to) : NaN;
}
