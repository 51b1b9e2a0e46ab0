import { describe, expect, test } from 'vitest';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { countTriangles } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { weldSurfaces } from '../../../../src-main/engine/change/clean-up/weld-surfaces.ts';
import { joinAll } from '../../base/mesh/build-model.ts';
import { explode, join, makeBox, measureVolume, onlyPrimitive, toDocument } from './shapes.ts';

const BOX = makeBox([1, 2, 3]);

describe('welding', () => {
  test('makes a closed box of loose triangles, and keeps its volume', () => {
    const document = toDocument([explode(BOX, 1e-6)]);
    expect(isClosed(joinAll(document))).toBe(false);
    expect(weldSurfaces(document, 1e-5)).toEqual({ merged: 28, triangles: 0, isChanged: true });
    const welded = joinAll(document);
    expect([welded.positions.length / 3, welded.indices.length / 3, isClosed(welded)]).toEqual([8, 12, true]);
    expect(measureVolume(welded)).toBeCloseTo(6, 4);
  });

  test('a clean model is not changed', () => {
    const document = toDocument([BOX]);
    const before = onlyPrimitive(document).getIndices();
    expect(weldSurfaces(document, 1e-5)).toEqual({ merged: 0, triangles: 0, isChanged: false });
    expect(onlyPrimitive(document).getIndices()).toBe(before);
  });

  test('seams of UVs and creases of normals keep their vertices, but get one position', () => {
    // Each triangle has UVs and a normal of its own.
    const document = toDocument([explode(BOX, 1e-6)], {
      TEXCOORD_0: (vertex) => [Math.floor(vertex / 3) / 12, 0.5],
      NORMAL: (vertex) => (Math.floor(vertex / 6) % 2 === 0 ? [1, 0, 0] : [0, 1, 0]),
    });
    expect(weldSurfaces(document, 1e-5)).toEqual({ merged: 0, triangles: 0, isChanged: true });
    const { positions } = joinAll(document);
    const places = new Set(Array.from({ length: 36 }, (_, i) => positions.subarray(i * 3, i * 3 + 3).join()));
    expect([positions.length / 3, places.size]).toEqual([36, 8]);
  });

  test('vertices with other colors stay apart', () => {
    const document = toDocument([explode(BOX)], { COLOR_0: (vertex) => [vertex < 6 ? 1 : 0, 0, 0] });
    // The four corners of the first side are there once in red and once in black.
    expect(weldSurfaces(document, 1e-5).merged).toBe(36 - 12);
  });

  test('removes triangles without area and repeated ones, but not their backs', () => {
    const [a, b, c] = BOX.indices;
    const extra = [a!, a!, b!, c!, b!, b!, b!, c!, a!, c!, b!, a!];
    const document = toDocument([{ ...BOX, indices: Uint32Array.from([...BOX.indices, ...extra]) }]);
    expect(weldSurfaces(document, 1e-5).triangles).toBe(3);
    expect(countTriangles(document)).toBe(13);
  });
});

describe('hostile models', () => {
  test('a model of nothing but triangles without area is not changed', () => {
    const document = toDocument([{ positions: BOX.positions, indices: Uint32Array.from([0, 0, 1, 2, 2, 2]) }]);
    expect(weldSurfaces(document, 1e-5)).toEqual({ merged: 0, triangles: 0, isChanged: false });
    expect(countTriangles(document)).toBe(2);
  });

  test('a model at one point is not changed', () => {
    const document = toDocument([{ positions: new Float32Array(9).fill(5), indices: Uint32Array.from([0, 1, 2]) }]);
    expect(weldSurfaces(document, 1e-5).isChanged).toBe(false);
  });

  test('vertices far away that no triangle uses do not count', () => {
    const far = {
      positions: Float32Array.from([...explode(BOX).positions, 3e38, -3e38, 1e30]),
      indices: explode(BOX).indices,
    };
    const document = toDocument([far]);
    expect(weldSurfaces(document, 1e-5).merged).toBe(28);
    expect(measureVolume(joinAll(document))).toBeCloseTo(6, 4);
  });

  test.each([1e-30, 1e30])('any size: a box of %d m', (size) => {
    const document = toDocument([explode(makeBox([size, size, size]))]);
    expect(weldSurfaces(document, 1e-7).merged).toBe(28);
  });

  test('far from the origin, details of the last bit are kept', () => {
    const document = toDocument([join(makeBox([1, 1, 1], [1e6, 0, 0]))]);
    expect(weldSurfaces(document, 1e-5).isChanged).toBe(false);
  });
});
