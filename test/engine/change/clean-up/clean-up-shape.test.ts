import { describe, expect, test } from 'vitest';
import { countTriangles } from '../../../../src-main/engine/base/document/list-surfaces.ts';
import { worldBox } from '../../../../src-main/engine/base/document/world-box.ts';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { createRandom } from '../../../../src-main/engine/base/maths/random.ts';
import { cleanUpShape } from '../../../../src-main/engine/change/clean-up/clean-up-shape.ts';
import type { CleanUpOptions, SignedAxis } from '../../../../src-main/engine/change/clean-up/clean-up-options.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { buildModel, joinAll, makeBall, writeValid } from '../../base/mesh/build-model.ts';
import { explode, join, makeBox, measureVolume, toDocument } from './shapes.ts';

const OFF: CleanUpOptions = { weld: 0, floaters: 0, up: '+y', ground: false };
const ALL: CleanUpOptions = { weld: 1e-5, floaters: 0.001, up: '+y', ground: true };

const ids = (notes: readonly { id: string }[]): string[] => notes.map(({ id }) => id);

describe('orientation', () => {
  // A box whose sides tell the axes apart, with its centre at 10 along the axis that points up.
  const AXES: SignedAxis[] = ['+x', '-x', '+y', '-y', '+z', '-z'];
  const pairs = AXES.flatMap((up) => AXES.filter((front) => front[1] !== up[1]).map((front) => [up, front] as const));

  test.each(pairs)('%s up and %s front become +y and +z, without mirroring', async (up, front) => {
    const center = [0, 0, 0] as [number, number, number];
    center['xyz'.indexOf(up[1]!)] = up.startsWith('-') ? -10 : 10;
    center['xyz'.indexOf(front[1]!)] = front.startsWith('-') ? -5 : 5;
    const document = toDocument([makeBox([1, 1, 1], center)]);
    const { notes } = await cleanUpShape(document, { ...OFF, up, front });
    expect(worldBox(document)).toEqual({ min: [-0.5, 9.5, 4.5], max: [0.5, 10.5, 5.5] });
    expect(measureVolume(joinAll(document))).toBeCloseTo(1, 4);
    expect(ids(notes)).toEqual(up === '+y' && front === '+z' ? [] : ['clean-up.rotated']);
  });

  test('without a front, a model with +z up faces −y', async () => {
    const document = toDocument([makeBox([1, 2, 3], [0, -4, 0])]);
    await cleanUpShape(document, { ...OFF, up: '+z' });
    expect(worldBox(document)).toEqual({ min: [-0.5, -1.5, 3], max: [0.5, 1.5, 5] });
  });
});

describe('placement', () => {
  test('the lowest point is on the ground, centered, and the longest side has the size', async () => {
    const document = toDocument([makeBox([1, 2, 4], [7, 8, 9])]);
    const { notes, isChanged } = await cleanUpShape(document, { ...OFF, ground: true, size: 0.5 });
    expect(worldBox(document)).toEqual({ min: [-0.0625, 0, -0.25], max: [0.0625, 0.25, 0.25] });
    expect([ids(notes), isChanged]).toEqual([['clean-up.grounded', 'clean-up.scaled'], true]);
    expect((await cleanUpShape(document, { ...OFF, ground: true, size: 0.5 })).isChanged).toBe(false);
  });

  test('without the ground, the model is scaled where it stands', async () => {
    const document = toDocument([makeBox([1, 2, 4], [8, 1, 16])]);
    await cleanUpShape(document, { ...OFF, size: 8 });
    expect(worldBox(document)).toEqual({ min: [7, 0, 12], max: [9, 4, 20] });
  });
});

describe('models that stay as they are', () => {
  test('a clean model on the ground, and any model with all steps off', async () => {
    const placed = toDocument([makeBox([1, 2, 3], [0, 1, 0])]);
    expect(await cleanUpShape(placed, ALL)).toEqual({ isChanged: false, isSkipped: false, notes: [] });
    const dirty = toDocument([explode(makeBox([1, 2, 3], [5, 5, 5]))]);
    expect(await cleanUpShape(dirty, OFF)).toEqual({ isChanged: false, isSkipped: false, notes: [] });
    expect(countTriangles(dirty)).toBe(12);
  });

  test('a model with a skeleton, with a note', async () => {
    const document = await buildModel({ ball: makeBall(6) }, { isSkinned: true });
    const before = countTriangles(document);
    const { isChanged, isSkipped, notes } = await cleanUpShape(document, ALL);
    expect([isChanged, isSkipped, ids(notes)]).toEqual([false, true, ['clean-up.animated']]);
    expect([countTriangles(document), document.getRoot().listSkins().length]).toEqual([before, 1]);
  });

  test('a model without triangles', async () => {
    const document = toDocument([{ positions: new Float32Array(9), indices: new Uint32Array(0) }]);
    expect(await cleanUpShape(document, ALL)).toEqual({ isChanged: false, isSkipped: true, notes: [] });
  });

  test('positions that are no numbers are refused before', async () => {
    const positions = makeBox([1, 1, 1]).positions.map((value, i) => (i === 4 ? NaN : value));
    const glb = await toGlb(toDocument([{ positions, indices: Uint32Array.from([0, 1, 2]) }]));
    await expect(readGlb(glb)).rejects.toThrow(ModelError);
  });

  test('a model at one point', async () => {
    const document = toDocument([{ positions: new Float32Array(9).fill(3), indices: Uint32Array.from([0, 1, 2]) }]);
    expect((await cleanUpShape(document, { ...ALL, size: 1 })).isChanged).toBe(false);
  });
});

test('keeps its promises for any model: no more faces or vertices, no larger box, in its place, valid', async () => {
  const random = createRandom('clean-up');
  for (let round = 0; round < 25; round++) {
    const between = (low: number, high: number): number => low + (high - low) * random();
    const boxes = Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
      const side = 10 ** between(-3, 1);
      const box = makeBox(
        [side, side * between(0.1, 1), side * between(0, 1)],
        [between(-9, 9), between(-9, 9), between(-9, 9)],
      );
      return random() < 0.5 ? box : explode(box, side * 1e-7);
    });
    const document = toDocument(random() < 0.5 ? boxes : [join(...boxes)]);
    const before = joinAll(document);
    const sides = longestSides(document);
    const size = random() < 0.5 ? between(0.1, 5) : undefined;
    const options = { ...ALL, floaters: between(0, 0.5), size };
    await cleanUpShape(document, options);

    const after = joinAll(document);
    expect(after.indices.length).toBeGreaterThan(0);
    expect(after.indices.length).toBeLessThanOrEqual(before.indices.length);
    expect(after.positions.length).toBeLessThanOrEqual(before.positions.length);
    const { min, max } = worldBox(document)!;
    const longest = Math.max(...longestSides(document));
    if (size === undefined) {
      longestSides(document).forEach((side, axis) =>
        expect(side).toBeLessThanOrEqual(sides[axis]! * (1 + 1e-5) + 1e-5),
      );
    } else expect(longest / size).toBeCloseTo(1, 4);
    expect(Math.abs(min[1]) / longest).toBeLessThan(2e-5);
    for (const axis of [0, 2] as const) expect(Math.abs(min[axis] + max[axis]) / longest).toBeLessThan(5e-5);
    await writeValid(document);
    // A clean model is not changed.
    expect((await cleanUpShape(document, options)).notes).toEqual([]);
  }
});

function longestSides(document: ReturnType<typeof toDocument>): number[] {
  const { min, max } = worldBox(document)!;
  return [0, 1, 2].map((axis) => max[axis]! - min[axis]!);
}
