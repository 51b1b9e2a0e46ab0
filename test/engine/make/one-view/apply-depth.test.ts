import { expect, it } from 'vitest';
import { findMaskBox } from '../../../../src-main/engine/base/image/mask.ts';
import type { ValueMap } from '../../../../src-main/engine/base/image/value-map.ts';
import { isClosed } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { shapeFromMask } from '../../../../src-main/engine/make/one-view/shape-from-mask.ts';

const SIZE = 200;

/** A square of 120 pixels above and left of the center, as a mask. */
const square = {
  width: SIZE,
  height: SIZE,
  data: Uint8Array.from({ length: SIZE * SIZE }, (_, i) => (i % SIZE < 120 && i < 120 * SIZE ? 255 : 0)),
};

/** Makes the square with a depth map of 50 × 50 cells, and returns it with its heights at shares of its width and height. */
async function make(depthAt: (x: number, y: number) => number) {
  const depth: ValueMap = {
    ...{ width: 50, height: 50 },
    values: Float32Array.from({ length: 2500 }, (_, i) => depthAt((i % 50) / 50, Math.floor(i / 50) / 50)),
  };
  const { mesh, grid } = await shapeFromMask(square, findMaskBox(square)!, 0.9, 4000, () => undefined, 1, depth);
  const cells = grid.width - 2 * grid.padding;
  const heightNear = (across: number, up: number): number => {
    let height = 0;
    for (let v = 0; v < mesh.positions.length; v += 3) {
      const x = (mesh.positions[v]! + 0.5 - grid.padding) / cells;
      const y = (mesh.positions[v + 1]! + 0.5 - grid.padding) / cells;
      if (Math.hypot(x - across, y - up) < 0.08) height = Math.max(height, mesh.positions[v + 2]! / cells);
    }
    return height;
  };
  return { mesh, heightNear };
}

it('raises near areas: right, and up, of the subject itself', async () => {
  // The subject ends at 0.6 of the image: the map is one of the whole image.
  const right = await make((x) => (x > 0.3 ? 7 : 5));
  expect(right.heightNear(0.75, 0.5)).toBeGreaterThan(2 * right.heightNear(0.25, 0.5));
  const top = await make((_, y) => (y < 0.3 ? 7 : 5));
  expect(top.heightNear(0.5, 0.75)).toBeGreaterThan(2 * top.heightNear(0.5, 0.25));
  for (const { mesh } of [right, top]) expect(isClosed(mesh)).toBe(true);
});

it('ignores the background, the unit and the offset of a map', async () => {
  const plain = await make((x) => x);
  const scaled = await make((x) => (x > 0.62 ? 1e6 : -300 + 0.01 * x));
  expect(scaled.heightNear(0.7, 0.5)).toBeCloseTo(plain.heightNear(0.7, 0.5), 1);
});

it('leaves the inflated shape where a map shows no differences', async () => {
  const { mesh } = await make(() => 3);
  const { mesh: inflated } = await shapeFromMask(square, findMaskBox(square)!, 0.9, 4000, () => undefined);
  expect(mesh.positions).toEqual(inflated.positions);
});
