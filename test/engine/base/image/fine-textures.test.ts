import type { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { findMask } from '../../../../src-main/engine/base/mask/find-mask.ts';
import { findMaskBox } from '../../../../src-main/engine/base/image/mask.ts';
import { viewsToDocument } from '../../../../src-main/engine/make/multi-view/multi-view-to-model.ts';
import { imageToDocument } from '../../../../src-main/engine/make/one-view/image-to-model.ts';
import { cropHighResolution } from '../../../../src-main/engine/base/image/crop-high-resolution.ts';
import { limitImageSize } from '../../../../src-main/engine/base/image/limit-image-size.ts';
import { readImage } from '../../../../src-main/engine/base/image/read-image.ts';
import { findTextureSize } from '../../../../src-main/local-service/operations/texture-sizes.ts';
import { reshapeModel } from '../../../../src-main/local-service/operations/generate/reshape-model.ts';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { rasterizeTriangles } from '../../../../src-main/engine/base/mesh/rasterize-triangles.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { buildGlb, makeBall, silent } from '../mesh/build-model.ts';
import { readBase, retexture } from '../../change/texture/looks.ts';

/**
 * A cut-out block in the middle of a frame of `edge` pixels, striped up and down, each stripe `stripe` pixels wide; a
 * yellow line down its middle.
 */
async function drawStripes(edge: number, stripe: number, [across, down] = [0.4, 0.5]): Promise<Uint8Array> {
  const data = Buffer.alloc(4 * edge * edge);
  const [left, top] = [Math.round((edge * (1 - across)) / 2), Math.round((edge * (1 - down)) / 2)];
  for (let y = top; y < edge - top; y++) {
    for (let x = left; x < edge - left; x++) {
      const isDark = Math.floor((x - left) / stripe) % 2 === 0;
      const isMiddle = Math.abs(x + 0.5 - edge / 2) < edge / 200;
      data.set(isMiddle ? [250, 220, 0, 255] : isDark ? [40, 60, 160, 255] : [230, 230, 235, 255], 4 * (y * edge + x));
    }
  }
  return sharp(data, { raw: { width: edge, height: edge, channels: 4 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** How much a texture's neighbouring texels differ from left to right, in the mean. */
async function sharpness(document: Document): Promise<number> {
  const { data, size } = await readBase(document);
  let sum = 0;
  for (let row = 0; row < data.length; row += 3 * size) {
    for (let i = row + 3; i < row + 3 * size; i++) sum += Math.abs(data[i]! - data[i - 3]!);
  }
  return sum / data.length;
}

/** Black and white rings around a ball, each `width` texels of its texture high. */
function drawRings(edge: number, width: number): Promise<Uint8Array> {
  const data = Buffer.alloc(edge * edge);
  for (let y = 0; y < edge; y++) data.fill(Math.floor(y / width) % 2 === 0 ? 255 : 0, y * edge, (y + 1) * edge);
  return sharp(data, { raw: { width: edge, height: edge, channels: 1 } })
    .toColourspace('srgb')
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The spread of a texture's brightness where a surface shows it. */
async function contrast(document: Document): Promise<number> {
  const { data, size } = await readBase(document);
  const covered = new Uint8Array(size * size);
  let [count, sum, squares] = [0, 0, 0];
  for (const { primitive, indices } of listSurfaces(document)) {
    rasterizeTriangles(readFloats(primitive, 'TEXCOORD_0')!, indices, size, covered, (_, texel) => {
      const value = data[3 * texel]!;
      count++;
      sum += value;
      squares += value * value;
    });
  }
  return Math.sqrt(squares / count - (sum / count) ** 2);
}

/** Edges of the relief and the roughness of a model's first material, in texels. */
function mapSizes(document: Document): (number | undefined)[] {
  const [material] = document.getRoot().listMaterials();
  return [material?.getNormalTexture(), material?.getMetallicRoughnessTexture()].map((map) => map?.getSize()?.[0]);
}

/** Stripes that are gone when the frame is scaled to 1,024 pixels. */
const FRAME = 2400;
const stripes = drawStripes(FRAME, 2);

describe('fine detail of a large picture shows in a large texture', () => {
  test('of a model of one picture', async () => {
    const make = async (textureSize: number) =>
      imageToDocument(await stripes, { texture: true, textureSize, faceLimit: 400, pbr: true }, silent);
    const [usual, fine] = [await make(1024), await make(4096)];
    expect([usual.textureSize, fine.textureSize]).toEqual([1024, 2048]);
    expect(await sharpness(fine.document)).toBeGreaterThan(4 * (await sharpness(usual.document)));
    expect([mapSizes(usual.document), mapSizes(fine.document)]).toEqual([
      [1024, 1024],
      [2048, 2048],
    ]);
  });

  test('of a model of views', async () => {
    const image = await stripes;
    const make = (textureSize: number) =>
      viewsToDocument([image, image, null, null], { texture: true, textureSize, faceLimit: 400 }, silent);
    const [usual, fine] = [await make(1024), await make(2048)];
    expect([usual.textureSize, fine.textureSize]).toEqual([1024, 2048]);
    expect(await sharpness(fine.document)).toBeGreaterThan(2 * (await sharpness(usual.document)));
  });

  test('of a model that is made anew with few faces', async () => {
    const model = await readGlb(await buildGlb({ ball: makeBall(12) }, { isTextured: true }));
    model
      .getRoot()
      .listTextures()[0]!
      .setImage(await drawRings(4096, 2));
    const glb = await toGlb(model);
    const make = async (textureSize: number) =>
      (await reshapeModel(glb, { smart_low_poly: true, face_limit: 500 }, { textureSize, usualQuads: 500 })).document;
    const [detailed, extreme] = [await make(2048), await make(4096)];
    expect([detailed, extreme].map(findTextureSize)).toEqual([2048, 4096]);
    // Normals are as smooth as the ball, so more of them would show nothing.
    expect(extreme.getRoot().listMaterials()[0]!.getNormalTexture()!.getSize()).toEqual([2048, 2048]);
    const [coarse, fine] = [await contrast(detailed), await contrast(extreme)];
    expect(fine).toBeGreaterThan(1.7 * coarse);
  });

  test('of a model that is painted with it', async () => {
    const glb = await buildGlb({ ball: makeBall(12) }, { isTextured: true });
    const paint = async (size: number) =>
      retexture(glb, { kind: 'image', image: await stripes }, { size, isPbr: true });
    const [usual, fine] = [await paint(1024), await paint(2048)];
    expect([usual.textureSize, fine.textureSize]).toEqual([1024, 2048]);
    expect([mapSizes(usual.document), mapSizes(fine.document)]).toEqual([
      [1024, 1024],
      [2048, 2048],
    ]);
    expect(await sharpness(fine.document)).toBeGreaterThan(2 * (await sharpness(usual.document)));
  });
});

describe('a texture is no larger than its source has detail for', () => {
  test('of a small picture', async () => {
    const image = await drawStripes(900, 9);
    const made = await imageToDocument(image, { texture: true, textureSize: 4096, faceLimit: 400 }, silent);
    expect(made.textureSize).toBe(1024);
    const views = [image, null, image, null];
    expect(
      (await viewsToDocument(views, { texture: true, textureSize: 4096, faceLimit: 400 }, silent)).textureSize,
    ).toBe(1024);
    const glb = await buildGlb({ ball: makeBall(8) }, { isTextured: true });
    expect((await retexture(glb, { kind: 'image', image }, { size: 4096 })).textureSize).toBe(1024);
  });

  test.each([
    [4096, 5000, 4096],
    [4096, 1500, 4096],
    [4096, 1000, 2048],
    [2048, 100, 1024],
    [1024, 4000, 1024],
    [300, 20, 256],
  ])('%i pixels are wanted for a subject of %i: %i', (wanted, long, size) => {
    expect(limitImageSize(wanted, long)).toBe(size);
  });
});

describe('a subject that is cut out finer', () => {
  const cut = async (bytes: Uint8Array, edge: number) => {
    const image = await readImage(bytes);
    const { mask, rim } = await findMask(image);
    const subject = { image, mask, rim, box: findMaskBox(mask)! };
    return { subject, fine: await cropHighResolution(bytes, subject, edge) };
  };

  test('has the pixels of its file, and lies where it lay', async () => {
    const { fine } = await cut(await stripes, 4096);
    expect(Math.abs(fine.box.width - 0.4 * FRAME)).toBeLessThan(5);
    expect(Math.abs(fine.box.height - 0.5 * FRAME)).toBeLessThan(5);
    expect([fine.mask.width, fine.mask.height]).toEqual([fine.image.width, fine.image.height]);
    const row = (fine.box.top + (fine.box.height >> 1)) * fine.image.width;
    const yellow = Array.from({ length: fine.image.width }, (_, x) => x).filter((x) => {
      const at = 4 * (row + x);
      return fine.image.data[at]! > 240 && fine.image.data[at + 2]! < 60;
    });
    const middle = yellow.reduce((sum, x) => sum + x + 0.5, 0) / yellow.length;
    expect(Math.abs(middle - fine.box.left - fine.box.width / 2)).toBeLessThan(3);
  });

  test('has no more than was asked for', async () => {
    const { fine } = await cut(await stripes, 700);
    expect(Math.abs(fine.box.height - 700)).toBeLessThan(5);
  });

  test('stands as a photograph that was taken upright', async () => {
    const lying = await sharp(await stripes)
      .flatten({ background: '#ffffff' })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { fine } = await cut(lying, 4096);
    expect(Math.abs(fine.box.width - 0.5 * FRAME)).toBeLessThan(9);
    expect(Math.abs(fine.box.height - 0.4 * FRAME)).toBeLessThan(9);
  });

  test('is the same one where the file has no more', async () => {
    const { subject, fine } = await cut(await drawStripes(600, 6), 4096);
    expect(fine).toBe(subject);
  });
});
