import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { createRequire } from 'node:module';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { measureModel } from '../../../../src-main/engine/base/document/model-statistics.ts';
import { textToModel, type TextToModelOptions } from '../../../../src-main/engine/make/text/text-to-model.ts';

const OPTIONS: TextToModelOptions = {
  modelSeed: 0,
  imageSeed: 0,
  textureSeed: 0,
  negativePrompt: '',
  detail: 0.5,
  isTextured: true,
  isPbr: true,
  hasUvs: true,
  isInParts: false,
  patternSize: 32,
  faceLimit: null,
  isForQuads: false,
  compress: '',
  isPrintCheckWanted: false,
  previewSize: 96,
};
const require = createRequire(import.meta.url);
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { messages: readonly { severity: number; code: string }[] } }>;
};
const make = (prompt: string, options: Partial<TextToModelOptions> = {}) =>
  textToModel(prompt, { ...OPTIONS, ...options }, () => undefined);
const open = (glb: Uint8Array) => new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(glb);

/** Expects neither errors nor warnings, and normals of length 1 on the same side as those of their triangles. */
async function openValid(glb: Uint8Array) {
  const { issues } = await validator.validateBytes(glb);
  expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
  const document = await open(glb);
  for (const { positions: p, normals: n, indices } of toFlatMeshes(document).flatMap((mesh) => mesh.primitives)) {
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [3 * indices[t]!, 3 * indices[t + 1]!, 3 * indices[t + 2]!];
      const [u, v] = [[0, 1, 2].map((k) => p[b + k]! - p[a + k]!), [0, 1, 2].map((k) => p[c + k]! - p[a + k]!)] as [
        number[],
        number[],
      ];
      const face = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
      const mean = [0, 1, 2].map((k) => n![a + k]! + n![b + k]! + n![c + k]!);
      expect(face[0]! * mean[0]! + face[1]! * mean[1]! + face[2]! * mean[2]!).toBeGreaterThan(0);
      expect(Math.hypot(n![a]!, n![a + 1]!, n![a + 2]!)).toBeCloseTo(1, 3);
    }
  }
  return document;
}

describe('textToModel', () => {
  it('makes a valid model of real size that faces the front, and a preview', async () => {
    const { model, preview, triangles } = await make('a red wooden chair beside a vase on a table');
    const document = await openValid(model);
    expect(measureModel(document).triangles).toBe(triangles);
    const names = document
      .getRoot()
      .listNodes()
      .map((node) => node.getName());
    expect(names.toSorted()).toEqual(['chair', 'table', 'vase']);
    const { min, max } = measureModel(document).boundingBox;
    expect(min[1]).toBeCloseTo(0, 5);
    expect(max[1]).toBeGreaterThan(0.8);
    expect(max[1]).toBeLessThan(1.4);
    // The backrest of a chair is at the back.
    const chair = toFlatMeshes(document).find(({ name }) => name === 'chair')!;
    const tops = chair.primitives.flatMap(({ positions }) =>
      [...positions].flatMap((_v, i) => (i % 3 === 1 && positions[i]! > 0.85 ? [positions[i + 1]!] : [])),
    );
    const lows = chair.primitives.flatMap(({ positions }) =>
      [...positions].flatMap((_v, i) => (i % 3 === 1 && positions[i]! < 0.4 ? [positions[i + 1]!] : [])),
    );
    expect(Math.max(...tops)).toBeLessThan(Math.max(...lows) - 0.3);
    const { width, height, format } = await sharp(preview).metadata();
    expect([width, height, format]).toEqual([96, 96, 'webp']);
  });

  it('writes the same bytes for equal seeds and different ones for others', async () => {
    const [first, again, shaped, grained] = await Promise.all([
      make('a cup'),
      make('a cup'),
      make('a cup', { modelSeed: 7 }),
      make('a wooden cup', { textureSeed: 3 }),
    ]);
    expect(Buffer.from(first.model).equals(again.model)).toBe(true);
    expect(Buffer.from(first.preview).equals(again.preview)).toBe(true);
    expect(Buffer.from(first.model).equals(shaped.model)).toBe(false);
    expect(Buffer.from((await make('a wooden cup')).model).equals(grained.model)).toBe(false);
  });

  it('has patterns and normal maps with texture and PBR, only colours without PBR, plain grey without texture', async () => {
    const materials = async (options: Partial<TextToModelOptions>) => {
      const document = await openValid((await make('a wooden stool with a golden seat', options)).model);
      return { textures: document.getRoot().listTextures().length, list: document.getRoot().listMaterials() };
    };
    const full = await materials({});
    expect(full.textures).toBe(2);
    expect(Math.max(...full.list.map((material) => material.getMetallicFactor()))).toBe(1);
    const flat = await materials({ isPbr: false });
    expect(flat.textures).toBe(1);
    expect(flat.list.every((material) => material.getMetallicFactor() === 0)).toBe(true);
    const bare = await materials({ isTextured: false });
    expect([bare.textures, bare.list.length]).toEqual([0, 1]);
    const noUvs = await materials({ hasUvs: false });
    expect(noUvs.textures).toBe(0);
    expect(noUvs.list.length).toBeGreaterThan(1);
  });

  it.each([
    ['a knight with a sword', 5000],
    ['a house', 900],
    ['three robots', 48],
  ])('keeps “%s” within %i faces', async (prompt, faceLimit) => {
    const { model, triangles } = await make(prompt, { faceLimit, detail: 1 });
    expect(triangles).toBeLessThanOrEqual(faceLimit);
    expect(measureModel(await open(model)).triangles).toBe(triangles);
    const { issues } = await validator.validateBytes(model);
    expect(issues.messages.filter(({ severity }) => severity < 1)).toEqual([]);
  });

  it('gives every part its own node if parts are requested', async () => {
    const document = await openValid((await make('a stool', { isTextured: false, isInParts: true })).model);
    const names = document
      .getRoot()
      .listNodes()
      .map((node) => node.getName());
    expect(names).toEqual(
      expect.arrayContaining(['stool', 'stool_seat', 'stool_leg_1', 'stool_leg_4', 'stool_foot_ring']),
    );
  });

  it('counts quads against the limit, at most two triangles each', async () => {
    const { triangles } = await make('a chair', { isForQuads: true, faceLimit: 1500, detail: 1 });
    expect(triangles).toBeGreaterThan(1500 / 2);
    expect(triangles).toBeLessThanOrEqual(3000);
  });

  it('compresses geometry on request, and notes whether all parts can be printed', async () => {
    const plain = await make('a teapot', { detail: 1 });
    const packed = await make('a teapot', { detail: 1, compress: 'geometry', isPrintCheckWanted: true });
    expect(packed.model.length).toBeLessThan(plain.model.length / 2);
    expect(toEngineText(packed.notes.at(-1)!)).toMatch(/^3D printing: every part is a closed solid/);
  });

  it('builds low-poly objects from few flat faces', async () => {
    const [usual, low] = [await make('a fox', { detail: 1 }), await make('a low poly fox', { detail: 1 })];
    expect(low.triangles).toBeLessThan(usual.triangles / 5);
    const document = await openValid(low.model);
    expect(document.getRoot().listMeshes()).toHaveLength(1);
  });

  it('reports progress that never decreases', async () => {
    let share = -1;
    await textToModel('a cube', OPTIONS, (next) => {
      expect(next).toBeGreaterThanOrEqual(share);
      share = next;
    });
    expect(share).toBe(1);
  });
});
