import { ByteReader } from '../../import/byte-reader.ts';
import { checkDepth, damagedModel } from '../../import/import-limits.ts';
import { createMemoryMeter } from '../../import/memory-meter.ts';
import {
  createBudget,
  ELEMENT_BYTES,
  measureValue,
  type FbxElement,
  type FbxRead,
  type FbxTree,
} from './fbx-element.ts';

const MAGIC_BYTES = 23;
/** From this version on offsets have 64 bits. */
const LONG_OFFSETS = 7500;

/** Parses a binary FBX; arrays stay compressed. Throws `ModelError` if a length or offset is invalid. */
export function parseBinaryFbx(bytes: Uint8Array): FbxTree {
  const reader = new ByteReader(bytes, MAGIC_BYTES);
  const version = reader.u32();
  const isLong = version >= LONG_OFFSETS;
  const budget = createBudget();
  const memory = createMemoryMeter();
  memory.charge(bytes.length);

  const readValue = (): FbxRead => {
    const type = String.fromCharCode(reader.u8());
    switch (type) {
      case 'C':
      case 'B':
        return reader.u8() !== 0;
      case 'Y':
        return reader.i16();
      case 'I':
        return reader.i32();
      case 'L':
        return reader.i64();
      case 'F':
        return reader.f32();
      case 'D':
        return reader.f64();
      case 'S': {
        const text = reader.take(reader.u32());
        memory.charge(text.length);
        return Buffer.from(text).toString('utf8');
      }
      case 'R':
        return reader.take(reader.u32());
      case 'f':
      case 'd':
      case 'i':
      case 'l':
      case 'b':
      case 'c': {
        const [length, encoding, packedBytes] = [reader.u32(), reader.u32(), reader.u32()];
        return { type, length, isDeflated: encoding === 1, bytes: reader.take(packedBytes), budget };
      }
      default:
        throw damagedModel('model-damage.fbx-value-type');
    }
  };

  /** Reads an element; null: the end mark of a list. */
  const readElement = (depth: number, limit: number): FbxElement | null => {
    checkDepth(depth);
    const [end, count] = isLong ? [reader.u64(), reader.u64()] : [reader.u32(), reader.u32()];
    const valueBytes = isLong ? reader.u64() : reader.u32();
    const name = Buffer.from(reader.take(reader.u8())).toString('utf8');
    if (end === 0) return null;
    const valuesEnd = reader.position + valueBytes;
    if (end > limit || valuesEnd > end || count > valueBytes) throw damagedModel('model-damage.fbx-element-bounds');
    memory.charge(ELEMENT_BYTES + name.length);
    const values: FbxRead[] = [];
    for (let i = 0; i < count; i++) {
      const value = readValue();
      memory.charge(measureValue(value));
      values.push(value);
    }
    if (reader.position !== valuesEnd) throw damagedModel('model-damage.fbx-element-length');
    const children = readList(depth + 1, end);
    reader.seek(end);
    // The copy has no room for more values.
    return { name, values: values.slice(), children };
  };
  const readList = (depth: number, end: number): FbxElement[] => {
    const children: FbxElement[] = [];
    while (reader.position < end) {
      const child = readElement(depth, end);
      if (!child) break;
      children.push(child);
    }
    return children;
  };
  const children = readList(0, bytes.length);
  return { version, root: { name: '', values: [], children } };
}
