import sharp from 'sharp';
import type { Prng } from '../../simulation/prng.ts';
import { few, hostileCount, orRarely, repeats } from '../hostile-values.ts';
import { padded, u32, u8 } from './bytes.ts';

/** Generates a WebP (RFC 9649): the chunks of a real one, extended headers and animations with other sizes. */
export async function generateWebp(prng: Prng): Promise<Uint8Array> {
  const background = { r: 10, g: 200, b: 90, alpha: 0.5 };
  const edge = 4 + prng.integer(30);
  const real = await sharp({ create: { width: edge, height: edge, channels: 4, background } })
    .webp({ lossless: prng.chance(0.5), quality: 30 })
    .toBuffer();
  const lie = (value: number): number => orRarely(prng, value, () => hostileCount(prng), 0.05);
  const chunk = (name: string, data: Buffer): Buffer =>
    Buffer.concat([Buffer.from(name, 'latin1'), u32(lie(data.length)), padded(data, 2)]);
  const u24 = (value: number): Buffer => u32(value).subarray(0, 3);
  // Behind the header of the file, 12 bytes; the chunks of the real image.
  const image = Buffer.from(real.subarray(12));
  if (prng.chance(0.2)) image[8 + prng.integer(image.length - 8)] = prng.integer(256);
  const flags = u8(prng.pick([0, 2, 16, 18, 255]));
  const extended = chunk('VP8X', Buffer.concat([flags, Buffer.alloc(3), u24(lie(edge - 1)), u24(lie(edge - 1))]));
  const frame = chunk(
    'ANMF',
    Buffer.concat([u24(lie(0)), u24(lie(0)), u24(lie(edge - 1)), u24(lie(edge - 1)), u24(lie(100)), u8(0), image]),
  );
  const animation = [chunk('ANIM', Buffer.concat([u32(0), Buffer.alloc(2)]))].concat(
    Array.from({ length: repeats(prng, frame.length) }, () => frame),
  );
  const extra = few(prng, 2, () => chunk(prng.pick(['ICCP', 'EXIF', 'XMP ', 'ALPH', 'abcd']), Buffer.alloc(9, 65)));
  const isExtended = prng.chance(0.5);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    ...(isExtended ? [extended, ...extra] : []),
    ...(isExtended && prng.chance(0.4) ? animation : [image]),
  ]);
  const bytes = Buffer.concat([Buffer.from('RIFF'), u32(lie(body.length)), body]);
  return prng.chance(0.05) ? bytes.subarray(0, prng.integer(bytes.length)) : bytes;
}
