import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { growingDoubles, growingFloats, growingIntegers } from '../../import/growing-array.ts';
import { decodeText, measureText } from '../../import/import-limits.ts';
import type { MemoryMeter } from '../../import/memory-meter.ts';
import { parseInteger, parseNumber } from '../../text/parse-number.ts';
import type { UsdNumbers } from './usd-layer.ts';

/** A text layer without its long lists of numbers, which are most of it; `[\0…]` with a list's number is in its place. */
export interface ShortenedLayer {
  readonly text: string;
  /** Reads a list into an array that fits its USD type; each call reads it again. Null if there is no such list. */
  readList(list: number, type: string): UsdNumbers | null;
}

/** Shorter lists stay in the text. */
const LONG_BYTES = 4096;
/** Maximum size of all lists that are read, in bytes of text; a list may be read several times. */
const MAX_READ_BYTES = 4 * 1024 ** 3;
/** Brackets in a list of matrices. Without a limit, every bracket of a deep list would scan the rest of it again. */
export const MAX_NUMBER_DEPTH = 3;
/** All characters of a list of numbers. */
export const IN_NUMBERS = new Set([...'0123456789+-.eEinfa,()[] \t\r\n'].map((letter) => letter.charCodeAt(0)));
export const NUMBER = /[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?|inf|nan)/g;
const OPEN = 0x5b;
const IS_IN_NUMBERS = Uint8Array.from({ length: 256 }, (_, byte) => Number(IN_NUMBERS.has(byte)));
/** Characters between two numbers. */
const IS_BETWEEN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(',()[] \t\r\n'.includes(String.fromCharCode(byte))),
);

/** Takes the long lists out of a text layer. Throws `ModelError` `too_large` if the rest of it is still huge. */
export function shortenLayer(bytes: Uint8Array, memory: MemoryMeter): ShortenedLayer {
  const lists: { from: number; to: number }[] = [];
  const parts: string[] = [];
  const keep = (part: Uint8Array): void => {
    memory.charge(measureText(part));
    parts.push(decodeText(part));
  };
  let start = 0;
  for (let at = bytes.indexOf(OPEN); at >= 0; at = bytes.indexOf(OPEN, at)) {
    const end = findListEnd(bytes, at);
    if (end - at < LONG_BYTES) {
      at++;
      continue;
    }
    keep(bytes.subarray(start, at));
    parts.push(`[\0${lists.length}]`);
    lists.push({ from: at, to: end });
    at = start = end;
  }
  keep(bytes.subarray(start));
  let left = MAX_READ_BYTES;
  return {
    text: parts.join(''),
    readList(list, type) {
      const range = lists[list];
      if (!range) return null;
      left -= range.to - range.from;
      if (left < 0) throw new ModelError('too_large', engineMessage('model-limit.memory'));
      return readNumbers(bytes, range.from, range.to, type);
    },
  };
}

/** Returns the position after the list that begins at `from`; −1 if it is not a list of numbers. */
function findListEnd(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const code = bytes[at]!;
    if (!IS_IN_NUMBERS[code]) return -1;
    if ((code === 0x28 || code === OPEN) && ++depth > MAX_NUMBER_DEPTH) return -1;
    if ((code === 0x29 || code === 0x5d) && --depth === 0) return at + 1;
  }
  return -1;
}

function readNumbers(bytes: Uint8Array, from: number, to: number, type: string): UsdNumbers {
  const isFloat = /^(half|float)\d?\[\]$|\d[hf]\[\]$/.test(type);
  const isInteger = /^u?int\d?\[\]$/.test(type);
  const numbers = isFloat ? growingFloats() : isInteger ? growingIntegers() : growingDoubles();
  for (let at = from; at < to; at++) {
    if (IS_BETWEEN[bytes[at]!]) continue;
    const start = at;
    while (at < to && !IS_BETWEEN[bytes[at]!]) at++;
    let value = isInteger ? parseInteger(bytes, start, at) : NaN;
    if (Number.isNaN(value)) value = parseNumber(bytes, start, at);
    if (!Number.isNaN(value)) numbers.push(value);
    else for (const number of findNumbers(bytes, start, at)) numbers.push(number);
  }
  const values = numbers.finish();
  return values instanceof Uint32Array ? new Int32Array(values.buffer) : values;
}

/** Reads numbers that are not separated, or are not finite. */
function findNumbers(bytes: Uint8Array, from: number, to: number): number[] {
  const text = Buffer.from(bytes.subarray(from, to)).toString('latin1');
  return [...text.matchAll(NUMBER)].map(([number]) => (number.endsWith('inf') ? Infinity : Number(number)));
}
