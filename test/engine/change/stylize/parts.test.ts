import { describe, expect, it } from 'vitest';
import { findRangeIndex } from '../../../../src-main/engine/base/maths/find-range-index.ts';
import { connectPieces } from '../../../../src-main/engine/change/stylize/solid/connect-pieces.ts';
import { fixBlockContacts } from '../../../../src-main/engine/change/stylize/blocks/build-blocks.ts';
import { dropDuplicateFaces } from '../../../../src-main/engine/change/stylize/mesh/drop-duplicate-faces.ts';
import { fillInterior } from '../../../../src-main/engine/change/stylize/solid/fill-interior.ts';
import { labelPieces } from '../../../../src-main/engine/change/stylize/solid/label-pieces.ts';
import { layBricks } from '../../../../src-main/engine/change/stylize/blocks/lay-bricks.ts';
import { listRectangles } from '../../../../src-main/engine/change/stylize/blocks/list-rectangles.ts';
import { quantizeColors } from '../../../../src-main/engine/change/stylize/colors/quantize-colors.ts';
import { triangulateRectangles } from '../../../../src-main/engine/change/stylize/blocks/triangulate-rectangles.ts';
import type { GridPoint } from '../../../../src-main/engine/change/stylize/mesh/stylize-subject.ts';
import { flipFlatTriangles } from '../../../../src-main/engine/change/stylize/mesh/flip-flat-triangles.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';

const COUNTS: GridPoint = [14, 14, 14];
const at = (x: number, y: number, z: number): number => (y * COUNTS[2] + z) * COUNTS[0] + x;
const EMPTY = (): Uint8Array => new Uint8Array(COUNTS[0] * COUNTS[1] * COUNTS[2]);

/** Marks the cells for which `isIn` returns true. */
function cells(isIn: (x: number, y: number, z: number) => boolean): Uint8Array {
  const marked = EMPTY();
  for (let y = 0; y < 14; y++) {
    for (let z = 0; z < 14; z++) for (let x = 0; x < 14; x++) if (isIn(x, y, z)) marked[at(x, y, z)] = 1;
  }
  return marked;
}
const isWithin = (from: number, to: number, ...values: number[]): boolean => values.every((v) => v >= from && v <= to);
const count = (marked: Uint8Array): number => marked.reduce((sum, value) => sum + value, 0);

describe('fillInterior', () => {
  const shell = cells((x, y, z) => isWithin(2, 11, x, y, z) && !isWithin(3, 10, x, y, z));

  it('fills a closed shell', () => expect(count(fillInterior(shell, COUNTS))).toBe(1000));

  it('fills a shell with a hole two cells wide', () => {
    const holed = shell.slice();
    for (const x of [6, 7]) for (const z of [6, 7]) holed[at(x, 11, z)] = 0;
    const filled = fillInterior(holed, COUNTS);
    expect(filled[at(6, 6, 6)]).toBe(1);
    expect(count(filled)).toBeGreaterThan(990);
  });

  it('does not fill an open shell', () => {
    const open = cells((x, y, z) => shell[at(x, y, z)] === 1 && y < 11);
    expect(count(fillInterior(open, COUNTS))).toBe(count(open));
  });
});

it('connects blocks that touch only at an edge or a corner by another block', () => {
  for (const other of [at(5, 5, 4), at(5, 5, 5)]) {
    const solid = EMPTY();
    solid[at(4, 4, 4)] = solid[other] = 1;
    fixBlockContacts(solid, COUNTS);
    expect(labelPieces(solid, COUNTS).sizes.length).toBe(2);
  }
});

it('triangulates rectangles of different sizes and keys as a closed mesh', () => {
  const solid = cells((x, y, z) => isWithin(3, 8, x, z) && y >= 3 && y <= 3 + Math.floor(x / 3));
  const keys = cells((x) => x > 5);
  const rectangles = listRectangles({ counts: COUNTS, solid, keys }, true);
  const line = Float64Array.from({ length: 15 }, (_, i) => i);
  const { positions, indices } = triangulateRectangles([line, line, line], rectangles, ({ key }) => [key, key]);
  const weldedByPosition = new Map<string, number>();
  const weldedIndices = indices.map((vertex) => {
    const position = positions.slice(vertex * 3, vertex * 3 + 3).join();
    if (!weldedByPosition.has(position)) weldedByPosition.set(position, weldedByPosition.size);
    return weldedByPosition.get(position)!;
  });
  const welded = Float32Array.from([...weldedByPosition.keys()].flatMap((text) => text.split(',').map(Number)));
  expect(isClosed({ positions: welded, indices: Uint32Array.from(weldedIndices) })).toBe(true);
  expect(indices.length / 3).toBeLessThan(60);
});

describe('layBricks', () => {
  const solid = cells((x, y, z) => isWithin(2, 11, x, z) && isWithin(2, 5, y));
  const keys = Int16Array.from(solid, (isSolid, cell) => (isSolid ? (cell % 14 < 7 ? 3 : 8) : -1));
  const { owners, colors } = layBricks(solid, keys, COUNTS);

  it('covers every cell with bricks of one colour and a common size', () => {
    const sizes = new Map<number, number>();
    owners.forEach((owner, cell) => {
      expect(owner > 0).toBe(solid[cell] === 1);
      if (owner > 0) expect(colors[owner]).toBe(keys[cell]);
      sizes.set(owner, (sizes.get(owner) ?? 0) + 1);
    });
    sizes.delete(0);
    for (const size of sizes.values()) expect([1, 2, 3, 4, 6, 8, 12]).toContain(size);
    expect(sizes.size).toBeLessThan(100);
  });

  it('staggers the joints, so that most bricks rest on several', () => {
    const below = new Map<number, Set<number>>();
    for (let cell = at(0, 3, 0); cell < owners.length; cell++) {
      const [owner, under] = [owners[cell]!, owners[cell - 14 * 14]!];
      if (owner > 0 && under > 0) below.set(owner, (below.get(owner) ?? new Set()).add(under));
    }
    const bound = [...below.values()].filter(({ size }) => size > 1).length;
    expect(bound / below.size).toBeGreaterThan(0.55);
  });
});

it('quantizes colours deterministically to the most frequent ones', () => {
  const given = Float32Array.from({ length: 3000 }, (_, i) => [0.9, 0.1, 0.1, 0.1, 0.1, 0.9][i % 6]! + (i % 7) * 0.002);
  const { colors, labels } = quantizeColors(given, 2);
  expect(colors.map(([r]) => r > 0.5).sort()).toEqual([false, true]);
  labels.forEach((label, i) => expect(Math.abs(colors[label]![0] - given[i * 3]!)).toBeLessThan(0.05));
  expect(quantizeColors(given, 2)).toEqual({ colors, labels });
  expect(quantizeColors(given.slice(0, 3), 64).colors).toHaveLength(1);
});

it('joins separate pieces by rods and removes tiny ones', () => {
  const solid = cells((x, y, z) => isWithin(3, 5, y, z) && (isWithin(3, 5, x) || isWithin(8, 10, x)));
  solid[at(10, 10, 10)] = 1;
  const values = Float32Array.from(solid, (isSolid) => (isSolid ? 1 : -1));
  const field = { counts: COUNTS, origin: [0, 0, 0] as const, steps: [1, 1, 1] as const, values };
  expect(connectPieces(field, null, 0.9)).toBe(1);
  expect(labelPieces(values, COUNTS).sizes.slice(1)).toHaveLength(1);
  expect(values[at(10, 10, 10)]).toBeLessThan(0);
});

describe('repairs after edge collapse', () => {
  it('flip a degenerate triangle', () => {
    // A tetrahedron with another vertex, 4, in the middle of edge 0-1: triangle 0, 1, 4 is degenerate.
    const positions = Float32Array.from([0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 0, 0]);
    const indices = Uint32Array.from([0, 2, 1, 0, 3, 2, 1, 2, 3, 0, 4, 3, 4, 1, 3, 0, 1, 4]);
    expect(isClosed({ positions, indices })).toBe(false);
    expect(isClosed(flipFlatTriangles({ positions, indices }, 1e-6))).toBe(true);
  });

  it('remove pairs of opposite triangles', () => {
    expect([...dropDuplicateFaces(Uint32Array.from([0, 1, 2, 3, 4, 5, 2, 1, 0]))]).toEqual([3, 4, 5]);
  });
});

it('findRangeIndex finds the range of an item, even next to empty ranges', () => {
  const counts = [3, 0, 1, 0, 0, 4];
  const firsts = counts.map((_count, i) => counts.slice(0, i).reduce((sum, count) => sum + count, 0));
  const owners = Array.from({ length: 8 }, (_, item) => findRangeIndex(firsts, item));
  expect(owners).toEqual([0, 0, 0, 2, 5, 5, 5, 5]);
});
