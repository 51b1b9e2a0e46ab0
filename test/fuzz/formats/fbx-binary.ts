import { deflateSync } from 'node:zlib';
import { parseTextFbx } from '../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import type { FbxElement, FbxRead } from '../../../src-main/engine/files/fbx/read/fbx-element.ts';
import { textFbx } from '../../engine/files/import/fbx-files.ts';
import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely } from '../hostile-values.ts';
import { f64, u32, u64, u8 } from './bytes.ts';
import { generateTextFbx } from './fbx-text.ts';
import { packedZeros } from './zeros.ts';

/** Generates a binary FBX (no public document; layout as in Blender's exporter) of the tree of a text one. */
export function generateBinaryFbx(prng: Prng): Uint8Array {
  const version = prng.pick([7400, 7700, 7500, 7100]);
  const encoder = createEncoder(prng, version >= 7500);
  const parts = [Buffer.from('Kaydara FBX Binary  \0\x1a\0', 'latin1'), u32(version)];
  let at = 27;
  for (const element of [...tree(prng), ...(prng.chance(0.03) ? [deep(prng)] : [])]) {
    parts.push(encoder.encode(element, at));
    at += parts.at(-1)!.length;
  }
  return Buffer.concat([...parts, encoder.endMark()]);
}

function tree(prng: Prng): readonly FbxElement[] {
  const text = generateTextFbx(prng);
  try {
    return parseTextFbx(text).root.children;
  } catch {
    // The text was damaged on purpose; here the container is.
    return parseTextFbx(textFbx()).root.children;
  }
}

function deep(prng: Prng): FbxElement {
  let element: FbxElement = { name: 'a', values: [], children: [] };
  for (let depth = prng.pick([100, 600, 2_000]); depth > 0; depth--)
    element = { name: 'a', values: [], children: [element] };
  return element;
}

function createEncoder(prng: Prng, isLong: boolean) {
  const word = (value: number): Buffer => (isLong ? u64(value) : u32(value));
  const lie = (value: number, chance = 0.002): number => orRarely(prng, value, () => hostileCount(prng), chance);
  const endMark = (): Buffer => Buffer.alloc(isLong ? 25 : 13);

  const encodeArray = (numbers: Float64Array): Buffer => {
    const isWhole = numbers.every((number) => Number.isInteger(number) && Math.abs(number) < 2 ** 31);
    const raw = Buffer.concat([...numbers].map((number) => (isWhole ? u32(number) : f64(number))));
    const size = isWhole ? 4 : 8;
    // Zeros of any length cost a file next to nothing.
    const bomb = prng.chance(0.02) ? prng.pick([1_000_000, 8_000_000, 20_000_000]) : 0;
    const isPacked = bomb > 0 || prng.chance(0.6);
    const packed = bomb > 0 ? packedZeros('zlib', bomb * size) : isPacked ? deflateSync(raw) : raw;
    const type = orRarely(prng, isWhole ? 'i' : 'd', () => prng.pick(['f', 'l', 'b', 'c', 'd']), 0.02);
    const head = [
      lie(bomb || numbers.length, 0.02),
      orRarely(prng, isPacked ? 1 : 0, () => prng.integer(4), 0.02),
      lie(packed.length),
    ];
    return Buffer.concat([Buffer.from(type), ...head.map(u32), packed]);
  };
  const encodeValue = (value: FbxRead): Buffer => {
    if (value instanceof Float64Array) return encodeArray(value);
    if (typeof value === 'bigint') return Buffer.concat([Buffer.from('L'), u64(value)]);
    if (typeof value === 'boolean') return Buffer.concat([Buffer.from('C'), u8(Number(value))]);
    if (typeof value === 'number') {
      const isInteger = Number.isInteger(value) && Math.abs(value) < 2 ** 31;
      return isInteger ? Buffer.concat([Buffer.from('I'), u32(value)]) : Buffer.concat([Buffer.from('D'), f64(value)]);
    }
    const text = Buffer.from((typeof value === 'string' ? value : '').replace(/^(\w+)::(.*)$/, '$2\0\x01$1'));
    return Buffer.concat([Buffer.from(prng.chance(0.02) ? 'R' : 'S'), u32(lie(text.length)), text]);
  };
  const encode = (element: FbxElement, start: number): Buffer => {
    const values = Buffer.concat(element.values.map(encodeValue));
    const name = Buffer.from(element.name);
    const headBytes = (isLong ? 24 : 12) + 1 + name.length;
    const children: Buffer[] = [];
    let at = start + headBytes + values.length;
    for (const child of element.children) {
      const encoded = encode(child, at);
      children.push(encoded);
      at += encoded.length;
    }
    if (element.children.length > 0) {
      children.push(endMark());
      at += endMark().length;
    }
    const head = [word(lie(at)), word(lie(element.values.length)), word(lie(values.length)), u8(lie(name.length))];
    return Buffer.concat([...head, name, values, ...children]);
  };
  return { encode, endMark };
}
