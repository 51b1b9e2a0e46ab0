import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { NO_CORNER } from '../../../../src-main/engine/base/document/flat-mesh.ts';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import type { ImageToModelOptions, OneViewOptions } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { imageToModel } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { measureModel } from '../../../../src-main/engine/base/document/model-statistics.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import type { Outline } from './pictures.ts';
import { cutOut, disc, figure, hollowPng, paint, toJpeg, toPng } from './pictures.ts';
import { SAMPLES } from '../../../helpers/samples.ts';

const OPTIONS: ImageToModelOptions = { texture: true, textureSize: 256, faceLimit: 2000, compress: '', seed: 1 };
const VIEWS = path.join(SAMPLES, 'views');

interface Issues {
  readonly numErrors: number;
  readonly numWarnings: number;
  readonly messages: readonly { readonly code: string; readonly severity: number }[];
}
const require = createRequire(import.meta.url);
const draco = require('draco3dgltf') as { createDecoderModule(): Promise<object> };
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ readonly issues: Issues }>;
};

const make = (bytes: Uint8Array, options: Partial<ImageToModelOptions> & OneViewOptions = {}) =>
  imageToModel(bytes, { ...OPTIONS, ...options }, () => undefined);

async function open(glb: Uint8Array) {
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
  io.registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() });
  return io.readBinary(glb);
}

/** Expects what every model must be, whatever the image. */
async function expectValid(glb: Uint8Array, faceLimit: number) {
  const { issues } = await validator.validateBytes(glb);
  const problems = issues.messages.filter((message) => message.severity < 2);
  expect(problems).toEqual([]);

  const document = await open(glb);
  const json = Buffer.from(glb.subarray(20, 20 + Buffer.from(glb).readUInt32LE(12))).toString();
  expect(json).toContain('"generator":"Dropforge"');
  const [piece] = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  expect(piece!.indices.length / 3).toBeLessThanOrEqual(faceLimit);
  expect(isClosed(weld(piece!.positions, piece!.indices))).toBe(true);
  for (let i = 0; i < piece!.normals!.length; i += 3) {
    expect(Math.hypot(...piece!.normals!.subarray(i, i + 3))).toBeCloseTo(1, 3);
  }
  for (const value of piece!.uvs ?? []) {
    expect(value).toBeGreaterThanOrEqual(0);
    expect(value).toBeLessThanOrEqual(1);
  }

  const { min, max } = measureModel(document).boundingBox;
  expect(Math.max(...max.map((value, axis) => value - min[axis]!))).toBeCloseTo(1, 4);
  expect(min[1]).toBeCloseTo(0, 4);
  expect(min[0] + max[0]).toBeCloseTo(0, 4);
  expect(min[2] + max[2]).toBeCloseTo(0, 4);
  return { document, piece: piece!, min, max };
}

/** Merges vertices that were duplicated along the seams of the texture. */
function weld(positions: Float32Array, indices: Uint32Array) {
  const indexOf = new Map<string, number>();
  const to = Array.from({ length: positions.length / 3 }, (_, vertex) => {
    const key = positions.subarray(3 * vertex, 3 * vertex + 3).join();
    if (!indexOf.has(key)) indexOf.set(key, indexOf.size);
    return indexOf.get(key)!;
  });
  const welded = new Float32Array(3 * indexOf.size);
  to.forEach((index, vertex) => welded.set(positions.subarray(3 * vertex, 3 * vertex + 3), 3 * index));
  return { positions: welded, indices: indices.map((vertex) => to[vertex]!) };
}

describe('imageToModel', () => {
  it('makes a valid model of a cut-out, with the proportions of the image', async () => {
    const { glb, triangles, notes } = await make(await cutOut(300, figure), { pbr: true });
    const { min, max } = await expectValid(glb, 2000);
    expect(triangles).toBeGreaterThan(1000);
    expect(notes.map(toEngineText)).toEqual([]);
    // The figure is 1.05 wide and 1.35 high, and its longest side measures 1 m.
    expect(max[1] - min[1]).toBeCloseTo(1, 4);
    expect(max[0] - min[0]).toBeCloseTo(1.05 / 1.35, 1);
  });

  it.each<[string, () => Promise<Uint8Array>]>([
    ['a tiny image', () => cutOut(8, disc(0.8))],
    ['a single pixel', () => cutOut(1, disc(2))],
    ['a line one pixel wide', () => cutOut(400, (x, y) => Math.abs(x - 0.0025) < 0.0025 && Math.abs(y) < 0.8)],
    ['a slanted hair', () => cutOut(500, (x, y) => Math.abs(x - 0.6 * y) < 0.004 && Math.abs(y) < 0.8)],
    ['two separate pieces', () => cutOut(200, (x, y) => Math.hypot(Math.abs(x) - 0.5, y) < 0.3)],
    ['pieces that touch at a corner', () => cutOut(40, (x, y) => x > 0 === y > 0)],
    ['a shape that fills the frame', () => cutOut(64, (x, y) => x + y < 1.9)],
    [
      'a full-frame photograph',
      async () =>
        toJpeg(
          paint(120, 90, disc(0), [0, 0, 0], (x, y) => [2 * x, 2 * y, 99]),
          120,
          90,
        ),
    ],
    ['a very wide banner', async () => toPng(paint(600, 4, disc(0.9), [9, 99, 200], null), 600, 4)],
  ])('makes a valid model of %s', async (_, createImage) => {
    const { glb } = await make(await createImage());
    await expectValid(glb, 2000);
  });

  it('keeps the image upright and unmirrored, seen from the front', async () => {
    const flag: Outline = (x, y) => Math.abs(x) < 0.9 && Math.abs(y) < 0.9 && (x < 0.5 || y < -0.5);
    const { piece } = await expectValid((await make(await cutOut(200, flag))).glb, 2000);
    let lowRight = 0;
    let highRight = 0;
    for (let i = 0; i < piece.positions.length; i += 3) {
      if (piece.positions[i]! < 0.35) continue;
      if (piece.positions[i + 1]! < 0.5) lowRight++;
      else highRight++;
    }
    expect(highRight).toBeGreaterThan(20);
    expect(lowRight).toBe(0);
  });

  it('shows the image on both halves of its texture, without any background', async () => {
    const size = 200;
    const pixels = paint(size, size, disc(0.8), [220, 40, 30], () => [20, 200, 40]);
    for (let i = 0; i < pixels.length; i += 4) {
      if ((i / 4) % size >= size / 2 && pixels[i]! > 150) pixels.set([30, 40, 220], i);
    }
    const { glb } = await make(await toPng(pixels, size, size));
    const { document, piece } = await expectValid(glb, 2000);
    const texture = document.getRoot().listTextures()[0]!;
    const { data, info } = await sharp(texture.getImage()!).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(3);

    for (let v = 0; v < piece.uvs!.length / 2; v++) {
      const x = Math.min(info.width - 1, Math.floor(piece.uvs![2 * v]! * info.width));
      const y = Math.min(info.height - 1, Math.floor(piece.uvs![2 * v + 1]! * info.height));
      const [r, g, b] = data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3);
      expect(g).toBeLessThan(90);
      if (piece.positions[3 * v]! < -0.05) expect(r).toBeGreaterThan(b! + 60);
      if (piece.positions[3 * v]! > 0.05) expect(b).toBeGreaterThan(r! + 60);
    }
  });

  it('has the mean colour of the subject without a texture', async () => {
    const { glb } = await make(await cutOut(64, disc(0.8), [188, 188, 0]), { texture: false });
    const { document, piece } = await expectValid(glb, 2000);
    expect(document.getRoot().listTextures()).toHaveLength(0);
    expect(piece.uvs).toBeNull();
    const [r, g, b] = piece.material!.getBaseColorFactor();
    // sRGB 188 is half of the light (linear 0.5).
    expect(r).toBeCloseTo(0.5, 1);
    expect(g).toBeCloseTo(0.5, 1);
    expect(b).toBe(0);
  });

  it('respects the texture size', async () => {
    const image = await cutOut(900, disc(0.9));
    for (const [requested, expected] of [
      [64, 64],
      [512, 512],
      [1000, 512],
      [9999, 2048],
    ] as const) {
      const { document } = await expectValid((await make(image, { textureSize: requested })).glb, 2000);
      expect(measureModel(document).textures).toEqual([{ name: 'base_color', width: expected, height: expected }]);
    }
  });

  it('compresses the geometry on request to less than half, without losing triangles', async () => {
    const image = await cutOut(256, figure);
    const plain = await make(image, { texture: false, faceLimit: 10_000 });
    const packed = await make(image, { texture: false, faceLimit: 10_000, compress: 'geometry' });
    expect(packed.glb.length).toBeLessThan(plain.glb.length / 2);
    const { issues } = await validator.validateBytes(packed.glb);
    expect(issues.numErrors + issues.numWarnings).toBe(0);

    const document = await open(packed.glb);
    expect(
      document
        .getRoot()
        .listExtensionsUsed()
        .map((used) => used.extensionName),
    ).toEqual(['KHR_draco_mesh_compression']);
    expect(measureModel(document).triangles).toBe(plain.triangles);
    const [piece] = toFlatMeshes(document)[0]!.primitives;
    expect(isClosed(weld(piece!.positions, piece!.indices))).toBe(true);
  });

  it('reports every stage in order, with progress that never decreases', async () => {
    const stages: string[] = [];
    let share = -1;
    await imageToModel(await cutOut(64, disc(0.8)), OPTIONS, (next, stage) => {
      expect(next).toBeGreaterThan(share);
      share = next;
      if (stages.at(-1) !== stage) stages.push(stage);
    });
    expect(share).toBe(1);
    expect(stages).toEqual(['read', 'mask', 'shape', 'simplify', 'texture', 'preview', 'write']);
  });

  it('makes the same bytes from the same image, and a preview that shows it', async () => {
    const image = await cutOut(128, disc(0.8), [20, 160, 40]);
    const first = await make(image);
    const again = await make(image, { seed: 2 });
    expect(Buffer.from(again.glb).equals(first.glb)).toBe(true);

    const { data, info } = await sharp(first.preview).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.format, info.width, info.height]).toEqual(['raw', 512, 512]);
    expect((await sharp(first.preview).metadata()).format).toBe('webp');
    const middle = data.subarray((256 * 512 + 256) * 4, (256 * 512 + 256) * 4 + 4);
    expect(middle[3]).toBe(255);
    expect(middle[1]).toBeGreaterThan(middle[0]! + 50);
    expect(data[3]).toBe(0);
  });

  it('makes only quads on request, still closed', async () => {
    const { glb, triangles } = await make(await cutOut(120, figure), { quad: true, faceLimit: 600, texture: false });
    const { piece } = await expectValid(glb, 1200);
    expect(triangles).toBeGreaterThan(800);
    expect(piece.quads).toHaveLength((4 * triangles) / 2);
    expect(piece.quads).not.toContain(NO_CORNER);
  });

  it('rejects files that are not images, too large or empty', async () => {
    await expect(make(Buffer.from('not a picture'))).rejects.toMatchObject({ code: 'not_a_picture' });
    await expect(make(hollowPng(50_000, 50_000))).rejects.toMatchObject({ code: 'too_large' });
    await expect(make(await cutOut(64, disc(0)))).rejects.toMatchObject({ code: 'empty' });
  });

  it.skipIf(!existsSync(VIEWS))('makes valid models of the sample views (needs ../shared/samples)', async () => {
    for (const name of ['Fox_front.png', 'DamagedHelmet_front.png']) {
      const { glb, triangles } = await make(readFileSync(path.join(VIEWS, name)), { faceLimit: null });
      await expectValid(glb, 20_000);
      expect(triangles).toBeGreaterThan(15_000);
    }
  });
});
