import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';
import { unwrapModel } from '../../../../src-main/engine/change/unwrap/unwrap-model.ts';
import { rasterizeTriangles } from '../../../../src-main/engine/base/mesh/rasterize-triangles.ts';
import { readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { buildGlb, makeBall, move, silent, writeValid } from '../../base/mesh/build-model.ts';
import { retexture } from '../texture/looks.ts';

test('creates UVs without overlaps, bakes the colours into them, and keeps skin and clips', async () => {
  const pieces = { low: makeBall(10), high: move(makeBall(8), [0, 3, 0]) };
  const glb = await buildGlb(pieces, { isTextured: true, isSkinned: true });
  const { document, notes } = await unwrapModel(glb, 80_000, silent);
  expect(notes.map(toEngineText)).toEqual([]);
  const made = await readGlb(await writeValid(document));
  expect(made.getRoot().listSkins()).toHaveLength(1);
  expect(made.getRoot().listAnimations()).toHaveLength(1);

  const size = 512;
  const covered = new Uint8Array(size * size);
  let inside = 0;
  let wrong = 0;
  // Texels that two primitives cover.
  let shared = 0;
  for (const flat of toFlatMeshes(made).flatMap(({ primitives }) => primitives)) {
    const { data, width } = await decodeTexture(flat.material!.getBaseColorTexture()!);
    const scale = width / size;
    const own = new Uint8Array(size * size);
    rasterizeTriangles(flat.uvs!, flat.indices, size, own, (triangle, texel, a, b, c) => {
      inside++;
      shared += covered[texel]!;
      const [i, j, k] = [0, 1, 2].map((corner) => flat.indices[triangle * 3 + corner]! * 3) as [number, number, number];
      const z = a * flat.positions[i + 2]! + b * flat.positions[j + 2]! + c * flat.positions[k + 2]!;
      const row = Math.floor((Math.floor(texel / size) + 0.5) * scale);
      const at = (row * width + Math.floor(((texel % size) + 0.5) * scale)) * 3;
      if (Math.abs(z) > 0.1 && data[at]! > data[at + 2]! !== z < 0) wrong++;
    });
    own.forEach((value, texel) => (covered[texel]! |= value));
  }
  expect(inside).toBeGreaterThan(size * size * 0.3);
  expect(shared).toBe(0);
  expect(wrong / inside).toBeLessThan(0.01);
});

test('textures that do not fit into the memory together are refused before they are decoded, as in a retexture', async () => {
  const document = await readGlb(await buildGlb({ ball: makeBall(8) }, { isTextured: true }));
  const plain = sharp({ create: { width: 4096, height: 4096, channels: 3, background: 'red' } });
  const image = new Uint8Array(await plain.png().toBuffer());
  const [material] = document.getRoot().listMaterials();
  const texture = (name: string) => document.createTexture(name).setMimeType('image/png').setImage(image);
  for (let i = 0; i < 8; i++) texture(`unused ${i}`);
  material!.setBaseColorTexture(texture('color'));
  const glb = await writeGlb(document);
  await expect(unwrapModel(glb, 80_000, silent)).rejects.toMatchObject({ code: 'too_large' });
  await expect(retexture(glb, { kind: 'keep' })).rejects.toMatchObject({ code: 'too_large' });
});

test('unwraps a mesh without UVs and with degenerate triangles, and draws its charts with borders', async () => {
  const ball = makeBall(8);
  const indices = Uint32Array.from([...ball.indices.subarray(30), 0, 0, 1, 2, 2, 2]);
  const { atlas, document } = await unwrapModel(await buildGlb({ damaged: { ...ball, indices } }), 80_000, silent);
  const [flat] = toFlatMeshes(await readGlb(await writeValid(document)))[0]!.primitives;
  expect(flat!.uvs!.every((value) => value >= 0 && value <= 1)).toBe(true);
  expect([atlas.width, atlas.height]).toEqual([1024, 1024]);
  const colors = new Set<string>();
  for (let at = 0; at < atlas.data.length; at += 4) colors.add(atlas.data.subarray(at, at + 3).join());
  expect(colors).toContain('24,26,30');
  expect(colors).toContain('12,12,14');
  expect(colors.size).toBeGreaterThan(3);
});

test('rejects a model above the triangle limit', async () => {
  const glb = await buildGlb({ ball: makeBall(12) });
  await expect(unwrapModel(glb, 100, silent)).rejects.toThrow('has 528 triangles. At most 100 can be unwrapped');
});
