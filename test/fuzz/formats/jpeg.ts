import sharp from 'sharp';
import type { Prng } from '../../simulation/prng.ts';
import { hostileCount, orRarely, repeats } from '../hostile-values.ts';
import { u16, u32, u8 } from './bytes.ts';

const [SOI, START_OF_SCAN] = [0xd8, 0xda];
const FRAMES = [0xc0, 0xc2];

/** Generates a JPEG (ITU T.81): the segments of a real one with other sizes, repeated scans, and a hostile EXIF. */
export async function generateJpeg(prng: Prng): Promise<Uint8Array> {
  const isProgressive = prng.chance(0.4);
  const edge = 8 + prng.integer(40);
  const background = { r: 200, g: 30, b: 90 };
  const bytes = await sharp({ create: { width: edge, height: edge, channels: 3, background } })
    .jpeg({ progressive: isProgressive, quality: 40 })
    .toBuffer();
  const segments = splitSegments(Buffer.from(bytes)).map((segment) => {
    const copy = Buffer.from(segment);
    if (FRAMES.includes(copy[1]!)) {
      if (prng.chance(0.2)) copy.writeUInt16BE(hostileCount(prng) & 0xffff, 5);
      if (prng.chance(0.2)) copy.writeUInt16BE(hostileCount(prng) & 0xffff, 7);
      if (prng.chance(0.06)) copy[9] = prng.integer(256);
      if (prng.chance(0.06)) copy[11] = prng.integer(256);
    }
    if (prng.chance(0.03) && copy.length > 4) copy.writeUInt16BE(hostileCount(prng) & 0xffff, 2);
    if (prng.chance(0.03)) copy[prng.integer(copy.length)] = prng.integer(256);
    return prng.chance(0.08) ? Buffer.concat(Array.from({ length: repeats(prng, copy.length) }, () => copy)) : copy;
  });
  if (prng.chance(0.3)) segments.splice(1, 0, exif(prng));
  if (prng.chance(0.05)) segments.splice(prng.integer(segments.length), 1);
  if (prng.chance(0.05)) segments.push(Buffer.alloc(repeats(prng, 1), 0xff));
  return Buffer.concat(segments);
}

/** The segments of a JPEG with their markers; a scan includes its coded data. */
function splitSegments(bytes: Buffer<ArrayBuffer>): Buffer<ArrayBuffer>[] {
  const segments: Buffer<ArrayBuffer>[] = [];
  for (let at = 0; at < bytes.length;) {
    const marker = bytes[at + 1]!;
    let end = marker === SOI || at + 4 > bytes.length ? at + 2 : at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === START_OF_SCAN) while (end < bytes.length && !isMarker(bytes, end)) end++;
    segments.push(bytes.subarray(at, end));
    at = end;
  }
  return segments;
}

function isMarker(bytes: Buffer, at: number): boolean {
  const next = bytes[at + 1] ?? 0;
  return bytes[at] === 0xff && next !== 0 && !(next >= 0xd0 && next <= 0xd7);
}

/** An EXIF segment with an orientation and a directory that may be its own next one (Exif 2.3, 4.6). */
function exif(prng: Prng): Buffer<ArrayBuffer> {
  const entries = orRarely(prng, 2, () => hostileCount(prng));
  const entry = (tag: number, type: number, count: number, value: number): Buffer =>
    Buffer.concat([u16(tag), u16(type), u32(count), u32(value)]);
  const tiff = Buffer.concat([
    ...[Buffer.from('II*\0'), u32(orRarely(prng, 8, () => hostileCount(prng))), u16(entries)],
    entry(
      0x112,
      3,
      orRarely(prng, 1, () => hostileCount(prng)),
      prng.integer(12),
    ),
    entry(
      0x8769,
      4,
      1,
      orRarely(prng, 8, () => hostileCount(prng)),
    ),
    u32(prng.pick([0, 8, 26, 0xffff_fff0])),
  ]);
  const data = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const length = u16(orRarely(prng, data.length + 2, () => hostileCount(prng))).reverse();
  return Buffer.concat([u8(0xff), u8(0xe1), length, data]);
}
