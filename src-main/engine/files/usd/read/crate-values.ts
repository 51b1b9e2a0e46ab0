import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { ByteReader } from '../../import/byte-reader.ts';
import { checkCorners, damagedModel, MAX_UNPACKED_BYTES } from '../../import/import-limits.ts';
import type { MemoryMeter } from '../../import/memory-meter.ts';
import { unpackCrateIntegers } from './unpack-crate-integers.ts';
import type { CrateRep, CrateTables } from './read-crate-tables.ts';
import {
  isNumbers,
  LONG_ARRAY,
  measureUsdValue,
  type UsdNumbers,
  type UsdReference,
  type UsdSample,
  type UsdValue,
} from './usd-layer.ts';

/** Reads the values of a crate on demand; each short array is read once. */
export interface CrateValues {
  read(rep: CrateRep): UsdValue;
  /** Returns an attribute's time samples; empty for other values. */
  readSamples(rep: CrateRep): UsdSample[];
  /** Returns the paths in a list. */
  readPaths(rep: CrateRep): string[];
  readReferences(rep: CrateRep): UsdReference[];
}

/** Storage type of a value's components, their number, and whether it is a scalar. */
type Numbers = readonly [read: 'u8' | 'i32' | 'u32' | 'i64' | 'f16' | 'f32' | 'f64', size: number];

/** Value types by number (OpenUSD, crateDataTypes.h). */
const NUMBERS: Readonly<Record<number, Numbers>> = {
  1: ['u8', 1],
  2: ['u8', 1],
  3: ['i32', 1],
  4: ['u32', 1],
  5: ['i64', 1],
  6: ['i64', 1],
  7: ['f16', 1],
  8: ['f32', 1],
  9: ['f64', 1],
  13: ['f64', 4],
  14: ['f64', 9],
  15: ['f64', 16],
  16: ['f64', 4],
  17: ['f32', 4],
  18: ['f16', 4],
  19: ['f64', 2],
  20: ['f32', 2],
  21: ['f16', 2],
  22: ['i32', 2],
  23: ['f64', 3],
  24: ['f32', 3],
  25: ['f16', 3],
  26: ['i32', 3],
  27: ['f64', 4],
  28: ['f32', 4],
  29: ['f16', 4],
  30: ['i32', 4],
  56: ['f64', 1],
};
const BOOL = 1;
const STRING = 10;
const TOKEN = 11;
const ASSET = 12;
const REFERENCES = 35;
const PATHS = 34;
const PAYLOAD = 47;
const PAYLOADS = 55;
const TOKEN_VECTOR = 41;
const SPECIFIER = 42;
const SAMPLES = 46;
const MATRICES: readonly number[] = [13, 14, 15];
/** Quaternion types, which are stored with their real part last. */
const QUATERNIONS: readonly number[] = [16, 17, 18];
const DOUBLES = 48;
const PACKED_INTEGERS = 0x69;
const LOOKUP_TABLE = 0x74;
/** Measured memory of a value that is kept, a place in a list, a time sample and an item of a list edit. */
const CACHED_BYTES = 150;
const PLACE_BYTES = 8;
const SAMPLE_BYTES = 100;
const ITEM_BYTES = 60;
/** Shorter arrays are never compressed. */
const SHORTEST_PACKED = 16;

/** Creates a reader of a crate's values; throws `ModelError` for values outside of it. Unneeded types are null. */
export function createCrateValues(
  { bytes, version, tokens, strings, paths }: CrateTables,
  memory: MemoryMeter,
): CrateValues {
  const cache = new Map<string, UsdValue>();
  let left = MAX_UNPACKED_BYTES;
  const tokenAt = (index: number): string => tokens[index] ?? '';
  const stringAt = (index: number): string => tokens[strings[index] ?? -1] ?? '';
  const payloadOf = ({ high, low }: CrateRep): number => (high & 0xffff) * 2 ** 32 + low;

  const readArray = (type: number, isPacked: boolean, offset: number): UsdValue => {
    if (offset === 0) return NUMBERS[type] ? new Float64Array() : [];
    const reader = new ByteReader(bytes, offset);
    if (version < 5) reader.u32();
    const count = version < 7 ? reader.u32() : reader.u64();
    if (type === TOKEN || type === STRING || type === ASSET) {
      const words = new ByteReader(reader.take(count * 4));
      memory.charge(count * PLACE_BYTES);
      return Array.from({ length: count }, () => (type === STRING ? stringAt(words.u32()) : tokenAt(words.u32())));
    }
    const numbers = NUMBERS[type];
    if (!numbers) return null;
    left -= count * numbers[1] * 8;
    if (left < 0) throw new ModelError('too_large', engineMessage('model-limit.memory'));
    if (isPacked && count >= SHORTEST_PACKED) return readPacked(reader, type, count);
    return inTextOrder(type, readNumbers(reader, numbers[0], count * numbers[1]));
  };

  const readScalar = (type: number, reader: ByteReader): UsdValue => {
    if (type === TOKEN || type === ASSET) return tokenAt(reader.u32());
    if (type === STRING) return stringAt(reader.u32());
    if (type === TOKEN_VECTOR) {
      const words = new ByteReader(reader.take(reader.u64() * 4));
      memory.charge((words.bytes.length / 4) * PLACE_BYTES);
      return Array.from({ length: words.bytes.length / 4 }, () => tokenAt(words.u32()));
    }
    if (type === DOUBLES) return readNumbers(reader, 'f64', reader.u64());
    const numbers = NUMBERS[type];
    if (!numbers) return null;
    const values = inTextOrder(type, readNumbers(reader, numbers[0], numbers[1]));
    return numbers[1] === 1 ? (type === BOOL ? values[0] !== 0 : values[0]!) : values;
  };

  const read = (rep: CrateRep, depth = 0): UsdValue => {
    const type = (rep.high >>> 16) & 0xff;
    const isArray = rep.high >>> 31 !== 0;
    if (((rep.high >>> 30) & 1) !== 0) return readInlined(type, rep.low);
    const key = `${rep.high} ${rep.low}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    let value: UsdValue;
    if (type === SAMPLES) value = depth > 0 ? null : readFirstSample(payloadOf(rep));
    else if (isArray) value = readArray(type, ((rep.high >>> 29) & 1) !== 0, payloadOf(rep));
    else value = readScalar(type, new ByteReader(bytes, payloadOf(rep)));
    if (!isNumbers(value) || value.length < LONG_ARRAY) {
      memory.charge(CACHED_BYTES + measureUsdValue(value));
      cache.set(key, value);
    }
    return value;
  };

  /** Opens times, and then the number of values; both are at offsets relative to their own positions. */
  const openSamples = (offset: number): { times: UsdValue; count: number; values: ByteReader } => {
    const reader = new ByteReader(bytes, offset);
    reader.seek(offset + Number(reader.i64()));
    const times = read(readRep(reader), 1);
    const valuesAt = reader.position;
    reader.seek(valuesAt + Number(reader.i64()));
    return { times, count: reader.u64(), values: reader };
  };
  const readRep = (reader: ByteReader): CrateRep => {
    const low = reader.u32();
    return { low, high: reader.u32() };
  };
  const readFirstSample = (offset: number): UsdValue => {
    const { count, values } = openSamples(offset);
    return count === 0 ? null : read(readRep(values), 1);
  };

  /** Reads an inlined value: vectors of small integers, one byte each, and the diagonal of matrices. */
  const readInlined = (type: number, low: number): UsdValue => {
    if (type === TOKEN || type === ASSET) return tokenAt(low);
    if (type === STRING) return stringAt(low);
    if (type === BOOL) return low !== 0;
    if (type === SPECIFIER) return low;
    const numbers = NUMBERS[type];
    if (!numbers) return null;
    const word = new DataView(new ArrayBuffer(4));
    word.setUint32(0, low, true);
    const [kind, size] = numbers;
    if (size === 1) {
      if (kind === 'f32' || kind === 'f64') return word.getFloat32(0, true);
      return kind === 'f16' ? toHalf(low & 0xffff) : kind === 'i32' || kind === 'i64' ? low | 0 : low;
    }
    if (!MATRICES.includes(type)) return Float64Array.from({ length: size }, (_, k) => word.getInt8(k));
    const side = Math.sqrt(size);
    return Float64Array.from({ length: size }, (_, i) => (i % (side + 1) === 0 ? word.getInt8(i / (side + 1)) : 0));
  };

  /** Reads the lists of a list edit, item by item with `readItem`; deleted and reordered items are ignored. */
  const readEdits = <T>(reader: ByteReader, readItem: (reader: ByteReader) => T): T[] => {
    const flags = reader.u8();
    const items: T[] = [];
    // In the file's order: explicit, added, prepended, appended.
    for (const bit of [2, 4, 32, 64]) {
      if ((flags & bit) === 0) continue;
      const count = reader.u64();
      checkCorners(count);
      memory.charge(count * ITEM_BYTES);
      for (let i = 0; i < count; i++) items.push(readItem(reader));
    }
    return items;
  };
  const readReference =
    (hasData: boolean) =>
    (reader: ByteReader): UsdReference => {
      const [asset, path] = [stringAt(reader.u32()), paths[reader.u32()] ?? ''];
      if (hasData || version >= 8) reader.take(16);
      // Custom data: a name and a value offset each.
      if (hasData) reader.take(reader.u64() * 12);
      return { asset, path: path === '/' ? '' : path };
    };

  return {
    read,
    readSamples(rep) {
      if (((rep.high >>> 16) & 0xff) !== SAMPLES) return [];
      const { times, count, values } = openSamples(payloadOf(rep));
      if (!isNumbers(times) || times.length !== count) return [];
      memory.charge(count * SAMPLE_BYTES);
      return Array.from<number, UsdSample>(times, (time) => [time, read(readRep(values), 1)]);
    },
    readPaths(rep) {
      if (((rep.high >>> 16) & 0xff) !== PATHS) return [];
      return readEdits(new ByteReader(bytes, payloadOf(rep)), (reader) => paths[reader.u32()] ?? '');
    },
    readReferences(rep) {
      const type = (rep.high >>> 16) & 0xff;
      const reader = new ByteReader(bytes, payloadOf(rep));
      if (type === REFERENCES) return readEdits(reader, readReference(true));
      if (type === PAYLOADS) return readEdits(reader, readReference(false));
      return type === PAYLOAD ? [readReference(false)(reader)] : [];
    },
  };
}

function readNumbers(reader: ByteReader, kind: Numbers[0], count: number): UsdNumbers {
  const bytes = { u8: 1, i32: 4, u32: 4, i64: 8, f16: 2, f32: 4, f64: 8 }[kind];
  const own = new ByteReader(reader.take(count * bytes));
  const next = {
    u8: () => own.u8(),
    i32: () => own.i32(),
    u32: () => own.u32(),
    i64: () => Number(own.i64()),
    f16: () => toHalf(own.u16()),
    f32: () => own.f32(),
    f64: () => own.f64(),
  }[kind];
  const isFloat = kind === 'f32' || kind === 'f16';
  const numbers = isFloat ? new Float32Array(count) : kind === 'i32' ? new Int32Array(count) : new Float64Array(count);
  for (let i = 0; i < count; i++) numbers[i] = next();
  return numbers;
}

/** Reorders quaternions as in text layers, real part first. */
function inTextOrder(type: number, values: UsdNumbers): UsdNumbers {
  if (!QUATERNIONS.includes(type)) return values;
  for (let at = 0; at + 3 < values.length; at += 4) {
    const real = values[at + 3]!;
    values.copyWithin(at + 1, at, at + 3);
    values[at] = real;
  }
  return values;
}

/** Reads compressed arrays: integers, floats as integers, or floats as indices into a table. */
function readPacked(reader: ByteReader, type: number, count: number): UsdNumbers | null {
  const [kind, size] = NUMBERS[type]!;
  if (size !== 1) throw damagedModel('model-damage.usd-compression');
  if (kind === 'i32' || kind === 'u32') return unpackCrateIntegers(reader.take(reader.u64()), count);
  if (kind === 'i64') return null;
  const code = reader.u8();
  if (code === PACKED_INTEGERS) return unpackCrateIntegers(reader.take(reader.u64()), count);
  if (code !== LOOKUP_TABLE) throw damagedModel('model-damage.usd-compression');
  const table = readNumbers(reader, kind, reader.u32());
  const places = unpackCrateIntegers(reader.take(reader.u64()), count);
  const values = kind === 'f64' ? new Float64Array(count) : new Float32Array(count);
  for (let i = 0; i < count; i++) values[i] = table[places[i]!] ?? NaN;
  return values;
}

/** Converts an IEEE 754 half-precision float. */
function toHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * 2 ** -24 * fraction;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024);
}
