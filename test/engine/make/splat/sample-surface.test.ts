import { Document } from '@gltf-transform/core';
import { expect, it } from 'vitest';
import { sampleSurface } from '../../../../src-main/engine/make/splat/sample-surface.ts';
import { goldenOrder } from '../../../../src-main/engine/make/splat/golden-order.ts';
import { splatBounds } from '../../../helpers/models/splat-bounds.ts';

/** Two squares that face +X: a red one of edge 1 at z = 0, a blue one of edge 2 at z = 10. */
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

it('every surface gets its share by area, in its own colour', async () => {
  const { positions, colors } = await sample();
  const counts = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    const isFar = positions[3 * i + 2]! > 5;
    counts[isFar ? 1 : 0]!++;
    expect([...colors.subarray(3 * i, 3 * i + 3)]).toEqual(isFar ? [0, 0, 1] : [1, 0, 0]);
  }
  expect(Math.abs(counts[0]! - COUNT / 5)).toBeLessThanOrEqual(1);
});

it('discs lie on the surface, flat, and reach their neighbours', async () => {
  const { positions, normals, rotations, scales } = await sample();
  const distance = Math.sqrt(5 / COUNT);
  for (let i = 0; i < COUNT; i++) {
    expect(Math.abs(positions[3 * i]!)).toBeLessThan(1e-6);
    expect(normals[3 * i]).toBeCloseTo(1, 6);
    const [w, x, y, z] = rotations.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    // Where the rotation puts the splat's own +Z.
    expect(2 * (x * z + w * y)).toBeCloseTo(1, 5);
    const [along, across, thick] = scales.subarray(3 * i, 3 * i + 3) as unknown as [number, number, number];
    expect(along).toBe(across);
    expect(along / distance).toBeGreaterThan(0.3);
    expect(along / distance).toBeLessThan(1);
    expect(thick).toBeLessThan(along / 4);
  }
});

it('points are evenly spread: no cell of a grid is empty or crowded', async () => {
  const { positions } = await sample();
  const cells = new Uint16Array(100);
  for (let i = 0; i < COUNT; i++) {
    if (positions[3 * i + 2]! > 5) continue;
    cells[10 * Math.floor(10 * positions[3 * i + 1]!) + Math.floor(-10 * positions[3 * i + 2]!)]!++;
  }
  // Ten a cell on average; chance would leave some with three and some with twenty.
  expect(Math.min(...cells)).toBeGreaterThanOrEqual(5);
  expect(Math.max(...cells)).toBeLessThanOrEqual(16);
});

it('the same seed gives the same splats, another seed others', async () => {
  const [one, same, other] = [await sample(3), await sample(3), await sample(4)];
  expect(same.positions).toEqual(one.positions);
  expect(other.positions).not.toEqual(one.positions);
});

it('the first hundredth of a cloud already spans all of it', async () => {
  const cloud = await sample();
  const all = splatBounds(cloud);
  const first = splatBounds({ positions: cloud.positions.subarray(0, 3 * (COUNT / 100)) });
  for (const k of [1, 2]) expect((first.max[k]! - first.min[k]!) / (all.max[k]! - all.min[k]!)).toBeGreaterThan(0.8);
});

it('every place of the order is given once, for any count', () => {
  for (const count of [1, 2, 3, 97, 1000, 4096]) {
    const order = goldenOrder(count);
    expect(new Set(Array.from({ length: count }, (_, i) => order(i))).size).toBe(count);
  }
});

it('a document without surface is refused with a sentence', async () => {
  await expect(sampleSurface(new Document(), { count: 10, seed: 0 })).rejects.toThrow(/no surface/);
});
