import { decodeText } from '../../import/import-limits.ts';
import { createBudget, type FbxPackedArray } from './fbx-element.ts';

/** A text FBX without its long arrays, which are most of it; `*\0` with an array's index is in the place of each. */
interface ShortenedFbx {
  readonly text: string;
  readonly arrays: readonly FbxPackedArray[];
}

/** Shorter arrays stay in the text. */
const LONG_BYTES = 4096;
const SPACE = 0x20;
const STAR = 0x2a;
const COMMA = 0x2c;
const COLON = 0x3a;
const LETTER_A = 0x61;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Takes the long arrays out of a text FBX. Throws `ModelError` `too_large` if the rest of it is still huge. */
export function shortenFbx(bytes: Uint8Array): ShortenedFbx {
  const budget = createBudget();
  const arrays: FbxPackedArray[] = [];
  const parts: string[] = [];
  let start = 0;
  for (let at = bytes.indexOf(STAR); at >= 0; at = bytes.indexOf(STAR, at + 1)) {
    const from = findNumbersStart(bytes, at);
    if (from < 0) continue;
    const end = bytes.indexOf(CLOSING, from);
    if (end < 0) break;
    if (end - from >= LONG_BYTES) {
      parts.push(decodeText(bytes.subarray(start, at)), `*\0${arrays.length}`);
      const numbers = bytes.subarray(from, end);
      arrays.push({ type: 'text', length: countNumbers(numbers), isDeflated: false, bytes: numbers, budget });
      start = end + 1;
    }
    at = end;
  }
  parts.push(decodeText(bytes.subarray(start)));
  return { text: parts.join(''), arrays };
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
  let count = 1;
  for (let at = bytes.indexOf(COMMA); at >= 0; at = bytes.indexOf(COMMA, at + 1)) count++;
  return count;
}
