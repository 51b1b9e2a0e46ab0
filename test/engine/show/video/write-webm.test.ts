import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { encodeFrames } from '../../../../src-main/engine/show/video/encode-frames.ts';
import { BACKDROP, encodeFrame } from '../../../../src-main/engine/show/video/encode-frame.ts';
import { writeWebm } from '../../../../src-main/engine/show/video/write-webm.ts';
import { readWebm } from '../../../helpers/images/read-webm.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';

const FORMAT = { width: 64, height: 48, framesPerSecond: 24 };
const COUNT = 60;

/** Returns an image whose left half is a grey that gets lighter with the frame, and whose right half is transparent. */
function paint(frame: number): Image {
  const data = new Uint8Array(64 * 48 * 4);
  for (let i = 0; i < 64 * 48; i++) if (i % 64 < 32) data.set([4 * frame, 4 * frame, 4 * frame, 255], 4 * i);
  return { width: 64, height: 48, data };
}

async function* paintAll(): AsyncGenerator<Image> {
  for (let frame = 0; frame < COUNT; frame++) yield await Promise.resolve(paint(frame));
}

let video: Uint8Array;
beforeAll(async () => {
  video = writeWebm(await encodeFrames(paintAll(), encodeFrame), FORMAT);
});

/** Returns a key frame as the WebP file it came from. */
function toWebp(frame: Uint8Array): Buffer {
  const padded = frame.length + (frame.length % 2);
  const webp = Buffer.alloc(20 + padded);
  webp.write('RIFF', 0, 'latin1');
  webp.writeUInt32LE(12 + padded, 4);
  webp.write('WEBPVP8 ', 8, 'latin1');
  webp.writeUInt32LE(frame.length, 16);
  webp.set(frame, 20);
  return webp;
}

it('states its type, codec, size and duration', () => {
  const { docType, codec, width, height, duration } = readWebm(video);
  expect({ docType, codec, width, height, duration }).toEqual({
    docType: 'webm',
    codec: 'V_VP8',
    width: 64,
    height: 48,
    duration: 2500,
  });
});

it('every frame has its time and can be decoded alone', async () => {
  const { frames } = readWebm(video);
  expect(frames.map(({ time }) => time)).toEqual(
    Array.from({ length: COUNT }, (_, frame) => Math.round((1000 * frame) / 24)),
  );
  for (const [frame, { data, isKey }] of frames.entries()) {
    expect(isKey).toBe(true);
    // RFC 6386, 9.1: a key frame has bit 0 clear and a start code.
    expect([data[0]! & 1, ...data.subarray(3, 6)]).toEqual([0, 0x9d, 0x01, 0x2a]);
    if (frame % 10 !== 0) continue;
    const { data: pixels, info } = await sharp(toWebp(data)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([64, 48]);
    expect(Math.abs(pixels[info.channels * 10]! - 4 * frame)).toBeLessThan(8);
    expect(Math.abs(pixels[info.channels * 50]! - BACKDROP.r)).toBeLessThan(8);
  }
});

it('seek head and cues point to the elements they name', () => {
  const { seeks, cues } = readWebm(video);
  expect(seeks).toEqual([0x1549a966, 0x1654ae6b, 0x1c53bb6b].map((id) => ({ id, isRight: true })));
  expect(cues).toEqual([0, 1000, 2000].map((time) => ({ time, isRight: true })));
});

it('is deterministic', async () => {
  expect(writeWebm(await encodeFrames(paintAll(), encodeFrame), FORMAT)).toEqual(video);
});

it('is decoded by ffmpeg without warnings', async ({ skip }) => {
  if (spawnSync('ffmpeg', ['-version']).error) return skip('ffmpeg is not installed.');
  const file = path.join(makeTempFolder(), 'video.webm');
  await writeFile(file, video);
  const run = (...more: string[]) =>
    spawnSync('ffmpeg', ['-v', 'warning', ...more, '-f', 'rawvideo', '-pix_fmt', 'rgb24', '-'], {
      maxBuffer: 64 * 1024 * 1024,
    });
  const whole = run('-i', file);
  expect(whole.stderr.toString()).toBe('');
  expect(whole.stdout.length).toBe(COUNT * 64 * 48 * 3);
  // Frame 36, found through the cues.
  const late = run('-ss', '1.5', '-i', file, '-frames:v', '1');
  expect(Math.abs(late.stdout[3 * 10]! - 4 * 36)).toBeLessThan(8);
});
