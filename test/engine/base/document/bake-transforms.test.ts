import { expect, test } from 'vitest';
import { bakeTransforms } from '../../../../src-main/engine/base/document/bake-transforms.ts';
import { buildModel, makeBall } from '../mesh/build-model.ts';

const LINES = 1;

test('lines stay where the surfaces are', async () => {
  const document = await buildModel({ ball: makeBall(8) });
  const [node] = document.getRoot().listNodes();
  node!.setTranslation([10, 0, 0]).setScale([2, 2, 2]);
  const ends = document
    .createAccessor()
    .setType('VEC3')
    .setArray(new Float32Array([-1, 0, 0, 1, 0, 0]));
  const lines = document.createPrimitive().setMode(LINES).setAttribute('POSITION', ends);
  node!.getMesh()!.addPrimitive(lines);
  bakeTransforms(document);
  expect(node!.getTranslation()).toEqual([0, 0, 0]);
  const [surface] = node!.getMesh()!.listPrimitives();
  const bounds = [surface!, lines].map((primitive) => {
    const position = primitive.getAttribute('POSITION')!;
    return [position.getMin([])[0], position.getMax([])[0]];
  });
  expect(bounds[0]![0]).toBeCloseTo(8, 2);
  expect(bounds[0]![1]).toBeCloseTo(12, 2);
  expect(bounds[1]).toEqual([8, 12]);
  expect(lines.getMode()).toBe(LINES);
});
