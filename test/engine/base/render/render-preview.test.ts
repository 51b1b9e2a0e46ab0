import { Document } from '@gltf-transform/core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { measureModel } from '../../../../src-main/engine/base/document/model-statistics.ts';
import type { Image } from '../../../../src-main/engine/base/image/image.ts';
import { createModelRenderer } from '../../../../src-main/engine/base/render/model-renderer.ts';
import { framePrimitives } from '../../../../src-main/engine/base/render/camera.ts';
import { loadSurfaceMaterials } from '../../../../src-main/engine/base/render/surface-material.ts';
import { encodePreview, renderPreview } from '../../../../src-main/engine/base/render/render-preview.ts';

const FRONT = { size: 64, azimuth: 0, elevation: 0, background: null };

/** A square of edge 1 in z = 0 that faces +Z, added as a node with a material of its own. */
function addSquare(document: Document, x: number, z: number, prepare: (made: ReturnType<typeof square>) => void) {
  const made = square(document);
  made.node.setTranslation([x, 0, z]);
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? document.createScene();
  root.setDefaultScene(scene.addChild(made.node));
  prepare(made);
}

function square(document: Document) {
  const accessor = (type: 'VEC2' | 'VEC3', values: number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(values));
  const material = document.createMaterial();
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', [-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0, -0.5, 0.5, 0]))
    .setAttribute('TEXCOORD_0', accessor('VEC2', [0, 1, 1, 1, 1, 0, 0, 0]))
    .setIndices(
      document
        .createAccessor()
        .setType('SCALAR')
        .setArray(Uint16Array.of(0, 1, 2, 0, 2, 3)),
    )
    .setMaterial(material);
  return { node: document.createNode().setMesh(document.createMesh().addPrimitive(primitive)), primitive, material };
}

function at({ width, data }: Image, x: number, y: number): number[] {
  const start = 4 * (Math.floor(y * width) * width + Math.floor(x * width));
  return [...data.subarray(start, start + 4)];
}

function largestDifference(a: Image, b: Image): number {
  return a.data.reduce((most, value, i) => Math.max(most, Math.abs(value - b.data[i]!)), 0);
}

/** Left half red, right half half-transparent blue. */
async function twoTone(): Promise<Uint8Array> {
  const pixels = Buffer.alloc(16 * 16 * 4);
  for (let i = 0; i < 256; i++) pixels.set(i % 16 < 8 ? [255, 0, 0, 255] : [0, 0, 255, 77], 4 * i);
  return sharp(pixels, { raw: { width: 16, height: 16, channels: 4 } })
    .png()
    .toBuffer();
}

describe('renderPreview', () => {
  it('draws several nodes where they stand, each in its colour, and leaves the rest transparent', async () => {
    const document = new Document();
    addSquare(document, -1, 0, ({ material }) => material.setBaseColorFactor([1, 0, 0, 1]));
    addSquare(document, 1, 0, ({ material }) => material.setBaseColorFactor([0, 0, 1, 1]));
    const picture = await renderPreview(document, FRONT);
    const [left, right, between] = [at(picture, 0.2, 0.5), at(picture, 0.8, 0.5), at(picture, 0.5, 0.5)];
    expect(left[0]).toBeGreaterThan(150);
    expect(left[2]).toBe(0);
    expect(right[2]).toBeGreaterThan(150);
    expect(between[3]).toBe(0);
  });

  it('draws what is nearer in front', async () => {
    const document = new Document();
    addSquare(document, 0, 1, ({ material }) => material.setBaseColorFactor([0, 1, 0, 1]));
    addSquare(document, 0, 0, ({ material }) => material.setBaseColorFactor([1, 0, 0, 1]));
    const [r, g] = at(await renderPreview(document, FRONT), 0.5, 0.5);
    expect(g).toBeGreaterThan(150);
    expect(r).toBe(0);
  });

  it('turns the eye towards +X for a positive azimuth and up for a positive elevation', async () => {
    const document = new Document();
    addSquare(document, 0, 0.5, ({ material }) => material.setBaseColorFactor([1, 0, 0, 1]).setDoubleSided(true));
    addSquare(document, 0, -0.5, ({ material }) => material.setBaseColorFactor([0, 0, 1, 1]).setDoubleSided(true));
    // From the right, the front square is on the left; from above, it is below.
    const side = await renderPreview(document, { ...FRONT, azimuth: 75 });
    expect(at(side, 0.2, 0.5)[0]).toBeGreaterThan(100);
    expect(at(side, 0.8, 0.5)[2]).toBeGreaterThan(100);
    const above = await renderPreview(document, { ...FRONT, elevation: 75 });
    expect(at(above, 0.5, 0.8)[0]).toBeGreaterThan(50);
    expect(at(above, 0.5, 0.2)[2]).toBeGreaterThan(50);
  });

  it('hides back faces, unless the material is double-sided', async () => {
    for (const isDoubleSided of [false, true]) {
      const document = new Document();
      addSquare(document, 0, 0, ({ material }) => material.setDoubleSided(isDoubleSided));
      const behind = await renderPreview(document, { ...FRONT, azimuth: 180 });
      expect(at(behind, 0.5, 0.5)[3]).toBe(isDoubleSided ? 255 : 0);
    }
  });

  it('reads textures upright, cuts out by alpha mask, ignores alpha when opaque, blends when told', async () => {
    const image = await twoTone();
    for (const [mode, alpha] of [
      ['OPAQUE', 255],
      ['MASK', 0],
      ['BLEND', 77],
    ] as const) {
      const document = new Document();
      const texture = document.createTexture().setImage(image).setMimeType('image/png');
      addSquare(document, 0, 0, ({ material }) => material.setBaseColorTexture(texture).setAlphaMode(mode));
      const picture = await renderPreview(document, FRONT);
      expect(at(picture, 0.3, 0.5)[0]).toBeGreaterThan(200);
      expect(at(picture, 0.3, 0.5)[2]).toBe(0);
      expect(Math.abs(at(picture, 0.7, 0.5)[3]! - alpha)).toBeLessThan(3);
    }
  });

  it('shows vertex colours', async () => {
    const document = new Document();
    const colors = document
      .createAccessor()
      .setType('VEC3')
      .setArray(Float32Array.of(1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0));
    addSquare(document, 0, 0, ({ primitive }) => primitive.setAttribute('COLOR_0', colors));
    const picture = await renderPreview(document, FRONT);
    expect(at(picture, 0.1, 0.5)[0]).toBeGreaterThan(at(picture, 0.1, 0.5)[1]! + 50);
    expect(at(picture, 0.9, 0.5)[1]).toBeGreaterThan(at(picture, 0.9, 0.5)[0]! + 50);
  });

  it('shows what is opaque the same whether something see-through lies over it or not', async () => {
    const view = { ...FRONT, azimuth: 25, elevation: 20 };
    const [bare, covered] = [false, true].map((isCovered) => {
      const document = new Document();
      addSquare(document, -0.3, 0, ({ material }) => material.setBaseColorFactor([1, 0.2, 0, 1]));
      addSquare(document, 0.3, 0.2, ({ material }) => material.setBaseColorFactor([0, 0.4, 1, 1]));
      const clear = [1, 1, 1, 0] as [number, number, number, number];
      if (isCovered)
        addSquare(document, 0.3, 0.2, ({ material }) => material.setAlphaMode('BLEND').setBaseColorFactor(clear));
      return renderPreview(document, view);
    });
    expect(largestDifference(await bare!, await covered!)).toBeLessThanOrEqual(1);
    expect((await bare!).data.some((value, i) => i % 4 === 3 && value > 0 && value < 255)).toBe(true);
  });

  it('shows the same in a film, where faces that go over into each other share their colours', async () => {
    const document = new Document();
    const accessor = (values: number[]) =>
      document.createAccessor().setType('VEC3').setArray(Float32Array.from(values));
    addSquare(document, 0, 0, ({ primitive }) => {
      primitive.setAttribute('COLOR_0', accessor([0.3, 0.9, 0.5, 0.6, 0.6, 0.5, 0.9, 0.3, 0.5, 0.6, 0.6, 0.5]));
      primitive.setAttribute('NORMAL', accessor([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1]));
    });
    const primitives = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
    const surfaces = await loadSurfaceMaterials(primitives, 128);
    const camera = framePrimitives(primitives, 25, 20);
    const [still, film] = (['still', 'film'] as const).map((use) =>
      createModelRenderer(64, use)(primitives, surfaces, camera),
    );
    expect(at(still!, 0.5, 0.5)[3]).toBe(255);
    expect(largestDifference(still!, film!)).toBeLessThanOrEqual(3);
  });

  it('interpolates textures in perspective', async () => {
    const document = new Document();
    const texture = document
      .createTexture()
      .setImage(await twoTone())
      .setMimeType('image/png');
    addSquare(document, 0, 0, ({ material }) => material.setBaseColorTexture(texture));
    const picture = await renderPreview(document, { ...FRONT, size: 256, azimuth: 60 });
    const isRed = Array.from({ length: 256 }, (_, x) => at(picture, x / 256, 0.5)).filter((pixel) => pixel[3]! > 200);
    const red = isRed.filter((pixel) => pixel[0]! > pixel[2]!).length;
    // The red half is the far one here, so it must cover clearly less than half.
    expect(red / isRed.length).toBeLessThan(0.46);
  });

  it('lays the picture over a background, and copes with damaged textures and empty documents', async () => {
    const document = new Document();
    const broken = document
      .createTexture()
      .setImage(Uint8Array.of(1, 2, 3))
      .setMimeType('image/png');
    addSquare(document, 0, 0, ({ material }) => material.setBaseColorTexture(broken));
    const picture = await renderPreview(document, { ...FRONT, background: [10, 20, 30] });
    expect(at(picture, 0, 0)).toEqual([10, 20, 30, 255]);
    expect(at(picture, 0.5, 0.5)[0]).toBeGreaterThan(200);

    const empty = await renderPreview(new Document(), FRONT);
    expect(empty.data.every((value) => value === 0)).toBe(true);
  });

  it('is encoded as WebP with its transparency', async () => {
    const document = new Document();
    addSquare(document, 0, 0, () => undefined);
    const metadata = await sharp(await encodePreview(await renderPreview(document, FRONT))).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 64, height: 64, hasAlpha: true });
  });
});

describe('measureModel', () => {
  it('counts what the scene shows, in world space', async () => {
    const document = new Document();
    const texture = document
      .createTexture('skin')
      .setImage(await twoTone())
      .setMimeType('image/png');
    addSquare(document, 2, 3, ({ material }) => material.setBaseColorTexture(texture));
    addSquare(document, -1, 0, () => undefined);
    expect(measureModel(document)).toEqual({
      triangles: 4,
      vertices: 8,
      materials: 2,
      textures: [{ name: 'skin', width: 16, height: 16 }],
      boundingBox: { min: [-1.5, -0.5, 0], max: [2.5, 0.5, 3] },
    });
    expect(measureModel(new Document()).boundingBox).toEqual({ min: [0, 0, 0], max: [0, 0, 0] });
  });
});
