import { expect, test } from 'vitest';
import { countTriangles, listSurfaces } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { simplifySurfaces } from '../../../../src-main/engine/base/primitive/simplify-surfaces.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { buildGlb, makeBall, move, type Piece } from '../mesh/build-model.ts';

/** Balls in a row that do not touch, as in molecules and strings of beads. */
function makeBalls(count: number, rings: number): Record<string, Piece> {
  const names = Array.from({ length: count }, (_, i) => [`ball_${i}`, move(makeBall(rings), [3 * i, 0, 0])] as const);
  return Object.fromEntries(names);
}

test.each([
  ['one ball', 1, 16, 48],
  ['ten balls', 10, 16, 500],
  ['more balls than triangles', 60, 6, 40],
  ['three balls to one triangle', 3, 6, 1],
])('reduce %s to the limit, never to nothing', async (_, count, rings, limit) => {
  const document = await readGlb(await buildGlb(makeBalls(count, rings), { isTextured: true }));
  await simplifySurfaces(document, limit);
  const triangles = countTriangles(document);
  expect(triangles).toBeLessThanOrEqual(limit);
  expect(triangles).toBeGreaterThanOrEqual(limit * 0.5);
});

test('triangles in another order are no longer marked as quads', async () => {
  const document = await readGlb(await buildGlb(makeBalls(1, 16)));
  for (const { mesh } of listSurfaces(document)) mesh.setExtras({ ngonEncoding: true, own: 1 });
  await simplifySurfaces(document, 300);
  expect(listSurfaces(document).map(({ mesh }) => mesh.getExtras())).toEqual([{ own: 1 }]);
});
