import { expect, test } from 'vitest';
import { clusterPositions } from '../../../../src-main/engine/base/mesh/cluster-positions.ts';
import { createRandom } from '../../../../src-main/engine/base/maths/random.ts';

test('vertices within the distance share the first of them, others stay', () => {
  const positions = new Float32Array([0, 0, 0, 0.5, 0, 0, 1, 0, 0, 0, 0, 1.001, 0.25, 0.25, 0]);
  expect([...clusterPositions(positions, 0.6)]).toEqual([0, 0, 2, 3, 0]);
  expect([...clusterPositions(positions, 0.1)]).toEqual([0, 1, 2, 3, 4]);
});

test('a chain of close vertices does not become one place', () => {
  const positions = Float32Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? i / 300 : 0));
  const owners = clusterPositions(positions, 0.1);
  owners.forEach((owner, vertex) => expect(Math.abs(owner - vertex) * 0.01).toBeLessThanOrEqual(0.1 + 1e-6));
  expect(new Set(owners).size).toBeGreaterThan(5);
});

test('finds the nearest representative anywhere, on both sides of zero and across cells', () => {
  const random = createRandom('clusters');
  const positions = Float32Array.from({ length: 3 * 2000 }, () => random() * 2 - 1);
  const distance = 0.08;
  const owners = clusterPositions(positions, distance);
  const gap = (a: number, b: number): number =>
    Math.hypot(...[0, 1, 2].map((axis) => positions[a * 3 + axis]! - positions[b * 3 + axis]!));
  const kept: number[] = [];
  owners.forEach((owner, vertex) => {
    const nearest = kept.reduce((least, other) => Math.min(least, gap(other, vertex)), Infinity);
    if (nearest <= distance) expect(gap(owner, vertex)).toBe(nearest);
    else expect(owner).toBe(vertex);
    if (owner === vertex) kept.push(vertex);
  });
});
