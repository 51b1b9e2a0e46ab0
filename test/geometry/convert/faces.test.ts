import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertShape } from '../../../src-main/geometry/convert/convert-shape.ts';
import { NO_CORNER } from '../../../src-main/geometry/flat-mesh.ts';
import { toFlatMeshes } from '../../../src-main/geometry/flat-meshes.ts';
import { limitFaces } from '../../../src-main/geometry/limit-faces.ts';
import { pairQuads } from '../../../src-main/geometry/pair-quads.ts';
import { measure } from './measure.ts';
import { addPart, boxPiece, createModel, createTwoParts, spherePiece } from './models.ts';

const plain = { forceSymmetry: false, faceLimit: null, atlas: null, quad: false };

test('a model is reduced to the limit as a whole, stays closed and keeps its size', async () => {
  const model = createModel();
  addPart(model, 'large', [spherePiece(40)]);
  addPart(model, 'small', [spherePiece(12, undefined, [3, 0, 0])]);
  const before = measure(model);
  await limitFaces(model, 1000);
  const after = measure(model);
  expect(after.triangles).toBeLessThanOrEqual(1000);
  expect(after.triangles).toBeGreaterThan(900);
  expect(after.openEdges).toBe(0);
  expect(after.volume).toBeGreaterThan(before.volume * 0.95);
  expect(toFlatMeshes(model).map(({ name }) => name)).toEqual(['large', 'small']);
});

test('the border between two materials of a mesh stays closed when it is reduced', async () => {
  const model = createModel();
  const sphere = spherePiece(24);
  const half = sphere.indices.length / 6 - ((sphere.indices.length / 6) % 3);
  const pieces = [sphere.indices.slice(0, half), sphere.indices.slice(half)].map((indices) => ({ ...sphere, indices }));
  addPart(model, 'sphere', pieces);
  await limitFaces(model, 400);
  expect(measure(model)).toMatchObject({ openEdges: 0 });
  expect(measure(model).triangles).toBeLessThanOrEqual(400);
});

test('a limit that is met already changes nothing, and the smallest limit is kept', async () => {
  const model = await createTwoParts();
  const before = measure(model);
  for (const limit of [before.triangles, before.triangles + 1, 1_000_000]) await limitFaces(model, limit);
  expect(measure(model)).toEqual(before);
  await limitFaces(model, 1);
  expect(measure(model).triangles).toBeLessThanOrEqual(1);
});

test('any limit holds, for triangles and for quads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 700 }),
      fc.boolean(),
      fc.boolean(),
      async (faceLimit, quad, forceSymmetry) => {
        const shaped = await convertShape(await createTwoParts(), { ...plain, faceLimit, quad, forceSymmetry });
        const faces = toFlatMeshes(shaped)
          .flatMap((mesh) => mesh.primitives)
          .reduce((sum, { quads, indices }) => sum + (quads ? quads.length / 4 : indices.length / 3), 0);
        expect(faces).toBeLessThanOrEqual(faceLimit);
      },
    ),
    { numRuns: 20 },
  );
});

test('every side of a box becomes one quad', () => {
  const model = createModel();
  addPart(model, 'box', [boxPiece([0, 0, 0], [1, 2, 3])]);
  expect(pairQuads(model)).toBe(6);
  const [mesh] = toFlatMeshes(model);
  expect(mesh!.primitives[0]!.quads).toHaveLength(24);
  expect(mesh!.primitives[0]!.quads).not.toContain(NO_CORNER);
  expect(measure(model)).toMatchObject({ openEdges: 0, triangles: 12 });
});

test('quads are decoded as they were paired: no two polygons run together', () => {
  const model = createModel();
  addPart(model, 'sphere', [spherePiece(10)]);
  const before = measure(model);
  const polygons = pairQuads(model);
  const { quads } = toFlatMeshes(model)[0]!.primitives[0]!;
  expect(quads!.length / 4).toBe(polygons);
  expect(polygons).toBe(20 * 8 + 20 * 2);
  expect(measure(model)).toMatchObject({ openEdges: 0, volume: expect.closeTo(before.volume, 6) as number });
});

test('triangles that fold or would make a dart are not paired', () => {
  const dart = createModel();
  addPart(dart, 'dart', [{ positions: [0, 0, 0, 2, -1, 0, 0.5, 0, 0, 2, 1, 0], indices: [0, 1, 2, 0, 2, 3] }]);
  expect(pairQuads(dart)).toBe(2);
  const fold = createModel();
  addPart(fold, 'fold', [{ positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1], indices: [0, 1, 2, 0, 2, 3] }]);
  expect(pairQuads(fold)).toBe(2);
});
