import { expect, test } from 'vitest';
import { countTriangles } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { removeFloaters } from '../../../../src-main/engine/change/clean-up/remove-floaters.ts';
import { joinAll } from '../../base/mesh/build-model.ts';
import { explode, join, makeBox, measureVolume, toDocument } from './shapes.ts';

const BODY = makeBox([1, 1, 1]);
// Areas: 6, 0.06 and 0.0006.
const SMALL = makeBox([0.1, 0.1, 0.1], [2, 0, 0]);
const TINY = makeBox([0.01, 0.01, 0.01], [0, 2, 0]);

test('pieces below the share of the area are removed, in one surface or in several', () => {
  for (const document of [toDocument([join(TINY, BODY, SMALL)]), toDocument([TINY, BODY, SMALL])]) {
    expect(removeFloaters(document, 0.001)).toEqual({ pieces: 1, triangles: 12 });
    expect(removeFloaters(document, 0.02)).toEqual({ pieces: 1, triangles: 12 });
    expect(measureVolume(joinAll(document))).toBeCloseTo(1, 6);
    expect(removeFloaters(document, 0.5)).toEqual({ pieces: 0, triangles: 0 });
  }
});

test('loose triangles at the same places are one piece, also across surfaces', () => {
  const half = { ...BODY, indices: BODY.indices.subarray(0, 33) };
  const rest = { ...explode(BODY), indices: Uint32Array.from([33, 34, 35]) };
  const document = toDocument([half, rest]);
  expect(removeFloaters(document, 0.5)).toEqual({ pieces: 0, triangles: 0 });
});

test('surfaces keep their order and their attributes', () => {
  const document = toDocument([join(TINY, BODY)], { COLOR_0: (vertex) => [vertex < 8 ? 1 : 0, 0, 1] });
  removeFloaters(document, 0.01);
  const [primitive] = document.getRoot().listMeshes()[0]!.listPrimitives();
  expect([...primitive!.getAttribute('COLOR_0')!.getArray()!.slice(0, 6)]).toEqual([0, 0, 1, 0, 0, 1]);
  expect(primitive!.getAttribute('POSITION')!.getCount()).toBe(8);
});

test('where all pieces are alike or without area, all stay', () => {
  const dust = toDocument(Array.from({ length: 5 }, (_, i) => makeBox([0.1, 0.1, 0.1], [i, 0, 0])));
  expect(removeFloaters(dust, 0.5)).toEqual({ pieces: 0, triangles: 0 });
  const flat = toDocument([{ positions: BODY.positions, indices: Uint32Array.from([0, 0, 1, 2, 3, 3]) }]);
  expect(removeFloaters(flat, 0.5)).toEqual({ pieces: 0, triangles: 0 });
  expect(countTriangles(flat)).toBe(2);
});

test('a long chain is one piece', () => {
  const strip = join(...Array.from({ length: 400 }, (_, i) => makeBox([1, 1, 1], [i, 0, 0])));
  expect(removeFloaters(toDocument([strip]), 0.5)).toEqual({ pieces: 0, triangles: 0 });
});
