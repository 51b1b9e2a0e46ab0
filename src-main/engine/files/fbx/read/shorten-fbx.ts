import { releaseMemory } from '../../import/growing-array.ts';
import { decodeText, measureText } from '../../import/import-limits.ts';
import type { MemoryMeter } from '../../import/memory-meter.ts';
import { createBudget, type FbxPackedArray } from './fbx-element.ts';

/** A text FBX without its long arrays, which are most of it; `*\0` with an array's index is in the place of each. */
interface ShortenedFbx {
  readonly text: string;
  readonly arrays: readonly FbxPackedArray[];
}

/** Shorter arrays stay in the text. */
const LONG_BYTES = 256;
/** Measured memory of a long array, beside its element and its numbers. */
const ARRAY_BYTES = 300;
const SPACE = 0x20;
const STAR = 0x2a;
const COMMA = 0x2c;
const COLON = 0x3a;
const LETTER_A = 0x61;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * Takes the long arrays out of a text FBX, unless they are less than half of it: then its text as a whole needs less memory
 * than the rest twice. Throws `ModelError` `too_large` for a huge text or too many arrays.
 */
export function shortenFbx(bytes: Uint8Array, memory: MemoryMeter): ShortenedFbx {
  const budget = createBudget();
  const arrays: FbxPackedArray[] = [];
  // Takes memory only where it is written.
  const rest = Buffer.allocUnsafeSlow(Math.floor(bytes.length / 2));
  let length = 0;
  const keep = (part: Uint8Array): void => {
    if (length + part.length <= rest.length) rest.set(part, length);
    length += part.length;
  };
  memory.charge(bytes.length);

  let start = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] !== STAR || !isDigit(bytes[at + 1])) continue;
    const from = findNumbersStart(bytes, at);
    if (from < 0) continue;
    const end = bytes.indexOf(CLOSING, from);
    if (end < 0) break;
    const numbers = bytes.subarray(from, end);
    if (numbers.length >= LONG_BYTES) {
      memory.charge(ARRAY_BYTES);
      keep(bytes.subarray(start, at));
      keep(Buffer.from(`*\0${arrays.length} `));
      arrays.push({ type: 'text', length: countNumbers(numbers), isDeflated: false, bytes: numbers, budget });
      start = end + 1;
    }
    at = end;
  }
  keep(bytes.subarray(start));
  const isShorter = length <= rest.length;
  if (!isShorter) {
    releaseMemory(rest);
    memory.charge(measureText(bytes));
    return { text: decodeText(bytes), arrays: [] };
  }
  const kept = rest.subarray(0, length);
  memory.charge(measureText(kept));
  const text = decodeText(kept);
  releaseMemory(rest);
  return { text, arrays };
}

/** Returns the position after `*LENGTH { a:`, which begins at `star`; −1 if there is something else. */
function findNumbersStart(bytes: Uint8Array, star: number): number {
  let at = star + 1;
  while (isDigit(bytes[at])) at++;
  if (at === star + 1) return -1;
  at = skipSpace(bytes, at);
  if (bytes[at] !== OPENING) return -1;
  at = skipSpace(bytes, at + 1);
  return bytes[at] === LETTER_A && bytes[at + 1] === COLON ? at + 2 : -1;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at]! <= SPACE) at++;
  return at;
}

function countNumbers(bytes: Uint8Array): number {
  if (skipSpace(bytes, 0) === bytes.length) return 0;
  let count = 1;
  for (let at = bytes.indexOf(COMMA); at >= 0; at = bytes.indexOf(COMMA, at + 1)) count++;
  return count;
}
