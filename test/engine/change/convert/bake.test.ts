import type { Document } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { bakeMaterials } from '../../../../src-main/engine/change/bake/bake-materials.ts';
import { dilateTexture } from '../../../../src-main/engine/change/bake/dilate-texture.ts';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { packUv } from '../../../../src-main/engine/base/uv/pack-uv.ts';
import { rasterizeTriangles } from '../../../../src-main/engine/base/mesh/rasterize-triangles.ts';
import { createTextureSampler } from '../../../../src-main/engine/change/bake/texture-sampler.ts';
import { transformTangentNormals } from '../../../../src-main/engine/base/primitive/transform-tangent-normals.ts';
import { measure } from './measure.ts';
import { addPart, boxPiece, createModel, createTwoParts } from './models.ts';

/** Returns the base colour at the centroid of each triangle, by the centroid's position. */
async function readColors(model: Document): Promise<Map<string, number[]>> {
  const colors = new Map<string, number[]>();
  for (const { primitive, indices } of listSurfaces(model)) {
    const material = primitive.getMaterial()!;
    const info = material.getBaseColorTextureInfo()!;
    const sample = createTextureSampler(await decodeTexture(material.getBaseColorTexture()!), info);
    const uvs = readFloats(primitive, 'TEXCOORD_0')!;
    const positions = readFloats(primitive, 'POSITION')!;
    for (let i = 0; i < indices.length; i += 3) {
      const middle = (list: Float32Array, size: number) =>
        Array.from({ length: size }, (_, k) =>
          [0, 1, 2].reduce((sum, c) => sum + list[indices[i + c]! * size + k]! / 3, 0),
        );
      const texel: number[] = [];
      const [u, v] = middle(uvs, 2);
      sample(u!, v!, texel);
      colors.set(
        middle(positions, 3)
          .map((x) => x.toFixed(4))
          .join(),
        texel,
      );
    }
  }
  return colors;
}

test.each([
  ['with existing charts', true],
  ['with new charts', false],
] as const)('two materials are merged %s and keep their appearance', async (_name, keepCharts) => {
  const model = await createTwoParts();
  const before = await readColors(model);
  const shape = measure(model);
  await packUv(model, { keepCharts, size: 512 });
  await bakeMaterials(model, 512);

  expect(model.getRoot().listMaterials()).toHaveLength(1);
  expect(model.getRoot().listTextures()).toHaveLength(1);
  expect(measure(model)).toEqual(shape);
  for (const { primitive } of listSurfaces(model)) {
    expect(primitive.listSemantics().sort()).toEqual(['NORMAL', 'POSITION', 'TEXCOORD_0']);
    for (const uv of readFloats(primitive, 'TEXCOORD_0')!) expect(uv >= 0 && uv <= 1).toBe(true);
  }
  const after = await readColors(model);
  expect(after.size).toBe(before.size);
  for (const [place, color] of before) {
    const baked = after.get(place)!;
    // Bilinear filtering wraps around the edge of the source texture but not of a chart, so colours there differ a bit.
    for (let k = 0; k < 3; k++) expect(Math.abs(baked[k]! - color[k]!)).toBeLessThan(14);
  }
});

test('new charts do not overlap', async () => {
  const model = await createTwoParts();
  await packUv(model, { keepCharts: false, size: 256 });
  const covered = new Uint8Array(256 * 256);
  let visits = 0;
  let area = 0;
  for (const { primitive, indices } of listSurfaces(model)) {
    const uvs = readFloats(primitive, '_ATLAS_UV')!;
    rasterizeTriangles(uvs, indices, 256, covered, () => visits++);
    for (let i = 0; i < indices.length; i += 3) {
      const [a, b, c] = [indices[i]! * 2, indices[i + 1]! * 2, indices[i + 2]! * 2];
      area +=
        Math.abs(
          (uvs[b]! - uvs[a]!) * (uvs[c + 1]! - uvs[a + 1]!) - (uvs[c]! - uvs[a]!) * (uvs[b + 1]! - uvs[a + 1]!),
        ) / 2;
    }
  }
  expect(visits / 256 ** 2).toBeGreaterThan(0.3);
  expect(Math.abs(visits / 256 ** 2 - area)).toBeLessThan(0.02);
});

test('factors are multiplied into the baked texture in linear light', async () => {
  const model = createModel();
  const plain = (factor: number) =>
    model.createMaterial().setBaseColorFactor([factor, factor, factor, 1]).setMetallicFactor(factor);
  addPart(model, 'white', [boxPiece([0, 0, 0], [1, 1, 1], plain(1))]);
  addPart(model, 'half', [boxPiece([2, 0, 0], [3, 1, 1], plain(0.5))]);
  await packUv(model, { keepCharts: true, size: 128 });
  await bakeMaterials(model, 128);
  const colors = [...(await readColors(model)).entries()];
  for (const [place, [red]] of colors) expect(red).toBeCloseTo(Number(place.split(',')[0]) < 1.5 ? 255 : 188, 0);
  const [material] = model.getRoot().listMaterials();
  expect(material!.getMetallicRoughnessTexture()).not.toBeNull();
  expect(material!.getOcclusionTexture()).toBeNull();
  expect(material!.getMetallicFactor()).toBe(1);
});

test('tangent-space normals rotate with their chart', () => {
  const positions = Float32Array.from([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  const triangle = Uint32Array.from([0, 1, 2]);
  // u to the right and v down, as in an image; then the chart rotated by 90° clockwise; then mirrored.
  const upright = Float32Array.from([0, 1, 1, 1, 1, 0]);
  const turned = Float32Array.from([0, 0, 0, 1, 1, 1]);
  const mirrored = Float32Array.from([1, 1, 0, 1, 0, 0]);
  const near = (turns: Float32Array) => [...turns].map((v) => Math.round(v * 1e6) / 1e6 + 0);
  expect(near(transformTangentNormals(positions, triangle, upright, upright))).toEqual([1, 0, 0, 1]);
  // A normal that pointed right in the image now points down.
  expect(near(transformTangentNormals(positions, triangle, upright, turned))).toEqual([0, 1, -1, 0]);
  expect(near(transformTangentNormals(positions, triangle, upright, mirrored))).toEqual([-1, 0, 0, 1]);
});

test('dilation extends a chart by the given number of rings', () => {
  const covered = new Uint8Array(81);
  covered[40] = 1;
  const sources = dilateTexture(covered, 9, 2);
  expect([...sources].filter((source) => source === 40)).toHaveLength(13);
  expect(sources[0]).toBe(-1);
});
