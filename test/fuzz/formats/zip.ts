import { crc32, deflateRawSync } from 'node:zlib';
import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, hostileText, orRarely, repeats } from '../hostile-values.ts';
import { u16, u32, u64 } from './bytes.ts';
import { generateGltf } from './glb.ts';
import { hostileImage } from './images.ts';
import { crcOfZeros, packedZeros } from './zeros.ts';
import { generateObj } from './obj.ts';

const NAMES = [
  'a.obj',
  'a.mtl',
  'a.gltf',
  'a.bin',
  'a.png',
  'A.OBJ',
  '../a.obj',
  '/a.obj',
  'a/b.obj',
  'a\\b.obj',
  '.a.obj',
];
const LINK = 0o120777 * 2 ** 16;

interface Entry {
  readonly name: Buffer;
  /** Bytes, or a number of zeros. */
  readonly raw: Buffer | number;
}

/** Generates a zip (APPNOTE 6.3): names, sizes, offsets, flags and counts that lie, entries that share their bytes. */
export async function generateZip(prng: Prng): Promise<Uint8Array> {
  const entries = await listEntries(prng);
  const lie = (value: number, chance = 0.004): number => orRarely(prng, value, () => hostileCount(prng), chance);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, raw } of entries) {
    const method = orRarely(prng, 8, () => prng.pick([0, 0, 0, 0, 1, 9, 12, 99]), 0.05);
    const [length, sum] = typeof raw === 'number' ? [raw, crcOfZeros(raw)] : [raw.length, crc32(raw)];
    const stored = typeof raw === 'number' ? Buffer.alloc(0) : raw;
    const packed =
      method === 8 ? (typeof raw === 'number' ? packedZeros('deflate', raw) : deflateRawSync(raw)) : stored;
    const flags = u16(orRarely(prng, prng.pick([0, 0x800]), () => prng.pick([1, 8, 0x41, 0xffff]), 0.04));
    const sizes = [u32(lie(sum)), u32(lie(packed.length)), u32(lie(length))];
    const extra = orRarely(prng, Buffer.alloc(0), () => extraField(prng));
    const lengths = [u16(name.length), u16(lie(extra.length))];
    const common = [u16(20), flags, u16(method), u32(0x21), ...sizes, ...lengths];
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), ...common, name, extra, packed]);
    // An entry may be at the place of another one.
    const at = orRarely(prng, offset, () => 0, 0.05);
    const attributes = u32(orRarely(prng, 0, () => LINK, 0.03));
    const about = [u16(20), ...common, u16(lie(0)), u16(0), u16(0), attributes, u32(lie(at))];
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), ...about, name, extra]));
    if (at !== offset) continue;
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const count = lie(entries.length, 0.03);
  const zip64 = prng.chance(0.05) ? [Buffer.from('PK\x06\x07'), u32(0), u64(lie(offset)), u32(1)] : [];
  const comment = Buffer.from(orRarely(prng, '', () => 'PK\x05\x06'.repeat(repeats(prng, 4) % 9_000)));
  const end = [
    u16(0),
    u16(0),
    u16(count),
    u16(count),
    u32(lie(list.length, 0.02)),
    u32(lie(offset, 0.02)),
    u16(comment.length),
  ];
  return Buffer.concat([...parts, list, ...zip64, Buffer.from('PK\x05\x06'), ...end, comment]);
}

async function listEntries(prng: Prng): Promise<Entry[]> {
  const { bytes, extension } = await hostileImage(prng);
  const isObj = prng.chance(0.6);
  const main: Entry = isObj
    ? { name: Buffer.from('a.obj'), raw: Buffer.from(generateObj(prng)) }
    : { name: Buffer.from('a.gltf'), raw: Buffer.from(await generateGltf(prng)) };
  const image: Entry = { name: Buffer.from(`a.${extension}`), raw: Buffer.from(bytes) };
  const entries = [main, ...(prng.chance(0.5) ? [image] : [])];
  if (prng.chance(0.25)) {
    const name = Buffer.from(prng.chance(0.5) ? prng.pick(NAMES) : `${hostileText(prng)}.png`).subarray(0, 65_535);
    const size = prng.chance(0.1) ? prng.pick([1_000_000, 70_000_000]) : prng.integer(50);
    entries.push({ name, raw: size });
  }
  const copies = prng.chance(0.03) ? prng.pick([100, 10_001]) : 0;
  for (let at = 0; at < copies; at++) entries.push({ name: Buffer.from(`${at}.png`), raw: Buffer.from('a') });
  if (prng.chance(0.05)) entries.push(prng.pick(entries));
  return entries;
}

function extraField(prng: Prng): Buffer {
  const id = prng.pick([1, 0x7075, 0x1986, 0xffff]);
  return Buffer.concat([u16(id), u16(orRarely(prng, 8, () => hostileCount(prng))), u64(hostileCount(prng) * 2 ** 30)]);
}
