import type { Primitive } from '@gltf-transform/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertShape } from '../../../../src-main/engine/change/convert/convert-shape.ts';
import { NO_CORNER } from '../../../../src-main/engine/base/document/flat-mesh.ts';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { simplifySurfaces } from '../../../../src-main/engine/base/primitive/simplify-surfaces.ts';
import { matchQuadPairs } from '../../../../src-main/engine/base/primitive/match-quad-pairs.ts';
import { pairQuads } from '../../../../src-main/engine/base/primitive/pair-quads.ts';
import { measure } from './measure.ts';
import { addPart, boxPiece, createModel, createTwoParts, spherePiece } from './models.ts';

const plain = { forceSymmetry: false, faceLimit: null, atlas: null, quad: false, splits: true };

test('a model is decimated to the limit as a whole, stays closed and keeps its volume', async () => {
  const model = createModel();
  addPart(model, 'large', [spherePiece(40)]);
  addPart(model, 'small', [spherePiece(12, undefined, [3, 0, 0])]);
  const before = measure(model);
  await simplifySurfaces(model, 1000);
  const after = measure(model);
  expect(after.triangles).toBeLessThanOrEqual(1000);
  expect(after.triangles).toBeGreaterThan(900);
  expect(after.openEdges).toBe(0);
  expect(after.volume).toBeGreaterThan(before.volume * 0.95);
  expect(toFlatMeshes(model).map(({ name }) => name)).toEqual(['large', 'small']);
});

test('the border between two materials of a mesh stays closed', async () => {
  const model = createModel();
  const sphere = spherePiece(24);
  const half = sphere.indices.length / 6 - ((sphere.indices.length / 6) % 3);
  const pieces = [sphere.indices.slice(0, half), sphere.indices.slice(half)].map((indices) => ({ ...sphere, indices }));
  addPart(model, 'sphere', pieces);
  await simplifySurfaces(model, 400);
  expect(measure(model)).toMatchObject({ openEdges: 0 });
  expect(measure(model).triangles).toBeLessThanOrEqual(400);
});

test('a model within the limit is unchanged, and a limit of 1 is met', async () => {
  const model = await createTwoParts();
  const before = measure(model);
  for (const limit of [before.triangles, before.triangles + 1, 1_000_000]) await simplifySurfaces(model, limit);
  expect(measure(model)).toEqual(before);
  await simplifySurfaces(model, 1);
  expect(measure(model).triangles).toBeLessThanOrEqual(1);
});

test('any limit is met, for triangles and for quads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 700 }),
      fc.boolean(),
      fc.boolean(),
      async (faceLimit, quad, forceSymmetry) => {
        const { document: shaped } = await convertShape(await createTwoParts(), {
          ...plain,
          faceLimit,
          quad,
          forceSymmetry,
        });
        const faces = toFlatMeshes(shaped)
          .flatMap((mesh) => mesh.primitives)
          .reduce((sum, { quads, indices }) => sum + (quads ? quads.length / 4 : indices.length / 3), 0);
        expect(faces).toBeLessThanOrEqual(faceLimit);
      },
    ),
    { numRuns: 20 },
  );
});

test('faces that do not pair are split into quads, which keeps the shape', async () => {
  const model = createModel();
  // The faces of a tetrahedron meet at 109°, but quads bend by at most 40°.
  const positions = [1, 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1];
  const indices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  addPart(model, 'tetrahedron', [{ positions, normals: positions, uvs: [0, 0, 1, 0, 0, 1, 1, 1], indices }]);
  const before = measure(model);
  const { document, isSplit } = await convertShape(model, { ...plain, quad: true });
  expect(isSplit).toBe(true);
  const faces = toFlatMeshes(document).flatMap((mesh) => mesh.primitives);
  expect(faces.flatMap(({ quads }) => [...(quads ?? [NO_CORNER])])).toHaveLength(12 * 4);
  expect(faces.some(({ quads }) => quads === null || quads.includes(NO_CORNER))).toBe(false);
  const after = measure(document);
  expect(after.openEdges).toBe(0);
  expect(after.volume).toBeCloseTo(before.volume, 5);
});

test('each side of a box becomes one quad', () => {
  const model = createModel();
  addPart(model, 'box', [boxPiece([0, 0, 0], [1, 2, 3])]);
  expect(pairQuads(model)).toBe(6);
  const [mesh] = toFlatMeshes(model);
  expect(mesh!.primitives[0]!.quads).toHaveLength(24);
  expect(mesh!.primitives[0]!.quads).not.toContain(NO_CORNER);
  expect(measure(model)).toMatchObject({ openEdges: 0, triangles: 12 });
});

test('quads are decoded as they were paired', () => {
  const model = createModel();
  addPart(model, 'sphere', [spherePiece(10)]);
  const before = measure(model);
  const polygons = pairQuads(model);
  const { quads } = toFlatMeshes(model)[0]!.primitives[0]!;
  expect(quads!.length / 4).toBe(polygons);
  expect(polygons).toBe(20 * 8 + 20 * 2);
  expect(measure(model)).toMatchObject({ openEdges: 0, volume: expect.closeTo(before.volume, 6) as number });
});

test('triangles that fold or would form a concave quad are not paired', () => {
  const dart = createModel();
  addPart(dart, 'dart', [{ positions: [0, 0, 0, 2, -1, 0, 0.5, 0, 0, 2, 1, 0], indices: [0, 1, 2, 0, 2, 3] }]);
  expect(pairQuads(dart)).toBe(2);
  const fold = createModel();
  addPart(fold, 'fold', [{ positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1], indices: [0, 1, 2, 0, 2, 3] }]);
  expect(pairQuads(fold)).toBe(2);
});

test('unwelded triangles are paired and decimated like welded ones', async () => {
  const build = () => {
    const model = createModel();
    addPart(model, 'sphere', [spherePiece(10)]);
    for (const primitive of model.getRoot().listMeshes()[0]!.listPrimitives()) unweldPrimitive(primitive);
    return model;
  };
  expect(pairQuads(build())).toBe(20 * 8 + 20 * 2);
  const model = build();
  await simplifySurfaces(model, 150);
  expect(measure(model)).toMatchObject({ openEdges: 0 });
  expect(measure(model).triangles).toBeGreaterThan(130);
});

/** Gives each corner its own vertex and removes the indices. */
function unweldPrimitive(primitive: Primitive): void {
  const indices = primitive.getIndices()!.getArray()!;
  for (const semantic of primitive.listSemantics()) {
    const accessor = primitive.getAttribute(semantic)!;
    const values = [...indices].flatMap((vertex) => accessor.getElement<number[]>(vertex, []));
    primitive.setAttribute(semantic, accessor.clone().setArray(Float32Array.from(values)));
  }
  primitive.setIndices(null);
}

/** Pairs of four faces in a row, the middle pair being the best. */
const ROW = [
  { first: 1, second: 2 },
  { first: 0, second: 1 },
  { first: 2, second: 3 },
];

test('the best pair is replaced by two others if possible', () => {
  expect([...matchQuadPairs(ROW, 4)]).toEqual([1, 1, 2, 2]);
  expect([...matchQuadPairs(ROW.slice(0, 2), 3)]).toEqual([-1, 0, 0]);
});

test('no face is in two pairs, and no two unpaired faces could be paired', () => {
  const edge = fc.tuple(fc.nat(30), fc.nat(30)).filter(([a, b]) => a !== b);
  fc.assert(
    fc.property(fc.array(edge, { maxLength: 60 }), (edges) => {
      const counts = new Map<number, number>();
      const pairs = edges
        .filter(([a, b]) => {
          const [first, second] = [counts.get(a) ?? 0, counts.get(b) ?? 0];
          if (first === 3 || second === 3) return false;
          counts.set(a, first + 1).set(b, second + 1);
          return true;
        })
        .map(([first, second]) => ({ first, second }));
      const chosen = matchQuadPairs(pairs, 31);
      chosen.forEach((pair, face) => {
        if (pair === -1) return;
        expect([pairs[pair]!.first, pairs[pair]!.second]).toContain(face);
        expect([chosen[pairs[pair]!.first], chosen[pairs[pair]!.second]]).toEqual([pair, pair]);
      });
      for (const { first, second } of pairs) expect(chosen[first] === -1 && chosen[second] === -1).toBe(false);
    }),
  );
});
