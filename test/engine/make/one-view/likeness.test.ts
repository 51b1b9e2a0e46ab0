import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import type { Document } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import sharp, { type Sharp } from 'sharp';
import { findMask } from '../../../../src-main/engine/base/mask/find-mask.ts';
import { renderOrthographic } from '../../../../src-main/engine/base/render/render-orthographic.ts';
import { imageToDocument, type OneViewOptions } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import type { ColorPlane as Plane } from '../../../../src-main/engine/base/silhouette/extend-subject-colors.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { compareImages, type ImageSimilarity } from '../../../helpers/images/compare-images.ts';
import type { Outline, Rgb } from './pictures.ts';
import { disc, figure, paint, toPng } from './pictures.ts';

const EDGE = 144;
/** Image edge for tests that measure the outline, in pixels. */
const OUTLINE_EDGE = 352;

const star: Outline = (x, y) => Math.hypot(x, y) < 0.42 + 0.4 * Math.cos(5 * Math.atan2(y, x)) ** 4;
/** An animal with pointed ears and thin legs. */
const animal: Outline = (x, y) =>
  Math.hypot(x / 0.5, (y - 0.05) / 0.35) < 1 ||
  (Math.abs(Math.abs(x) - 0.3) < 0.035 && y > 0 && y < 0.9) ||
  (y < -0.1 && y > -0.85 && Math.abs(Math.abs(x) - 0.28) < 0.16 * (y + 0.85));
const CLOTH: Rgb = [190, 150, 90];

/** Returns an image of a shape whose colour varies with the position, transparent around it or on a grey wall. */
function draw(outline: Outline, colorAt: (x: number, y: number) => Rgb, hasWall = false, edge = EDGE): Buffer {
  const pixels = paint(edge, edge, outline, [255, 255, 255], null);
  for (let i = 0; i < edge * edge; i++) {
    const own = colorAt((2 * ((i % edge) + 0.5)) / edge - 1, (2 * (Math.floor(i / edge) + 0.5)) / edge - 1);
    const share = hasWall ? pixels[4 * i + 3]! / 255 : 1;
    const wall = 200 + (30 * Math.floor(i / edge)) / edge;
    for (let c = 0; c < 3; c++) pixels[4 * i + c] = Math.round(share * own[c]! + (1 - share) * wall);
    if (hasWall) pixels[4 * i + 3] = 255;
  }
  return pixels;
}

async function makeDocument(pixels: Buffer, options: OneViewOptions = {}) {
  const edge = Math.sqrt(pixels.length / 4);
  const png = await toPng(pixels, edge, edge);
  return imageToDocument(png, { texture: true, textureSize: 512, faceLimit: 6000, ...options }, () => undefined);
}

/** Compares the front of the model made from an image with another image. */
async function compareFront(pixels: Buffer, truth: Buffer): Promise<ImageSimilarity> {
  const edge = Math.sqrt(pixels.length / 4);
  const [front] = await renderOrthographic((await makeDocument(pixels)).document, ['front'], 1.5 * edge, 'none');
  return compareImages({ width: edge, height: edge, data: truth }, front!);
}

const checks = (x: number, y: number): Rgb => {
  const isLight = Math.sin(12 * x) * Math.sin(12 * y) > 0;
  return isLight ? [230, 190, 120] : [60, 90 + 60 * x, 150];
};

describe('a model of one image, seen from the front', () => {
  it('has its outline and colours, including thin legs and pointed ears', async () => {
    const pixels = draw(animal, checks, false, OUTLINE_EDGE);
    const { overlap, psnr } = await compareFront(pixels, pixels);
    // Bounding boxes have whole pixels, so the measure itself loses half a pixel on each side.
    expect(overlap).toBeGreaterThan(0.98);
    expect(psnr).toBeGreaterThan(25);
  });

  it('has them too if the image is a photograph with a wall behind the subject', async () => {
    const [walled, cut] = [true, false].map((hasWall) => draw(star, checks, hasWall, OUTLINE_EDGE));
    const { overlap, psnr } = await compareFront(walled!, cut!);
    expect(overlap).toBeGreaterThan(0.975);
    expect(psnr).toBeGreaterThan(24);
  });

  it('does not show the background of a cut-out with a margin', async () => {
    const wide = draw(disc(0.72), (x, y) => (Math.hypot(x, y) < 0.71 ? [30, 40, 50] : [250, 250, 250]));
    for (const { rgb } of await halvesOf(await makeDocument(wide)))
      expect(rgb.some((value) => value > 150)).toBe(false);
  });
});

describe('findMask on an antialiased edge', () => {
  it('finds the outline with subpixel accuracy', async () => {
    const data = draw(disc(0.6), () => [200, 60, 40], true);
    const { mask } = await findMask({ width: EDGE, height: EDGE, data });
    const truth = paint(EDGE, EDGE, disc(0.6), [0, 0, 0], null);
    let off = 0;
    let rim = 0;
    mask.data.forEach((coverage, i) => {
      off += Math.abs(coverage - truth[4 * i + 3]!) / 255;
      if (truth[4 * i + 3]! > 0 && truth[4 * i + 3]! < 255) rim++;
    });
    expect(off / rim).toBeLessThan(0.15);
  });
});

/**
 * Returns the two halves of the texture of a disc, each as seen from its side. A disc is as wide as high, so the front
 * is on top.
 */
async function halvesOf({ document }: { readonly document: Document }): Promise<readonly [front: Plane, back: Plane]> {
  const image = document.getRoot().listTextures()[0]!.getImage()!;
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width, info.height / 2];
  const half = 3 * width * height;
  return [
    { width, height, rgb: data.subarray(0, half) },
    { width, height, rgb: data.subarray(half) },
  ];
}

describe('the back of a model of one image', () => {
  /** Strokes to the left of the middle: a letter that is not mirror-symmetric. */
  const letter = (x: number, y: number): Rgb =>
    (Math.abs(x + 0.25) < 0.03 && Math.abs(y) < 0.2) ||
    (x > -0.25 && x < -0.05 && (Math.abs(y + 0.17) < 0.03 || Math.abs(y) < 0.03))
      ? [20, 20, 30]
      : CLOTH;
  const darkIn = ({ rgb }: Plane): number => {
    let dark = 0;
    for (let i = 0; i < rgb.length; i += 3) if (rgb[i]! < 90) dark++;
    return dark;
  };
  let lettered: Awaited<ReturnType<typeof makeDocument>>;
  let front: Plane;
  let back: Plane;
  beforeAll(async () => {
    lettered = await makeDocument(draw(disc(0.8), letter));
    [front, back] = await halvesOf(lettered);
  });

  it('does not repeat lettering, which would be mirrored', () => {
    expect(darkIn(front)).toBeGreaterThan(200);
    expect(darkIn(back)).toBeLessThan(darkIn(front) / 50);
  });

  it('has the surrounding colours in place of the lettering', () => {
    const off = back.rgb.reduce((max, value, i) => Math.max(max, Math.abs(value - CLOTH[i % 3]!)), 0);
    expect(off).toBeLessThan(20);
  });

  it('has a note on it, and no maps without a request', () => {
    expect(lettered.notes.map(toEngineText).join()).toContain('Lettering');
    expect(lettered.document.getRoot().listTextures()).toHaveLength(1);
  });

  it.each<[string, (x: number, y: number) => Rgb]>([
    ['a mirror-symmetric mark', (x, y) => (Math.hypot(Math.abs(x) - 0.3, y + 0.2) < 0.1 ? [20, 20, 30] : CLOTH)],
    ['a pattern all over the subject', (x, y) => (Math.sin(30 * x + 14 * y) > 0 ? [20, 20, 30] : CLOTH)],
  ])('repeats %s', async (_, colorAt) => {
    const [frontHalf, backHalf] = await halvesOf(await makeDocument(draw(disc(0.8), colorAt)));
    expect(darkIn(frontHalf)).toBeGreaterThan(200);
    expect(darkIn(backHalf)).toBeGreaterThan(0.9 * darkIn(frontHalf));
  });

  it('has no seam with the front', () => {
    const { width, height } = front;
    for (let step = 0; step < 64; step++) {
      const x = Math.round((width / 2 - 6) * Math.cos(step / 10) + width / 2);
      const y = Math.round((height / 2 - 6) * Math.sin(step / 10) + height / 2);
      const [here, behind] = [3 * (y * width + x), 3 * (y * width + width - 1 - x)];
      for (let c = 0; c < 3; c++) expect(Math.abs(front.rgb[here + c]! - back.rgb[behind + c]!)).toBeLessThan(16);
    }
  });

  it('is flatter than the front in the asymmetric mode', async () => {
    const { document, notes } = await makeDocument(
      draw(disc(0.8), () => CLOTH),
      { backDepth: 0.45 },
    );
    expect(notes.map(toEngineText)).toEqual([]);
    const positions = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('POSITION')!;
    const [low, high] = [positions.getMin([]), positions.getMax([])];
    const { min, max } = { min: low[2]!, max: high[2]! };
    const rim = findRimDepth(positions.getArray() as Float32Array, high[0]!);
    expect((rim - min) / (max - rim)).toBeGreaterThan(0.4);
    expect((rim - min) / (max - rim)).toBeLessThan(0.6);
  });
});

/** Returns the depth at which a body is widest. */
function findRimDepth(positions: Float32Array, right: number): number {
  for (let v = 0; v < positions.length; v += 3) if (positions[v]! >= right - 1e-5) return positions[v + 2]!;
  return Number.NaN;
}

describe('the maps of a model of one image', () => {
  it('are a normal and a roughness map in the layout of the colours', async () => {
    const { document } = await makeDocument(draw(figure, checks), { pbr: true });
    const [material] = document.getRoot().listMaterials();
    const sizeOf = (texture: { getSize(): number[] | null } | null) => texture?.getSize();
    const size = sizeOf(material!.getBaseColorTexture());
    expect(sizeOf(material!.getNormalTexture())).toEqual(size);
    expect(sizeOf(material!.getMetallicRoughnessTexture())).toEqual(size);
    const normals = await sharp(material!.getNormalTexture()!.getImage()!).stats();
    const [x, y, z] = normals.channels;
    expect([x!.mean, y!.mean]).toEqual([expect.closeTo(127.5, -0.8), expect.closeTo(127.5, -0.8)]);
    expect(x!.stdev).toBeGreaterThan(3);
    expect(z!.mean).toBeGreaterThan(225);
    const rough = await sharp(material!.getMetallicRoughnessTexture()!.getImage()!).stats();
    expect(rough.channels[1]!.mean).toBeGreaterThan(150);
    expect(rough.channels[2]!.max).toBeLessThan(24);
  });

  it('slope where the brightness changes, on the front and mirrored on the back', async () => {
    // A bright vertical stripe in the middle: its left flank faces left, so red is below the middle there.
    const stripe = (x: number): Rgb => (Math.abs(x) < 0.03 ? [240, 240, 240] : [80, 80, 80]);
    const { document } = await makeDocument(draw(disc(0.8), stripe), { pbr: true });
    const image = document.getRoot().listMaterials()[0]!.getNormalTexture()!.getImage()!;
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    for (const row of [info.height / 4, (3 * info.height) / 4]) {
      const line = Array.from({ length: info.width }, (_, x) => data[3 * (row * info.width + x)]!);
      const middle = info.width / 2;
      expect(Math.min(...line.slice(middle - 30, middle))).toBeLessThan(110);
      expect(Math.max(...line.slice(middle, middle + 30))).toBeGreaterThan(145);
    }
  });
});

describe('an image file', () => {
  it.each<[string, (image: Sharp) => Promise<Uint8Array>]>([
    ['of 16 bits a channel', (image) => image.toColourspace('rgb16').png().toBuffer()],
    ['for print (CMYK)', (image) => image.removeAlpha().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
    ['rotated by its EXIF data', (image) => image.rotate(-90).withMetadata({ orientation: 6 }).png().toBuffer()],
    ['with several frames', (image) => animate(image)],
    ['of low JPEG quality', (image) => image.removeAlpha().jpeg({ quality: 30 }).toBuffer()],
  ])('%s gives the same mask', async (_, encode) => {
    const wall = draw(figure, () => [190, 60, 50], true);
    const file = await encode(sharp(wall, { raw: { width: EDGE, height: EDGE, channels: 4 } }));
    const { mask } = await findMask(await readImage(file));
    const truth = paint(EDGE, EDGE, figure, [0, 0, 0], null);
    let [both, either] = [0, 0];
    mask.data.forEach((coverage, i) => {
      both += Math.min(coverage, truth[4 * i + 3]!);
      either += Math.max(coverage, truth[4 * i + 3]!);
    });
    expect([mask.width, mask.height]).toEqual([EDGE, EDGE]);
    expect(both / either).toBeGreaterThan(0.94);
  });
});

/** Returns a WebP of two frames, the second of which is empty. */
async function animate(image: Sharp): Promise<Buffer> {
  const first = await image.removeAlpha().raw().toBuffer();
  const both = Buffer.concat([first, Buffer.alloc(first.length, 255)]);
  return sharp(both, { raw: { width: EDGE, height: 2 * EDGE, channels: 3, pageHeight: EDGE } })
    .webp({ lossless: true, loop: 0, delay: [100, 100] })
    .toBuffer();
}
