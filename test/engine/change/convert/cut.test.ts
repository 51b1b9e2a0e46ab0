import fc from 'fast-check';
import { expect, test } from 'vitest';
import { triangulateLoops } from '../../../../src-main/engine/base/mesh/triangulate-loops.ts';
import { flattenBottom } from '../../../../src-main/engine/change/convert/flatten-bottom.ts';
import { keepHalf, mirrorHalf } from '../../../../src-main/engine/change/convert/force-symmetry.ts';
import { bakeTransforms } from '../../../../src-main/engine/base/document/bake-transforms.ts';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { traceLoops } from '../../../../src-main/engine/base/mesh/trace-loops.ts';
import { measure } from './measure.ts';
import { addPart, boxPiece, createModel, spherePiece, createTwoParts } from './models.ts';

test('a flattened box is lower and closed, with a bottom that faces down', () => {
  const model = createModel();
  addPart(model, 'box', [boxPiece([-1, 0, -2], [3, 4, 5])]);
  expect(flattenBottom(model, 0.25)).toBe(true);
  expect(measure(model)).toMatchObject({ min: [-1, 1, -2], max: [3, 4, 5], openEdges: 0 });
  expect(measure(model).volume).toBeCloseTo(4 * 3 * 7, 4);

  const [{ primitive }] = listSurfaces(model) as [ReturnType<typeof listSurfaces>[0]];
  const normals = readFloats(primitive, 'NORMAL')!;
  const positions = readFloats(primitive, 'POSITION')!;
  const down = [...normals.keys()].filter((at) => at % 3 === 1 && normals[at] === -1);
  expect(down.map((at) => positions[at])).toEqual(Array(down.length).fill(1));
  expect(down.length).toBeGreaterThan(3);
});

test('a sphere flattened at any height stays closed', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.99, noNaN: true }), fc.integer({ min: 3, max: 16 }), (share, rows) => {
      const model = createModel();
      addPart(model, 'sphere', [spherePiece(rows)]);
      const before = measure(model);
      flattenBottom(model, share);
      const after = measure(model);
      expect(after.openEdges).toBe(0);
      expect(after.min[1]).toBe(Math.fround(-1 + share * 2));
      expect(after.volume).toBeGreaterThan(0);
      expect(after.volume).toBeLessThan(before.volume + 1e-6);
    }),
    { numRuns: 40 },
  );
});

test('a cut exactly through vertices leaves no degenerate triangles and no gaps', () => {
  const model = createModel();
  addPart(model, 'sphere', [spherePiece(8)]);
  flattenBottom(model, 0.5);
  expect(measure(model)).toMatchObject({ openEdges: 0, min: [-1, 0, -1] });
});

test('the bottom of a hollow model has a hole', () => {
  const model = createModel();
  const inner = boxPiece([-1, -1, -1], [1, 1, 1]);
  const turned = inner.indices.map((_, i, all) => all[i - (i % 3) + [0, 2, 1][i % 3]!]!);
  addPart(model, 'shell', [boxPiece([-2, -2, -2], [2, 2, 2]), { ...inner, indices: turned }]);
  flattenBottom(model, 0.5);
  expect(measure(model).openEdges).toBe(0);
  expect(measure(model).volume).toBeCloseTo(32 - 4, 4);
});

test('a bottom is closed across several materials', () => {
  const model = createModel();
  const sphere = spherePiece(10);
  const faces = Array.from({ length: sphere.indices.length / 3 }, (_, i) => sphere.indices.slice(i * 3, i * 3 + 3));
  const share = (rest: number) => faces.filter((_, i) => i % 3 === rest).flat();
  addPart(
    model,
    'patchwork',
    [0, 1, 2].map((rest) => ({ ...sphere, indices: share(rest) })),
  );
  flattenBottom(model, 0.3);
  expect(measure(model).openEdges).toBe(0);
});

test('an open surface gets no bottom, and a flat one is not cut', () => {
  const wall = createModel();
  addPart(wall, 'wall', [{ positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], indices: [0, 1, 2, 0, 2, 3] }]);
  flattenBottom(wall, 0.5);
  expect(measure(wall)).toMatchObject({ min: [0, 0.5, 0], max: [1, 1, 0] });
  expect(listSurfaces(wall)[0]!.indices).toHaveLength(9);

  const floor = createModel();
  addPart(floor, 'floor', [{ positions: [0, 2, 0, 1, 2, 0, 1, 2, 1], indices: [0, 2, 1] }]);
  expect(flattenBottom(floor, 0.5)).toBe(false);
});

test('UVs are interpolated at the cut', () => {
  const model = createModel();
  addPart(model, 'wall', [
    { positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], uvs: [0, 1, 1, 1, 1, 0, 0, 0], indices: [0, 1, 2, 0, 2, 3] },
  ]);
  flattenBottom(model, 0.25);
  const { primitive } = listSurfaces(model)[0]!;
  const positions = readFloats(primitive, 'POSITION')!;
  const uvs = readFloats(primitive, 'TEXCOORD_0')!;
  for (let i = 0; i < uvs.length / 2; i++) {
    expect(uvs[i * 2]).toBeCloseTo(positions[i * 3]!, 6);
    expect(uvs[i * 2 + 1]).toBeCloseTo(1 - positions[i * 3 + 1]!, 6);
  }
});

test('a mirrored model is symmetric, closed and has twice the volume of its +x half', async () => {
  const model = await createTwoParts();
  addPart(model, 'ear', [boxPiece([2, 3, 0], [4, 4, 1])]);
  bakeTransforms(model);
  const plane = keepHalf(model)!;
  expect(plane).toBe(2);
  mirrorHalf(model, plane);
  const { min, max, volume, openEdges } = measure(model);
  expect([min[0], max[0], openEdges]).toEqual([0, 4, 0]);
  expect(volume).toBeCloseTo(2 * 2, 4);
});

test('a sphere mirrored at its centre keeps its size and volume and stays closed', () => {
  const model = createModel();
  addPart(model, 'sphere', [spherePiece(9)]);
  const before = measure(model);
  mirrorHalf(model, keepHalf(model)!);
  const after = measure(model);
  expect(after.openEdges).toBe(0);
  expect(after.min.map((v, k) => Math.abs(v - before.min[k]!) < 1e-5)).toEqual([true, true, true]);
  expect(after.volume).toBeCloseTo(before.volume, 3);
});

test('loops are traced in unordered edges, and dead ends are omitted', () => {
  const loops = traceLoops([0, 1, 5, 6, 1, 2, 6, 7, 2, 0, 7, 5, 8, 9, 3, 4, 4, 3]);
  expect(loops.map((loop) => [...loop].sort())).toEqual([
    [0, 1, 2],
    [5, 6, 7],
  ]);
});

test('an outline with collinear points and two holes is triangulated with all points', () => {
  const points = [
    [0, 0],
    [2, 0],
    [5, 0],
    [5, 5],
    [0, 5],
    [1, 1],
    [1, 2],
    [2, 2],
    [2, 1],
    [3, 3],
    [3, 4],
    [4, 4],
    [4, 3],
  ] as const;
  const triangles = triangulateLoops(points, [
    [0, 1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
  ]);
  let area = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [points[triangles[i]!]!, points[triangles[i + 1]!]!, points[triangles[i + 2]!]!];
    const twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    expect(twice).toBeGreaterThanOrEqual(0);
    area += twice / 2;
  }
  expect(area).toBe(23);
  expect(new Set(triangles).size).toBe(points.length);
});
