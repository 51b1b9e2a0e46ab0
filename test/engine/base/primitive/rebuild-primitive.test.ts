import { Document, type Primitive } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { rebuildPrimitive } from '../../../../src-main/engine/base/primitive/rebuild-primitive.ts';

/** Joint and weight of each slot of a vertex. */
type Influences = readonly (readonly [joint: number, weight: number])[];

function createVertices(vertices: readonly Influences[], sets = 1): Primitive {
  const document = new Document();
  const buffer = document.createBuffer();
  const primitive = document.createPrimitive();
  const add = (semantic: string, array: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>, size: 3 | 4) =>
    primitive.setAttribute(
      semantic,
      document
        .createAccessor()
        .setBuffer(buffer)
        .setType(size === 3 ? 'VEC3' : 'VEC4')
        .setArray(array),
    );
  add(
    'POSITION',
    Float32Array.from({ length: vertices.length * 3 }, (_, i) => i),
    3,
  );
  for (let set = 0; set < sets; set++) {
    const slots = vertices.map((own) => [0, 1, 2, 3].map((slot) => own[set * 4 + slot] ?? [0, 0]));
    add(`JOINTS_${set}`, Uint8Array.from(slots.flat().map(([joint]) => joint)), 4);
    add(`WEIGHTS_${set}`, Float32Array.from(slots.flat().map(([, weight]) => weight)), 4);
  }
  return primitive;
}

/** Joints with a weight and what they weigh, of one vertex. */
function read(primitive: Primitive, vertex: number, sets = 1): [joint: number, weight: number][] {
  return Array.from({ length: sets * 4 }, (_, slot): [number, number] => {
    const [joints, weights] = ['JOINTS', 'WEIGHTS'].map((name) =>
      primitive.getAttribute(`${name}_${Math.floor(slot / 4)}`)!.getElement(vertex, []),
    );
    return [joints![slot % 4]!, weights![slot % 4]!];
  }).filter(([, weight]) => weight > 0);
}

test('between two vertices each joint counts once, wherever its slot is', () => {
  const primitive = createVertices([
    [
      [1, 0.75],
      [2, 0.25],
    ],
    [
      [2, 0.5],
      [3, 0.5],
    ],
  ]);
  rebuildPrimitive(primitive, { from: [0, 0, 1], to: [0, 1, 1], share: [0, 0.5, 0] }, new Uint32Array([0, 1, 2]));
  expect(read(primitive, 0)).toEqual([
    [1, 0.75],
    [2, 0.25],
  ]);
  expect(read(primitive, 1)).toEqual([
    [1, 0.375],
    [2, 0.375],
    [3, 0.25],
  ]);
  expect(read(primitive, 2)).toEqual([
    [2, 0.5],
    [3, 0.5],
  ]);
});

test('of more joints than slots the strongest stay and weigh 1 together', () => {
  const spread = (first: number): Influences =>
    [0.4, 0.3, 0.2, 0.1].map((weight, slot) => [first + slot, weight] as const);
  const primitive = createVertices([spread(0), spread(4)]);
  rebuildPrimitive(primitive, { from: [0], to: [1], share: [0.25] }, new Uint32Array());
  const mixed = read(primitive, 0);
  expect(mixed.map(([joint]) => joint)).toEqual([0, 1, 2, 4]);
  expect(mixed.reduce((sum, [, weight]) => sum + weight, 0)).toBeCloseTo(1, 6);
  expect(mixed[0]![1]).toBeCloseTo(0.3 / (0.3 + 0.225 + 0.15 + 0.1), 6);

  const wide = createVertices([spread(0), spread(4)], 2);
  rebuildPrimitive(wide, { from: [0], to: [1], share: [0.25] }, new Uint32Array());
  expect(read(wide, 0, 2)).toHaveLength(8);
});

test('a vertex without weight is mixed without harm', () => {
  const primitive = createVertices([[], [[7, 1]], []]);
  rebuildPrimitive(primitive, { from: [0, 0], to: [1, 2], share: [0.5, 0.5] }, new Uint32Array());
  expect(read(primitive, 0)).toEqual([[7, 1]]);
  expect(read(primitive, 1)).toEqual([]);
});
