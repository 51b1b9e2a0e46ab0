import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely } from '../hostile-values.ts';
import { corruptJson, toJsonText } from '../json/corrupt-json.ts';
import { padded, u32 } from './bytes.ts';
import { draftGltf } from './gltf.ts';

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Generates a GLB (glTF 2.0, chapter 4): a valid container in most cases, with a hostile description. */
export async function generateGlb(prng: Prng): Promise<Uint8Array> {
  const { json, binary } = await draftGltf(prng);
  const description = prng.chance(0.4) ? corruptJson(prng, json) : json;
  return toGlbFile(prng, toJsonText(prng, description), binary);
}

/** Generates a glTF whose buffer is in a data URI or missing. */
export async function generateGltf(prng: Prng): Promise<Uint8Array> {
  const { json, binary } = await draftGltf(prng);
  const uri = orRarely(prng, `data:application/octet-stream;base64,${binary.toString('base64')}`, () => 'a.bin');
  const buffers = [{ byteLength: binary.length, uri }];
  const description = { ...json, buffers };
  return Buffer.from(toJsonText(prng, prng.chance(0.4) ? corruptJson(prng, description) : description));
}

function toGlbFile(prng: Prng, json: string, binary: Buffer): Uint8Array {
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.01);
  const chunk = (type: number, data: Buffer): Buffer => Buffer.concat([u32(lie(data.length)), u32(lie(type)), data]);
  const body = Buffer.concat([
    chunk(JSON_CHUNK, padded(Buffer.from(json), 4, 0x20)),
    ...(prng.chance(0.02) ? [] : [chunk(BINARY_CHUNK, padded(binary, 4))]),
    ...(prng.chance(0.02) ? [chunk(prng.integer(9), Buffer.alloc(8))] : []),
  ]);
  return Buffer.concat([Buffer.from('glTF'), u32(lie(2)), u32(lie(12 + body.length)), body]);
}
