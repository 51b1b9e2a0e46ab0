import sharp from 'sharp';
import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely, repeats } from '../hostile-values.ts';
import { u32be } from './bytes.ts';

/** A real AVIF, encoded once: its encoder is slow. */
let real: Promise<Buffer> | null = null;

function encode(): Promise<Buffer> {
  const background = { r: 10, g: 200, b: 90, alpha: 0.5 };
  return sharp({ create: { width: 16, height: 16, channels: 4, background } })
    .avif({ effort: 0 })
    .toBuffer();
}

/**
 * Generates an AVIF (AVIF 1.1, HEIF in ISO/IEC 23008-12): the boxes of a real one with other sizes of the image and of
 * boxes, repeated and missing boxes, and changed bytes.
 */
export async function generateAvif(prng: Prng): Promise<Uint8Array> {
  const bytes = Buffer.from(await (real ??= encode()));
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.15);
  // Width and height are behind the header of the box and its version.
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 1)) {
    for (const place of [at + 8, at + 12]) bytes.writeUInt32BE(lie(bytes.readUInt32BE(place)) >>> 0, place);
  }
  const parts: Buffer[] = [];
  for (const box of splitBoxes(bytes)) {
    if (prng.chance(0.05)) continue;
    const said = Buffer.concat([u32be(lie(box.length)), box.subarray(4)]);
    if (prng.chance(0.2)) said[8 + prng.integer(said.length - 8)] = prng.integer(256);
    const count = prng.chance(0.05) ? repeats(prng, said.length) : 1;
    parts.push(...Array.from({ length: count }, () => said));
  }
  const file = Buffer.concat(parts);
  return prng.chance(0.05) ? file.subarray(0, prng.integer(file.length + 1)) : file;
}

/** The boxes at the top; each begins with its size. */
function splitBoxes(bytes: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = Math.max(8, bytes.readUInt32BE(at));
    boxes.push(bytes.subarray(at, at + size));
    at += size;
  }
  return boxes;
}
