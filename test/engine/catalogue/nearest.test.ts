import { describe, expect, it } from 'vitest';
import { buildObject } from '../../../src-main/engine/catalogue/builder/part-builder.ts';
import { LEXICON } from '../../../src-main/engine/catalogue/lexicon.ts';
import { findNearestIdea, findNearestThing } from '../../../src-main/engine/catalogue/nearest/find-nearest.ts';
import { NEAREST_CHINESE } from '../../../src-main/engine/catalogue/nearest/nearest-chinese.ts';
import { NEAREST_IDEAS } from '../../../src-main/engine/catalogue/nearest/nearest-ideas.ts';
import { NEAREST_LOOKS } from '../../../src-main/engine/catalogue/nearest/nearest-looks.ts';
import { NEAREST_THINGS } from '../../../src-main/engine/catalogue/nearest/nearest-things.ts';
import { STAND_IN } from '../../../src-main/engine/catalogue/nearest/stand-in.ts';
import { parseTexturePrompt } from '../../../src-main/engine/change/texture/painters/parse-texture-prompt.ts';
import { isClosed } from '../../../src-main/engine/base/mesh/triangle-mesh.ts';

const list = (table: Readonly<Record<string, string>>, separator: string) =>
  Object.values(table).flatMap((words) => words.split(separator));

describe('the tables of similar words', () => {
  const objects = [...list(NEAREST_THINGS, ', '), ...list(NEAREST_IDEAS, ', '), ...list(NEAREST_CHINESE, ' ')];

  it('name each unknown word once, and no known object', () => {
    expect(objects.length).toBeGreaterThan(1000);
    expect(objects.filter((word, i) => word === '' || objects.indexOf(word) !== i)).toEqual([]);
    expect(objects.filter((word) => LEXICON.has(word))).toEqual([]);
  });

  it('lead to known objects', () => {
    for (const word of objects) expect(findNearestThing(word) ?? findNearestIdea(word), word).not.toBeNull();
    expect(findNearestThing('cathedrals')).toMatchObject({ isPlural: true, noun: { names: ['church', 'chapel'] } });
    expect(findNearestThing('constructor')).toBeNull();
  });

  it('lead to looks that are understood without rest', () => {
    const looks = list(NEAREST_LOOKS, ', ');
    expect(looks.filter((word, i) => word === '' || looks.indexOf(word) !== i)).toEqual([]);
    for (const known of Object.keys(NEAREST_LOOKS)) {
      expect(
        parseTexturePrompt(known).notes.map(({ id }) => id),
        known,
      ).toEqual(['prompt.understood']);
    }
  });
});

it('the stand-in is closed and has its size', () => {
  const { parts } = buildObject(STAND_IN.build, 'seed', { detail: 1, shapes: new Set(), isFaceted: false });
  expect(parts.map(({ slot }) => slot).toSorted()).toEqual(Object.keys(STAND_IN.slots).toSorted());
  for (const { solid } of parts) {
    const mesh = { positions: Float32Array.from(solid.positions), indices: Uint32Array.from(solid.triangles) };
    expect(isClosed(mesh)).toBe(true);
  }
  const heights = parts.flatMap(({ solid }) => solid.positions.filter((_, i) => i % 3 === 1));
  expect(Math.min(...heights)).toBeCloseTo(0, 6);
  expect(Math.max(...heights)).toBeGreaterThan(STAND_IN.size[1][0]);
  expect(Math.max(...heights)).toBeLessThan(STAND_IN.size[1][1]);
});
