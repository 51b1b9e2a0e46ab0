import { expect, test } from 'vitest';
import { rasterizeTriangles } from '../../../../src-main/engine/base/mesh/rasterize-triangles.ts';
import { createRandom } from '../../../../src-main/engine/base/maths/random.ts';

const SIZE = 16;

/** Rasterizes triangles, and notes who got each texel. */
function draw(uvs: Float32Array, count: number): Int32Array {
  const owners = new Int32Array(SIZE * SIZE).fill(-1);
  const triangles = Uint32Array.from({ length: count * 3 }, (_, i) => i);
  rasterizeTriangles(uvs, triangles, SIZE, new Uint8Array(SIZE * SIZE), (triangle, texel) => {
    expect(owners[texel]).toBe(-1);
    owners[texel] = triangle;
  });
  return owners;
}

test('the first triangle gets a texel, however many cover it', () => {
  const random = createRandom('overlap');
  const shapes = Array.from({ length: 40 }, () => Array.from({ length: 6 }, () => random()));
  const once = draw(Float32Array.from(shapes.flat()), shapes.length);
  expect(once.filter((owner) => owner >= 0).length).toBeGreaterThan(SIZE * SIZE * 0.6);
  // The same ones again and again cover nothing new; one more at the end gets what is left.
  const all = [...Array.from({ length: 50 }, () => shapes).flat(), [0, 0, 4, 0, 0, 4]];
  const many = draw(Float32Array.from(all.flat()), all.length);
  expect(many).toEqual(once.map((owner) => (owner >= 0 ? owner : all.length - 1)));
});
