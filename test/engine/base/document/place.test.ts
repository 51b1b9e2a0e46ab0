import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bakeTransforms } from '../../../../src-main/engine/base/document/bake-transforms.ts';
import { keepParts } from '../../../../src-main/engine/base/document/keep-parts.ts';
import { listSurfaces, readFloats } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { placeModel } from '../../../../src-main/engine/change/convert/place-model.ts';
import { measure } from '../../change/convert/measure.ts';
import { addPart, boxPiece, createModel, createTwoParts } from '../../change/convert/models.ts';

const still = { exportOrientation: '+x', scaleFactor: 1, pivotToCenterBottom: false } as const;

function createBox() {
  const model = createModel();
  addPart(model, 'box', [boxPiece([-1, 2, 4], [2, 3, 9])]);
  return model;
}

test.each([
  ['+x', [-1, 2, 4], [2, 3, 9]],
  ['+y', [4, 2, -2], [9, 3, 1]],
  ['-x', [-2, 2, -9], [1, 3, -4]],
  ['-y', [-9, 2, -1], [-4, 3, 2]],
] as const)('%s turns the front, at +z in glTF, about the up axis', (exportOrientation, min, max) => {
  const model = createBox();
  placeModel(model, { ...still, exportOrientation });
  const after = measure(model);
  expect(after.min.map((v) => v + 0)).toEqual(min);
  expect(after.max.map((v) => v + 0)).toEqual(max);
  expect(after.volume).toBeCloseTo(15, 4);

  const { primitive } = listSurfaces(model)[0]!;
  const positions = readFloats(primitive, 'POSITION')!;
  const normals = readFloats(primitive, 'NORMAL')!;
  const middle = [0, 1, 2].map((k) => (min[k]! + max[k]!) / 2);
  for (let i = 0; i < normals.length; i += 3) {
    const out = [0, 1, 2].reduce((sum, k) => sum + normals[i + k]! * (positions[i + k]! - middle[k]!), 0);
    expect(out).toBeGreaterThan(0);
  }
});

test('a size factor multiplies every measure, and the pivot comes to the middle of the bottom', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.constantFrom('+x', '-x', '+y', '-y'),
      (scaleFactor, exportOrientation) => {
        const before = measure(createBox());
        const model = createBox();
        placeModel(model, { exportOrientation, scaleFactor, pivotToCenterBottom: true });
        const { min, max, volume } = measure(model);
        const tolerance = scaleFactor * 1e-5;
        expect(Math.abs(volume / (before.volume * scaleFactor ** 3) - 1)).toBeLessThan(1e-4);
        expect(Math.abs(min[1]!)).toBeLessThan(tolerance);
        expect(Math.abs(max[1]! - scaleFactor)).toBeLessThan(tolerance);
        for (const k of [0, 2]) expect(Math.abs(min[k]! + max[k]!)).toBeLessThan(tolerance);
      },
    ),
  );
});

test('a model with an animation is moved by a root node, so that the animation stays right', () => {
  const model = createBox();
  const target = model.getRoot().listNodes()[0]!;
  model.createAnimation('wave').addChannel(model.createAnimationChannel().setTargetNode(target));
  placeModel(model, { exportOrientation: '+y', scaleFactor: 2, pivotToCenterBottom: true });
  expect(measure(model)).toMatchObject({ min: [-5, 0, -3], max: [5, 2, 3] });
  expect(model.getRoot().listAnimations()).toHaveLength(1);
  expect(readFloats(listSurfaces(model)[0]!.primitive, 'POSITION')).toEqual(
    Float32Array.from(boxPiece([-1, 2, 4], [2, 3, 9]).positions),
  );
});

test('a frozen scene looks the same: mirroring nodes, shared meshes and nesting worked in', () => {
  const model = createBox();
  const box = model.getRoot().listNodes()[0]!;
  const top = model.createNode('top').setTranslation([1, 0, 0]).setScale([2, 2, 2]);
  top.addChild(model.createNode('twin').setMesh(box.getMesh()).setScale([-1, 1, 1]));
  model.getRoot().getDefaultScene()!.addChild(top);
  const before = measure(model);
  bakeTransforms(model);
  const after = measure(model);
  expect(after).toMatchObject({ min: before.min, max: before.max, triangles: 24, openEdges: 0 });
  expect(after.volume).toBeCloseTo(15 + 15 * 8, 3);
  expect(
    model
      .getRoot()
      .listNodes()
      .map((node) => node.getName())
      .sort(),
  ).toEqual(['box', 'twin']);
});

test('only the named parts stay, by node, mesh or group', async () => {
  const model = await createTwoParts();
  keepParts(model, ['head']);
  expect(measure(model).min[1]).toBeCloseTo(2.5, 5);

  const grouped = await createTwoParts();
  const group = grouped.createNode('all');
  for (const node of grouped.getRoot().getDefaultScene()!.listChildren()) group.addChild(node);
  grouped.getRoot().getDefaultScene()!.addChild(group);
  const before = measure(grouped);
  keepParts(grouped, ['all']);
  expect(measure(grouped)).toEqual(before);
});

test('an unknown part is refused with the names there are', async () => {
  const model = await createTwoParts();
  expect(() => keepParts(model, ['head', 'tail'])).toThrow(
    'the model has no part “tail”. Its parts are “body”, “head”.',
  );
});
