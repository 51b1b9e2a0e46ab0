import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { enhanceImage } from '../../../../src-main/engine/base/image/enhance-image.ts';
import { createNoise } from '../../make/one-view/pictures.ts';

const EDGE = 192;

/** A shaded disc with a stripe and a dark middle before a pale ground; `isCutOut`: without the ground. */
function drawClean(isCutOut = false): Image {
  const data = new Uint8Array(4 * EDGE * EDGE);
  for (let i = 0; i < EDGE * EDGE; i++) {
    const [x, y] = [i % EDGE, Math.floor(i / EDGE)];
    const radius = Math.hypot(x - EDGE / 2, y - EDGE / 2);
    const isStripe = Math.abs(x - y) < 8;
    const body = radius < 22 ? [30, 30, 40] : isStripe ? [250, 240, 40] : [60 + 0.8 * x, 160 - 0.4 * y, 200 - 0.6 * x];
    data.set(radius < 70 ? body.map(Math.round) : [225, 228, 232], 4 * i);
    data[4 * i + 3] = isCutOut && radius >= 70 ? 0 : 255;
  }
  return { width: EDGE, height: EDGE, data };
}

function change(image: Image, map: (byte: number) => number): Image {
  const data = image.data.map((byte, i) => (i % 4 === 3 ? byte : Math.min(255, Math.max(0, Math.round(map(byte))))));
  return { ...image, data };
}

/** Gaussian noise: the sum of twelve even ones. */
function addGrain(image: Image, spread: number): Image {
  const noise = createNoise(7);
  return change(image, (byte) => byte + spread * (Array.from({ length: 12 }, noise).reduce((a, b) => a + b) - 6));
}

async function asJpeg({ width, height, data }: Image, quality: number): Promise<Image> {
  const jpeg = await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality })
    .toBuffer();
  return readImage(jpeg);
}

/** Peak signal-to-noise ratio in decibels over what can be seen. */
function likeness(image: Image, clean: Image): number {
  let [sum, count] = [0, 0];
  image.data.forEach((byte, i) => {
    if (i % 4 === 3 || clean.data[i - (i % 4) + 3] === 0) return;
    sum += (byte - clean.data[i]!) ** 2;
    count++;
  });
  return 10 * Math.log10(255 ** 2 / (sum / count));
}

/** Small checks all over a disc, on paper. */
function drawPattern(): Image {
  const data = drawClean().data.map((_, k) => {
    const [x, y] = [Math.floor(k / 4) % EDGE, Math.floor(k / 4 / EDGE)];
    if (k % 4 === 3 || Math.hypot(x - EDGE / 2, y - EDGE / 2) > 70) return 255;
    return (Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 0 ? 60 : 190;
  });
  return { width: EDGE, height: EDGE, data };
}

const clean = drawClean();

describe('a poor picture', () => {
  test.each<[string, string, number, () => Image | Promise<Image>]>([
    ['grain', 'grain', 5, () => addGrain(clean, 12)],
    ['much grain', 'grain', 5, () => addGrain(clean, 24)],
    ['too little light', 'dull tones', 12, () => change(clean, (byte) => 0.35 * byte)],
    ['a veil over it', 'dull tones', 8, () => change(clean, (byte) => 90 + 0.35 * byte)],
    ['blocks of a JPEG of quality 8', 'JPEG artifacts', 0.4, () => asJpeg(clean, 8)],
    [
      'grain and too little light',
      'grain and dull tones',
      10,
      () =>
        addGrain(
          change(clean, (byte) => 0.35 * byte),
          6,
        ),
    ],
  ])('with %s comes nearer to the clean one, and says so', async (_, named, gain, spoil) => {
    const poor = await spoil();
    const { image, note } = enhanceImage(poor);
    expect(toEngineText(note)).toBe(`The image was enhanced: ${named}.`);
    expect(likeness(image, clean)).toBeGreaterThan(likeness(poor, clean) + gain);
  });

  test('that is cut out keeps its alpha, and nothing of what cannot be seen flows in', () => {
    const cut = drawClean(true);
    const hidden = cut.data.slice();
    for (let i = 0; i < hidden.length; i += 4) if (hidden[i + 3] === 0) hidden.set([255, 0, 255], i);
    const poor = addGrain({ ...cut, data: hidden }, 12);
    const { image } = enhanceImage(poor);
    expect(likeness(image, cut)).toBeGreaterThan(likeness(poor, cut) + 5);
    expect(image.data.filter((_, i) => i % 4 === 3)).toEqual(cut.data.filter((_, i) => i % 4 === 3));
  });

  test('decoded a second time is repaired alike', async () => {
    const poor = change(clean, (byte) => 0.35 * byte);
    const { image, repeat } = enhanceImage(poor);
    expect((await repeat(poor)).data).toEqual(image.data);
  });
});

test.each<[string, () => Image | Promise<Image>]>([
  ['clean', () => clean],
  ['a good JPEG', () => asJpeg(clean, 90)],
  ['a dark thing, cut out', () => change(drawClean(true), (byte) => 0.4 * byte)],
  ['of one colour', () => change(clean, () => 90)],
  ['a fine pattern before white', () => drawPattern()],
])('a picture that is %s is left as it is', async (_, draw) => {
  const good = await draw();
  const { image, note } = enhanceImage(good);
  expect(toEngineText(note)).toBe('The image was checked and needs no enhancement.');
  expect(image.data).toEqual(good.data);
});
