import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { describe, expect, test } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { NO_CORNER } from '../../../../src-main/engine/base/document/flat-mesh.ts';
import { decodeTexture } from '../../../../src-main/engine/files/images/decode-texture.ts';
import { countTriangles } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { decimateModel, type DecimateOptions } from '../../../../src-main/engine/change/decimate/decimate-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { measureSurfaceError } from '../../../helpers/models/surface-error.ts';
import { buildGlb, joinAll, makeBall, move, silent, writeValid, type Piece } from '../../base/mesh/build-model.ts';

const DEFAULTS: DecimateOptions = { faceLimit: 1000, window: [500, 20_000], quad: false, partNames: [], bake: false };
const decimate = (glb: Uint8Array, options: Partial<DecimateOptions> = {}) =>
  decimateModel(glb, { ...DEFAULTS, ...options }, silent);

describe('triangles', () => {
  test('are reduced to the limit and keep shape and texture', async () => {
    const glb = await buildGlb({ ball: makeBall(40) }, { isTextured: true });
    const { document, faces } = await decimate(glb);
    expect(Math.abs(faces / 1000 - 1)).toBeLessThan(0.05);
    const made = await readGlb(await writeValid(document));
    expect(measureSurfaceError(joinAll(await readGlb(glb)), joinAll(made)).mean).toBeLessThan(0.3);
    const [primitive] = made.getRoot().listMeshes()[0]!.listPrimitives();
    expect(primitive!.getAttribute('TEXCOORD_0')).not.toBeNull();
    expect(primitive!.getMaterial()!.getBaseColorTexture()!.getName()).toBe('halves');
  });

  test('are reduced in the named part only', async () => {
    const glb = await buildGlb({ left: makeBall(20), right: move(makeBall(20), [3, 0, 0]) });
    const { document, faces } = await decimate(glb, { faceLimit: 500, partNames: ['right'] });
    const [left, right] = toFlatMeshes(document).map(({ primitives }) => primitives[0]!.indices.length / 3);
    expect([left, right, faces]).toEqual([1520, 500, 500]);
    await expect(decimate(glb, { partNames: ['tail'] })).rejects.toThrow('“left”, “right”');
  });

  test('are reduced as far as the shape allows without a limit', async () => {
    const smooth = await decimate(await buildGlb({ ball: makeBall(60) }), { faceLimit: null });
    expect(smooth.faces).toBeGreaterThan(500);
    expect(smooth.faces).toBeLessThan(5000);
  });

  test('within the limit are unchanged, with a note', async () => {
    const { faces, notes } = await decimate(await buildGlb({ ball: makeBall(8) }));
    expect([faces, notes.map(toEngineText)]).toEqual([224, ['The model has 224 triangles. Its shape was kept.']]);
  });
});

describe('quads', () => {
  test('of many equal parts are within 10 % of the limit', async () => {
    const balls = Array.from({ length: 20 }, (_, i) => [`ball_${i}`, move(makeBall(16), [3 * i, 0, 0])] as const);
    const { faces } = await decimate(await buildGlb(Object.fromEntries(balls)), { faceLimit: 1000, quad: true });
    expect(Math.abs(faces / 1000 - 1)).toBeLessThan(0.1);
  });

  test('are the only faces, meet the limit, keep the shape and are stored in the file', async () => {
    const glb = await buildGlb({ ball: makeBall(24) }, { isTextured: true, isSkinned: true });
    const { document, faces } = await decimate(glb, { quad: true });
    expect(Math.abs(faces / 1000 - 1)).toBeLessThan(0.05);
    const made = await readGlb(await writeValid(document));
    const polygons = toFlatMeshes(made)[0]!.primitives[0]!.quads!;
    expect(polygons.length / 4).toBe(faces);
    expect(polygons.includes(NO_CORNER)).toBe(false);
    expect(measureSurfaceError(joinAll(await readGlb(glb)), joinAll(made)).mean).toBeLessThan(0.3);
    expect(made.getRoot().listSkins()).toHaveLength(1);
    expect(made.getRoot().listAnimations()).toHaveLength(1);
  });
});

describe('baking', () => {
  test('transfers the appearance of each node to new UVs', async () => {
    const ball = makeBall(16);
    const glb = await buildGlb({ near: ball, far: move(ball, [0, 0, 3]) }, { isTextured: true });
    const { document } = await decimate(glb, { faceLimit: 500, bake: true, quad: true });
    const made = await readGlb(await writeValid(document));
    let points = 0;
    let wrong = 0;
    for (const { name, primitives } of toFlatMeshes(made)) {
      const { positions, uvs, material } = primitives[0]!;
      expect(material!.getNormalTexture()).not.toBeNull();
      const { width, data } = await decodeTexture(material!.getBaseColorTexture()!);
      for (let vertex = 0; vertex < positions.length / 3; vertex++) {
        const z = positions[vertex * 3 + 2]! - (name === 'far' ? 3 : 0);
        if (Math.abs(z) < 0.1) continue;
        const column = Math.min(width - 1, Math.floor(uvs![vertex * 2]! * width));
        const at = (Math.min(width - 1, Math.floor(uvs![vertex * 2 + 1]! * width)) * width + column) * 3;
        points++;
        // u < 0.5 is red and at z < 0.
        if (data[at]! > data[at + 2]! !== z < 0) wrong++;
      }
    }
    expect(points).toBeGreaterThan(400);
    expect(wrong / points).toBeLessThan(0.01);
  });
});

describe('invalid input', () => {
  test('open, degenerate and intersecting meshes are decimated', async () => {
    const ball = makeBall(12);
    const bad: Piece = {
      ...ball,
      indices: Uint32Array.from([...ball.indices.subarray(150), 0, 0, 1, 5, 5, 5, ...ball.indices.subarray(300, 330)]),
    };
    const glb = await buildGlb({ bad, across: move(ball, [0.5, 0, 0]) }, { isTextured: true });
    for (const options of [{}, { quad: true }, { bake: true }]) {
      const { document } = await decimate(glb, { faceLimit: 500, ...options });
      expect(countTriangles(await readGlb(await writeValid(document)))).toBeGreaterThan(400);
    }
  });

  test('a model without triangles is rejected', async () => {
    const empty = await buildGlb({ nothing: { ...makeBall(4), indices: new Uint32Array([0, 1]) } });
    await expect(decimate(empty)).rejects.toThrow('The model has no triangles.');
  });
});
