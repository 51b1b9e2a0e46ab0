import { Document } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { sampleSurface } from '../../../../src-main/engine/make/splat/sample-surface.ts';
import { goldenOrder } from '../../../../src-main/engine/make/splat/golden-order.ts';
import { splatBounds } from '../../../helpers/models/splat-bounds.ts';

/** Returns two squares that face +X: a red one with edge 1 at z = 0, a blue one with edge 2 at z = 10. */
function twoSquares(): Document {
  const document = new Document();
  const scene = document.createScene();
  const add = (edge: number, z: number, color: [number, number, number, number]): void => {
    const corners = [0, 0, 0, 0, edge, 0, 0, edge, -edge, 0, 0, -edge];
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', document.createAccessor().setType('VEC3').setArray(Float32Array.from(corners)))
      .setIndices(
        document
          .createAccessor()
          .setType('SCALAR')
          .setArray(Uint16Array.of(0, 2, 1, 0, 3, 2)),
      )
      .setMaterial(document.createMaterial().setBaseColorFactor(color));
    const mesh = document.createMesh().addPrimitive(primitive);
    scene.addChild(document.createNode().setMesh(mesh).setTranslation([0, 0, z]));
  };
  add(1, 0, [1, 0, 0, 1]);
  add(2, 10, [0, 0, 1, 1]);
  return document;
}

const COUNT = 5000;
const sample = (seed = 0, count = COUNT) => sampleSurface(twoSquares(), { count, seed });

it('every surface gets splats in proportion to its area, in its own colour', async () => {
  const { positions, colors } = await sample();
  const counts = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    const isFar = positions[3 * i + 2]! > 5;
    counts[isFar ? 1 : 0]!++;
    expect([...colors.subarray(3 * i, 3 * i + 3)]).toEqual(isFar ? [0, 0, 1] : [1, 0, 0]);
  }
  expect(Math.abs(counts[0]! - COUNT / 5)).toBeLessThanOrEqual(1);
});

it('discs lie flat on the surface and reach their neighbours', async () => {
  const { positions, normals, rotations, scales } = await sample();
  const distance = Math.sqrt(5 / COUNT);
  for (let i = 0; i < COUNT; i++) {
    expect(Math.abs(positions[3 * i]!)).toBeLessThan(1e-6);
    expect(normals[3 * i]).toBeCloseTo(1, 6);
    const [w, x, y, z] = rotations.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    // x of the splat's +Z axis after rotation.
    expect(2 * (x * z + w * y)).toBeCloseTo(1, 5);
    const [along, across, thick] = scales.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    expect(along).toBe(across);
    expect(along / distance).toBeGreaterThan(0.3);
    expect(along / distance).toBeLessThan(1);
    expect(thick).toBeLessThan(along / 4);
  }
});

it('points are evenly distributed: no cell of a grid is empty or crowded', async () => {
  const { positions } = await sample();
  const cells = new Uint16Array(100);
  for (let i = 0; i < COUNT; i++) {
    if (positions[3 * i + 2]! > 5) continue;
    cells[10 * Math.floor(10 * positions[3 * i + 1]!) + Math.floor(-10 * positions[3 * i + 2]!)]!++;
  }
  // Ten per cell on average; random points would leave some cells with three and some with twenty.
  expect(Math.min(...cells)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...cells)).toBeLessThanOrEqual(16);
});

it('the same seed gives the same splats, another seed different ones', async () => {
  const [one, same, other] = [await sample(3), await sample(3), await sample(4)];
  expect(same.positions).toEqual(one.positions);
  expect(other.positions).not.toEqual(one.positions);
});

it('the first hundredth of a cloud spans all of it', async () => {
  const cloud = await sample();
  const all = splatBounds(cloud);
  const first = splatBounds({ positions: cloud.positions.subarray(0, 3 * (COUNT / 100)) });
  for (const k of [1, 2]) expect((first.max[k]! - first.min[k]!) / (all.max[k]! - all.min[k]!)).toBeGreaterThan(0.8);
});

it('goldenOrder is a permutation for any count', () => {
  for (const count of [1, 2, 3, 97, 1000, 4096]) {
    const order = goldenOrder(count);
    expect(new Set(Array.from({ length: count }, (_, i) => order(i))).size).toBe(count);
  }
});

it('a document without a surface is rejected with a message', async () => {
  await expect(sampleSurface(new Document(), { count: 10, seed: 0 })).rejects.toThrow(/no surface/);
});
