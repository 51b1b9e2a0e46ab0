import { describe, expect, it } from 'vitest';
import { CATALOGUE, FAMILIES } from '../../../src-main/engine/catalogue/catalogue.ts';
import { buildObject, type BuiltObject } from '../../../src-main/engine/catalogue/builder/part-builder.ts';
import type { ObjectStyle } from '../../../src-main/engine/base/language/shape-words.ts';
import { parseSlot, type Noun } from '../../../src-main/engine/catalogue/builder/noun.ts';
import { signedVolume } from '../../../src-main/engine/catalogue/solids/solid.ts';
import { isClosed } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';

const USUAL: ObjectStyle = { detail: 1, shapes: new Set(), isFaceted: false };
const COARSE: ObjectStyle = { detail: 0.2, shapes: new Set(), isFaceted: true };
const MIDDLE: ObjectStyle = { detail: 0.5, shapes: new Set(), isFaceted: false };
const build = (noun: Noun, seed: string, look: ObjectStyle): BuiltObject => buildObject(noun.build, seed, look);

function measure({ parts }: BuiltObject): number[] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const { solid } of parts) {
    solid.positions.forEach((value, i) => {
      min[i % 3] = Math.min(min[i % 3]!, value);
      max[i % 3] = Math.max(max[i % 3]!, value);
    });
  }
  expect(min[1]).toBeCloseTo(0, 6);
  return max.map((value, axis) => value - min[axis]!);
}

/** What every part must be, and the triangles of all. */
function expectSolid({ parts }: BuiltObject): number {
  let triangles = 0;
  for (const { name, solid } of parts) {
    expect(solid.positions.every(Number.isFinite), name).toBe(true);
    expect(solid.uvs.every(Number.isFinite), name).toBe(true);
    expect(solid.uvs.length, name).toBe(2 * solid.triangles.length);
    const mesh = { positions: Float32Array.from(solid.positions), indices: Uint32Array.from(solid.triangles) };
    expect(isClosed(mesh), `${name} is closed`).toBe(true);
    expect(signedVolume(solid), `${name} is wound outwards`).toBeGreaterThan(0);
    triangles += solid.triangles.length / 3;
  }
  return triangles;
}

describe('the catalogue', () => {
  it('knows more than a hundred things, each name once', () => {
    expect(CATALOGUE.length).toBeGreaterThan(100);
    const names = CATALOGUE.flatMap((noun) => [...noun.names, ...(noun.chinese ?? [])]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(CATALOGUE.filter((noun) => noun.chinese?.length).length).toBeGreaterThanOrEqual(60);
  });
});

describe.each(FAMILIES)('%s', (_, nouns) => {
  it.each(nouns.map((noun) => [noun.names[0]!, noun] as const))(
    '%s: closed parts, real size, every slot, by the seed',
    (_name, noun) => {
      const usual = build(noun, 'one', USUAL);
      const triangles = expectSolid(usual);
      expect(triangles).toBeGreaterThanOrEqual(10);
      expect(triangles).toBeLessThan(24_000);
      expect(expectSolid(build(noun, 'two', COARSE))).toBeLessThanOrEqual(triangles);

      for (const thing of [usual, ...['a', 'b', 'c'].map((seed) => build(noun, seed, MIDDLE))]) {
        measure(thing).forEach((size, axis) => {
          const [low, high] = noun.size[axis]!;
          expect(size, `${'xyz'[axis]} of ${noun.names[0]}`).toBeGreaterThanOrEqual(low);
          expect(size, `${'xyz'[axis]} of ${noun.names[0]}`).toBeLessThanOrEqual(high);
        });
      }

      const worn = new Set(usual.parts.map(({ slot }) => slot));
      for (const slot of worn) expect(Object.keys(noun.slots)).toContain(slot);
      for (const text of Object.values(noun.slots)) expect(() => parseSlot(text)).not.toThrow();

      const coarse = build(noun, 'two', COARSE);
      expect(build(noun, 'two', COARSE)).toEqual(coarse);
      expect(build(noun, 'three', COARSE).parts).not.toEqual(coarse.parts);
    },
  );
});

describe('people and robots', () => {
  const figures = FAMILIES.find(([family]) => family === 'People and robots')![1];

  it.each(figures.map((noun) => [noun.names[0]!, noun] as const))(
    '%s: legs apart, arms free and level in T-pose',
    (_name, noun) => {
      const pose = buildObject(noun.build, 'one', { ...MIDDLE, shapes: new Set(['t_pose']) });
      const [w, h] = measure(pose) as [number, number];
      expect(w / h).toBeGreaterThan(0.6);
      // A level cut below the knees meets two legs with a gap between them, but for cloaks behind.
      const low = pose.parts.filter(({ name }) => ['shin', 'leg', 'foot', 'shoe', 'bone'].includes(name));
      const xs = low.flatMap(({ solid }) =>
        solid.positions.filter((_v, i) => i % 3 === 0 && solid.positions[i + 1]! < 0.2 * h),
      );
      expect(xs.length).toBeGreaterThan(0);
      expect(Math.min(...xs.map(Math.abs)) / h).toBeGreaterThan(0.008);
      // Hands are as high as shoulders, and far from the trunk.
      const wide = buildObject(noun.build, 'one', MIDDLE);
      expect(measure(wide)[0]!).toBeLessThan(w);
    },
  );
});
