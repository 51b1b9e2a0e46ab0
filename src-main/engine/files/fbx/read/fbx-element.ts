import { inflateSync } from 'node:zlib';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { releaseMemory } from '../../import/growing-array.ts';
import { parseNumber } from '../../text/parse-number.ts';
import { ByteReader } from '../../import/byte-reader.ts';
import { damagedModel, MAX_UNPACKED_BYTES } from '../../import/import-limits.ts';

/** An array of a binary file, or a long one of a text file; unpacked on each use. */
export interface FbxPackedArray {
  /** Type letter in the file: f, d, i, l, b, c; `text`: decimal numbers with commas between them. */
  readonly type: string;
  readonly length: number;
  readonly isDeflated: boolean;
  readonly bytes: Uint8Array;
  /** Remaining size to which all arrays of the file may unpack, shared. */
  readonly budget: { left: number };
}

/** A value of an element; numbers of a text file are plain numbers, whatever their type in a binary one. */
export type FbxRead = number | bigint | boolean | string | Uint8Array | Float64Array | FbxPackedArray;

/** An element of an FBX file. */
export interface FbxElement {
  readonly name: string;
  readonly values: readonly FbxRead[];
  readonly children: readonly FbxElement[];
}

/** An FBX file as a tree. */
export interface FbxTree {
  readonly version: number;
  readonly root: FbxElement;
}

/** The oldest version that is read; earlier files have other elements. */
export const OLDEST_FBX_VERSION = 7000;

/** Measured memory of an element with its lists, and of its place in the graph of the file. */
export const ELEMENT_BYTES = 250;
const VIEW_BYTES = 350;
const STRING_BYTES = 60;
const NUMBER_BYTES = 32;

/** Returns the measured memory of a value, without the numbers and letters that it has beside the file. */
export function measureValue(value: FbxRead): number {
  if (typeof value === 'object') return VIEW_BYTES;
  return typeof value === 'string' ? STRING_BYTES : NUMBER_BYTES;
}

/** Smallest output chunk of zlib that is larger than Node's buffer pool, which other buffers share. */
const MIN_CHUNK_BYTES = 16 * 1024;
/** Maximum length of an array: the coordinates of the largest mesh, whose corners have a point each. */
const MAX_ARRAY_LENGTH = 18_000_000;
const SPACE = 0x20;
const COMMA = 0x2c;
const SIZES: Readonly<Record<string, number>> = { f: 4, d: 8, i: 4, l: 8, b: 1, c: 1 };

/** Creates the unpack budget for one file. */
export function createBudget(): { left: number } {
  return { left: MAX_UNPACKED_BYTES };
}

/** Returns the first child with a name; null if there is none. */
export function findChild(element: FbxElement, name: string): FbxElement | null {
  return element.children.find((child) => child.name === name) ?? null;
}

/** Returns the text of a child's first value; null if there is none. */
export function findText(element: FbxElement, name: string): string | null {
  const value = findChild(element, name)?.values[0];
  return typeof value === 'string' ? value : null;
}

/** Numbers, in an array that fits the type in the file. */
export type FbxNumbers = Float64Array | Float32Array | Int32Array;

/**
 * Returns the numbers of a child, an array or a list of values; null if there is no such child. 64-bit integers are
 * rounded.
 */
export function findNumbers(element: FbxElement, name: string): FbxNumbers | null {
  const child = findChild(element, name);
  if (!child) return null;
  const [first] = child.values;
  if (first instanceof Float64Array) return first;
  if (isPacked(first)) return unpackArray(first, createNatural(first));
  return Float64Array.from(child.values, toNumber);
}

/** Returns the numbers of a child like `findNumbers`, rounded to 32 bits; the caller may change them. */
export function findFloats(element: FbxElement, name: string): Float32Array | null {
  const first = findChild(element, name)?.values[0];
  if (isPacked(first)) return unpackArray(first, (length) => new Float32Array(length));
  const numbers = findNumbers(element, name);
  return numbers && Float32Array.from(numbers);
}

function isPacked(value: FbxRead | undefined): value is FbxPackedArray {
  return typeof value === 'object' && 'budget' in value;
}

/** Converts a value to a number; NaN if it is not numeric. */
export function toNumber(value: FbxRead | undefined): number {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? Number(value) : NaN;
}

function createNatural({ type }: FbxPackedArray): (length: number) => FbxNumbers {
  if (type === 'f') return (length) => new Float32Array(length);
  return (length) => (type === 'i' ? new Int32Array(length) : new Float64Array(length));
}

function unpackArray<T extends FbxNumbers>(packed: FbxPackedArray, create: (length: number) => T): T {
  const { type, length, isDeflated, bytes, budget } = packed;
  const size = SIZES[type] ?? 0;
  budget.left -= length * (isDeflated ? size + 8 : 8);
  if (length > MAX_ARRAY_LENGTH || budget.left < 0) {
    throw new ModelError('too_large', engineMessage('model-limit.memory'));
  }
  if (type === 'text') return parseNumbers(bytes, create(length));
  const unpacked = isDeflated ? inflate(bytes, length * size) : bytes;
  const reader = new ByteReader(unpacked);
  if (reader.bytes.length < length * size) throw damagedModel('model-damage.short-array');
  const numbers = create(length);
  const read: Readonly<Record<string, () => number>> = {
    f: () => reader.f32(),
    d: () => reader.f64(),
    i: () => reader.i32(),
    l: () => Number(reader.i64()),
  };
  const next = read[type] ?? (() => reader.u8());
  for (let i = 0; i < length; i++) numbers[i] = next();
  if (isDeflated && unpacked.byteLength * 2 > unpacked.buffer.byteLength) releaseMemory(unpacked);
  return numbers;
}

/** Fills an array with the numbers of a text; missing ones are 0, others than numbers NaN. */
function parseNumbers<T extends FbxNumbers>(bytes: Uint8Array, numbers: T): T {
  let at = 0;
  for (let i = 0; i < numbers.length; i++) {
    while (at < bytes.length && bytes[at]! <= SPACE) at++;
    const start = at;
    while (at < bytes.length && bytes[at] !== COMMA) at++;
    let end = at;
    while (end > start && bytes[end - 1]! <= SPACE) end--;
    numbers[i] = end === start ? 0 : parseNumber(bytes, start, end);
    at++;
  }
  return numbers;
}

/** Inflates into one block of memory: a chunk that is larger than the result is not copied. */
function inflate(bytes: Uint8Array, length: number): Uint8Array {
  try {
    const chunkSize = Math.max(MIN_CHUNK_BYTES, length + 1);
    return inflateSync(bytes, { maxOutputLength: Math.max(1, length), chunkSize });
  } catch (cause) {
    throw damagedModel('model-damage.compressed-array', cause);
  }
}
