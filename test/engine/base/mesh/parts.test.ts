import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixCornerContacts } from '../../../../src-main/engine/base/mesh/fix-corner-contacts.ts';
import { packRectangles } from '../../../../src-main/engine/make/multi-view/unwrap/pack-rectangles.ts';
import { pairSpans } from '../../../../src-main/engine/make/multi-view/pair-spans.ts';
import { findRowSpans } from '../../../../src-main/engine/make/multi-view/row-spans.ts';
import { splitDoubleEdges } from '../../../../src-main/engine/base/mesh/split-double-edges.ts';
import { extractSurfaceNet } from '../../../../src-main/engine/base/mesh/surface-nets.ts';
import { isAcross, isMirrored, VIEW_AXES, VIEW_NAMES } from '../../../../src-main/engine/base/views/view-name.ts';
import type { Volume } from '../../../../src-main/engine/base/mesh/volume.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { measureSurfaceError } from '../../../helpers/models/surface-error.ts';
import { volumeOf } from '../../make/multi-view/subjects.ts';

/** A volume with an empty frame; `isInside` gets x, y, z from 0. */
function volumeFrom(edge: number, isInside: (x: number, y: number, z: number) => boolean): Volume {
  const size = edge + 2;
  const values = new Float32Array(size ** 3).fill(-1);
  for (let y = 0; y < edge; y++) {
    for (let z = 0; z < edge; z++) {
      for (let x = 0; x < edge; x++) {
        if (isInside(x, y, z)) values[((y + 1) * size + z + 1) * size + x + 1] = 1;
      }
    }
  }
  return { width: size, depth: size, height: size, values };
}

describe('extractSurfaceNet', () => {
  it('encloses a cube of cells, wound outwards, where the cells are', () => {
    const net = extractSurfaceNet(volumeFrom(4, (x, y, z) => x === 3 && y === 2 && z < 2));
    expect(isClosed(net)).toBe(true);
    expect(volumeOf(net)).toBeGreaterThan(0);
    const axis = (k: number): number[] => [...net.positions].filter((_, i) => i % 3 === k);
    expect([Math.min(...axis(0)), Math.max(...axis(0))]).toEqual([3.75, 4.25]);
    expect([Math.min(...axis(1)), Math.max(...axis(1))]).toEqual([2.75, 3.25]);
    expect(Math.max(...axis(2))).toBeLessThan(3);
  });

  it('is closed and manifold for any pattern of cells whose corners were joined', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }), (cells) => {
        fc.pre(cells.includes(true));
        const volume = volumeFrom(4, (x, y, z) => cells[(y * 4 + z) * 4 + x]!);
        fixCornerContacts(volume);
        // The cells at the frame cannot be joined through it, so a pattern is put into a larger frame first.
        const framed = volumeFrom(6, (x, y, z) => volume.values[(y * 6 + z) * 6 + x]! > 0);
        fixCornerContacts(framed);
        const net = extractSurfaceNet(framed);
        expect(isClosed(net)).toBe(true);
        expect(volumeOf(net)).toBeGreaterThan(0);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  it('joins two cells that meet at a corner only, and leaves what is sound alone', () => {
    const touching = volumeFrom(4, (x, y, z) => (x === 1 && y === 1 && z === 1) || (x === 2 && y === 2 && z === 2));
    fixCornerContacts(touching);
    expect(touching.values.filter((value) => value > 0).length).toBeGreaterThan(2);
    const sound = volumeFrom(4, (x, y) => x < 2 && y < 3);
    const before = sound.values.slice();
    fixCornerContacts(sound);
    expect(sound.values).toEqual(before);
  });
});

describe('splitDoubleEdges', () => {
  it('parts two solids that share an edge', () => {
    const positions = Float32Array.of(0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, -1, 0, 0, -1, -1, 0);
    // Two tetrahedra on the edge 0–1, each wound outwards.
    const indices = Uint32Array.of(0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3, 0, 4, 1, 0, 5, 4, 0, 1, 5, 1, 4, 5);
    expect(isClosed({ positions, indices })).toBe(false);
    const split = splitDoubleEdges({ positions, indices });
    expect(isClosed(split)).toBe(true);
    expect(split.indices.length / 3).toBe(10);
  });

  it('gives a sound mesh back as it is', () => {
    const net = extractSurfaceNet(volumeFrom(3, () => true));
    expect(splitDoubleEdges(net)).toBe(net);
  });
});

describe('findRowSpans and pairSpans', () => {
  const grid = (rows: readonly string[]) => ({
    width: rows[0]!.length,
    height: rows.length,
    values: Float32Array.from([...rows].reverse().join(''), (cell) => (cell === '#' ? 1 : 0)),
    padding: 0,
    outline: 0.5,
  });
  const front = findRowSpans(grid(['.#####.', '.#####.', '.#.#.#.', '.#.#.#.', '.#...#.', '.......']));

  it('know where the branch of each stretch ends', () => {
    expect(front[2]!.map(({ first, last, bottom, top }) => [first, last, bottom, top])).toEqual([
      [1, 1, 1, 5],
      [3, 3, 2, 5],
      [5, 5, 1, 5],
    ]);
    expect(front[5]!.map(({ bottom, top }) => [bottom, top])).toEqual([[1, 5]]);
    expect(front[0]).toEqual([]);
  });

  it('pair stretches whose branches end alike, and leave none without a partner', () => {
    const side = findRowSpans(grid(['.####.', '.####.', '.#..#.', '.#..#.', '.#....', '......']));
    const places = pairSpans(front[2]!, side[2]!, 0.5).map(({ across, along }) => [across.first, along.first]);
    expect(places).toEqual([
      [1, 1],
      [3, 4],
      [5, 1],
    ]);
    const [only] = pairSpans(front[2]!, [{ first: 0, last: 3, bottom: 0, top: 9 }], 0.5);
    expect(only!.isMatch).toBe(false);
    expect(pairSpans(front[2]!, [{ first: 0, last: 3, bottom: 0, top: 9 }], 0.5)).toHaveLength(3);
  });
});

describe('packRectangles', () => {
  it('keeps charts apart and inside the square, at one scale', () => {
    const charts = Array.from({ length: 40 }, (_, i) => ({ width: 1 + (i % 7), height: 1 + (i % 5) }));
    const { scale, offsets } = packRectangles(charts, 256, 4);
    const boxes = charts.map(({ width, height }, i) => {
      const [x, y] = offsets[i]!;
      return { left: x, top: y, right: x + width * scale, bottom: y + height * scale };
    });
    for (const [i, a] of boxes.entries()) {
      expect(Math.min(a.left, a.top)).toBeGreaterThanOrEqual(4);
      expect(Math.max(a.right, a.bottom)).toBeLessThanOrEqual(252);
      for (const b of boxes.slice(i + 1)) {
        const isApart =
          a.right + 4 <= b.left || b.right + 4 <= a.left || a.bottom + 4 <= b.top || b.bottom + 4 <= a.top;
        expect(isApart).toBe(true);
      }
    }
    const used = charts.reduce((sum, { width, height }) => sum + width * height * scale ** 2, 0);
    expect(used / 256 ** 2).toBeGreaterThan(0.5);
  });

  it('survives more charts than there are texels', () => {
    const { scale, offsets } = packRectangles(
      new Array<{ width: number; height: number }>(5000).fill({ width: 1, height: 1 }),
      64,
      4,
    );
    expect(scale).toBe(0);
    expect(offsets.flat().every((offset) => offset >= 0 && offset <= 64)).toBe(true);
  });
});

describe('the axes of the views', () => {
  it('are right-handed, and each view shows either x or z', () => {
    for (const name of VIEW_NAMES) {
      const { right, towards } = VIEW_AXES[name];
      // right × up = towards, up being +Y.
      expect([-right[1], right[0]]).toEqual(
        [towards[0] || -0, towards[1]].map((v, i) => (v === 0 ? [-right[1], right[0]][i] : v)),
      );
    }
    expect(VIEW_NAMES.map(isAcross)).toEqual([true, false, true, false]);
    expect(VIEW_NAMES.map(isMirrored)).toEqual([false, true, true, false]);
  });
});

describe('measureSurfaceError', () => {
  const cube = extractSurfaceNet(volumeFrom(6, () => true));

  it('is nothing for the same surface, wherever it stands and whatever its size', () => {
    const moved = { ...cube, positions: cube.positions.map((value) => 3 * value + 7) };
    expect(measureSurfaceError(cube, moved).mean).toBeLessThan(1e-4);
  });

  it('grows with the distance', () => {
    const thin = { ...cube, positions: cube.positions.map((value, i) => (i % 3 === 1 ? value / 2 : value)) };
    const { mean, truthToMade, madeToTruth } = measureSurfaceError(cube, thin);
    expect(mean).toBeCloseTo((truthToMade + madeToTruth) / 2, 9);
    // A quarter of the height between top and top, on a third of the surface, and as much on the way along the sides.
    expect(mean).toBeGreaterThan(2);
    expect(mean).toBeLessThan(10);
  });
});
