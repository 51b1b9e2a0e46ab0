import { toEngineText } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { describe, expect, it } from 'vitest';
import { boxesOverlap, moveBox, rotateBox, unionBox } from '../../../../../src-main/engine/make/text/scene/boxes.ts';
import { buildScene } from '../../../../../src-main/engine/make/text/scene/build-scene.ts';
import type { SceneBox } from '../../../../../src-main/engine/make/text/scene/scene.ts';

const make = (prompt: string, extra: object = {}) =>
  buildScene(prompt, { modelSeed: 0, imageSeed: 0, negativePrompt: '', detail: 0.2, ...extra });

/** Bounding boxes of all objects in the scene, by name. */
function boxes(prompt: string, extra: object = {}): Record<string, SceneBox> {
  const { scene } = make(prompt, extra);
  return Object.fromEntries(
    scene.objects.map(({ name, box, rotationY, at }) => [name, moveBox(rotateBox(box, rotationY), at)]),
  );
}
const middle = ({ min, max }: SceneBox, axis: 0 | 1 | 2) => (min[axis] + max[axis]) / 2;
const liesWithin = (inner: SceneBox, outer: SceneBox) =>
  inner.min[0] >= outer.min[0] &&
  inner.max[0] <= outer.max[0] &&
  inner.min[2] >= outer.min[2] &&
  inner.max[2] <= outer.max[2];

describe('a scene', () => {
  it('stands on the ground, centred', () => {
    for (const prompt of ['a chair', 'a car behind a tree', 'three dogs and a house']) {
      const all = unionBox(Object.values(boxes(prompt)));
      expect(all.min[1]).toBeCloseTo(0, 6);
      expect(all.min[0] + all.max[0]).toBeCloseTo(0, 6);
      expect(all.min[2] + all.max[2]).toBeCloseTo(0, 6);
    }
  });

  it.each([
    ['two chairs, a table, a sofa, three cats and a lamp'],
    ['a chair next to a table next to a sofa next to a bed'],
    ['a car in front of a house behind a tree beside a fence'],
    ['a table with six chairs around it'],
    ['nine trees around a castle and a dragon'],
    ['twenty chairs and 7 robots'],
    ['three cups, a bowl and two plates on a table beside a chair'],
  ])('of “%s” has no overlapping objects', (prompt) => {
    const all = Object.entries(boxes(prompt));
    for (const [i, [name, box]] of all.entries()) {
      for (const [other, otherBox] of all.slice(i + 1))
        expect(boxesOverlap(box, otherBox), `${name} and ${other}`).toBe(false);
    }
  });

  it('puts objects on a table, all within its top', () => {
    const { table, ...cups } = boxes('five cups and a bowl on a table');
    expect(Object.keys(cups)).toHaveLength(6);
    for (const cup of Object.values(cups)) {
      expect(cup.min[1]).toBeCloseTo(table!.max[1], 6);
      expect(liesWithin(cup, table!)).toBe(true);
    }
  });

  it('puts a cat under a table, between its legs, and an elephant in front of it', () => {
    const { table, cat } = boxes('a cat under a table');
    expect(liesWithin(cat!, table!)).toBe(true);
    expect(cat!.min[1]).toBe(0);
    expect(cat!.max[1]).toBeLessThan(table!.max[1]);
    const { table: low, elephant } = boxes('an elephant under a table');
    expect(elephant!.min[2]).toBeGreaterThan(low!.max[2]);
    expect(toEngineText(make('an elephant under a table').notes.at(-1)!)).toMatch(/^There is no room under the table/);
  });

  it('puts flowers into a vase and the vase on a desk', () => {
    const { flower, vase, desk } = boxes('a flower in a vase on a desk');
    expect(vase!.min[1]).toBeCloseTo(desk!.max[1], 6);
    expect(flower!.min[1]).toBeGreaterThan(vase!.min[1]);
    expect(flower!.min[1]).toBeLessThan(vase!.max[1]);
    expect(middle(flower!, 0)).toBeCloseTo(middle(vase!, 0), 3);
  });

  it.each([
    ['a chair in front of a table', 2, 1],
    ['a chair behind a table', 2, -1],
    ['a chair to the right of a table', 0, 1],
    ['a chair to the left of a table', 0, -1],
  ] as const)('of “%s” places the chair in that direction', (prompt, axis, sign) => {
    const { chair, table } = boxes(prompt);
    expect(sign * (middle(chair!, axis) - middle(table!, axis))).toBeGreaterThan(0.3);
    const across = axis === 0 ? 2 : 0;
    expect(middle(chair!, across)).toBeCloseTo(middle(table!, across), 1);
  });

  it('puts chairs around a table, facing it', () => {
    const { scene } = make('a table with four chairs around it');
    const chairs = scene.objects.filter(({ name }) => name.startsWith('chair'));
    expect(chairs.map(({ rotationY }) => rotationY % 360).toSorted((a, b) => a - b)).toEqual([0, 90, 180, 270]);
    for (const { rotationY, at } of chairs) {
      const facing = [Math.sin((rotationY * Math.PI) / 180), Math.cos((rotationY * Math.PI) / 180)] as const;
      expect(facing[0] * at[0] + facing[1] * at[2]).toBeLessThan(-0.3);
    }
  });

  it('puts a sword and a shield in the two hands of a knight, and a hat on the head of a man', () => {
    const { knight, sword, shield } = boxes('a knight with a sword and a shield');
    expect(middle(sword!, 0)).toBeLessThan(-0.3);
    expect(middle(shield!, 0)).toBeGreaterThan(0.3);
    expect(boxesOverlap(knight!, sword!)).toBe(true);
    const { man, hat } = boxes('a man with a hat');
    expect(hat!.max[1]).toBeGreaterThan(man!.max[1]);
    expect(hat!.min[1]).toBeLessThan(man!.max[1]);
  });

  it('puts small objects beside an object on a table on that table too', () => {
    const { plate, table } = boxes('a cup on a table next to a plate');
    expect(plate!.min[1]).toBeCloseTo(table!.max[1], 6);
    const { chair } = boxes('a cat on a table next to a chair');
    expect(chair!.min[1]).toBe(0);
  });

  it('piles up objects that do not fit side by side in a bowl', () => {
    const { bowl, ...fruit } = boxes('a bowl of five apples');
    expect(Object.keys(fruit)).toHaveLength(5);
    for (const { min, max } of Object.values(fruit)) {
      expect((min[0] + max[0]) / 2).toBeGreaterThan(bowl!.min[0]);
      expect((min[0] + max[0]) / 2).toBeLessThan(bowl!.max[0]);
      expect(min[1]).toBeGreaterThan(0);
    }
  });

  it('drops a relation that would put an object on itself', () => {
    const { notes } = make('a cup on a table. the table on the cup.');
    expect(toEngineText(notes.at(-1)!)).toMatch(/cannot be in two places/);
  });

  it('omits objects that the negative prompt names', () => {
    const { scene, notes } = make('a cup on a table beside a lamp', { negativePrompt: 'lamps, ugly' });
    expect(scene.objects.map(({ name }) => name).toSorted()).toEqual(['cup', 'table']);
    expect(toEngineText(notes.at(-1)!)).toBe('Omitted because of the negative prompt: lamp.');
  });

  it('is the same for equal seeds and differs for others', () => {
    const prompt = 'a red chair and two trees';
    const shape = (seed: number) => JSON.stringify(make(prompt, { modelSeed: seed }).scene.objects);
    expect(shape(1)).toBe(shape(1));
    expect(shape(1)).not.toBe(shape(2));
    const colors = (seed: number) =>
      JSON.stringify(make('a car', { imageSeed: seed }).scene.objects[0]!.finishes.get('body'));
    expect(new Set([1, 2, 3, 4, 5, 6].map(colors)).size).toBeGreaterThan(1);
  });

  it('scales objects for tiny, giant, tall and wide', () => {
    const size = (prompt: string) => {
      const { min, max } = Object.values(boxes(prompt))[0]!;
      return max.map((value, axis) => value - min[axis]!);
    };
    const usual = size('a chair');
    expect(size('a tiny chair')[1]! / usual[1]!).toBeCloseTo(0.4, 5);
    expect(size('a giant chair')[0]! / usual[0]!).toBeCloseTo(3.5, 5);
    expect(size('a tall chair')[1]! / usual[1]!).toBeCloseTo(1.35, 5);
    expect(size('a wide chair')[0]! / usual[0]!).toBeCloseTo(1.35, 5);
  });
});
