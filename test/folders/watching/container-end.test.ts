import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { zipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import { findContainerEnd } from '../../../src-main/folders/watching/container-end.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const WHOLE: Record<string, Buffer> = {};

function glb(bytes: number): Buffer {
  const file = Buffer.alloc(bytes, 7);
  file.write('glTF', 0, 'latin1');
  file.writeUInt32LE(2, 4);
  file.writeUInt32LE(bytes, 8);
  return file;
}

/** A JPEG whose APP1 segment holds a whole image, as a camera writes it. */
function withThumbnail(picture: Buffer, thumbnail: Buffer): Buffer {
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(thumbnail.byteLength + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), segment, thumbnail, picture.subarray(2)]);
}

beforeAll(async () => {
  const noise = {
    create: {
      width: 160,
      height: 120,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  } as const;
  const picture = () => sharp(noise);
  const jpeg = await picture().jpeg().toBuffer();
  WHOLE['png'] = await picture().png().toBuffer();
  WHOLE['jpg'] = jpeg;
  WHOLE['progressive jpg'] = await picture().jpeg({ progressive: true }).toBuffer();
  WHOLE['jpg with a thumbnail'] = withThumbnail(jpeg, await picture().resize(24).jpeg().toBuffer());
  WHOLE['webp'] = await picture().webp({ lossless: true }).toBuffer();
  WHOLE['glb'] = glb(9_000);
  WHOLE['zip'] = Buffer.from(zipSync({ 'a.usdc': new Uint8Array(9_000).fill(3) }, { level: 0 }));
  const bmp = Buffer.alloc(8_054, 9);
  bmp.write('BM', 0, 'latin1');
  bmp.writeUInt32LE(bmp.byteLength, 2);
  WHOLE['bmp'] = bmp;
});

function write(bytes: Buffer): string {
  const file = path.join(makeTempFolder(), 'a');
  writeFileSync(file, bytes);
  return file;
}

describe.each(['png', 'jpg', 'progressive jpg', 'jpg with a thumbnail', 'webp', 'glb', 'zip', 'bmp'])(
  'a %s',
  (kind) => {
    const bytes = (): Buffer => WHOLE[kind] as Buffer;

    test('that is whole ends', async () => {
      expect(await findContainerEnd(write(bytes()))).toBe('ended');
    });

    test('that was cut anywhere does not', async () => {
      const file = write(bytes());
      const cuts = new Set([
        1,
        2,
        3,
        11,
        12,
        13,
        ...Array.from({ length: 60 }, (_, i) => Math.floor((bytes().byteLength * (i + 1)) / 62)),
      ]);
      for (const cut of [...cuts].sort((a, b) => a - b)) {
        const length = bytes().byteLength - cut;
        if (length < 32) continue;
        truncateSync(file, length);
        expect({ cut, end: await findContainerEnd(file) }).toEqual({ cut, end: 'unfinished' });
      }
    });
  },
);

test.each(['png', 'jpg', 'jpg with a thumbnail', 'webp', 'glb', 'zip'])(
  'a %s that has its length but not yet its content is not taken for whole',
  async (kind) => {
    const bytes = Buffer.from(WHOLE[kind] as Buffer);
    expect(bytes.byteLength).toBeGreaterThan(4096 + 32);
    bytes.fill(0, bytes.byteLength - 4096);
    expect(await findContainerEnd(write(bytes))).not.toBe('ended');
  },
);

test.each(['png', 'jpg', 'webp', 'zip'])('something behind the end of a %s does no harm', async (kind) => {
  const file = write(WHOLE[kind] as Buffer);
  appendFileSync(file, 'a note of the camera');
  expect(await findContainerEnd(file)).toBe('ended');
});

test('the end of a thumbnail is not the end of its image', async () => {
  const bytes = WHOLE['jpg with a thumbnail'] as Buffer;
  const end = bytes.indexOf('\xff\xd9', 0, 'latin1') + 2;
  expect(end).toBeLessThan(bytes.byteLength);
  expect(await findContainerEnd(write(bytes.subarray(0, end)))).toBe('unfinished');
});

test.each([
  ['text', 'a red chair '.repeat(20)],
  ['something short', 'x'],
  ['nothing', ''],
  ['a TIFF', `II*\0${'x'.repeat(60)}`],
])('%s does not tell', async (_, text) => {
  expect(await findContainerEnd(write(Buffer.from(text, 'latin1')))).toBe('unsure');
});

test('random bytes behind every beginning are never an error', async () => {
  let seed = 7;
  const next = (): number => (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 8;
  for (const whole of Object.values(WHOLE)) {
    for (let turn = 0; turn < 40; turn++) {
      const bytes = Buffer.from(whole.subarray(0, 32 + (next() % 300)));
      for (let i = 4; i < bytes.byteLength; i++) if (next() % 3 === 0) bytes[i] = next() & 255;
      expect(['ended', 'unfinished', 'unsure']).toContain(await findContainerEnd(write(bytes)));
    }
  }
});
