import { expect, test } from 'vitest';
import { createNearestTriangleGrid } from '../../../../src-main/engine/base/spatial/nearest-triangle-grid.ts';
import { createSurfacePoint, createSurfaceTree } from '../../../../src-main/engine/base/spatial/surface-tree.ts';
import type { TriangleMesh } from '../../../../src-main/engine/base/mesh/triangle-mesh.ts';
import { makeBall, move } from '../mesh/build-model.ts';

/** Two meshes as one. */
function join(a: TriangleMesh, b: TriangleMesh): TriangleMesh {
  const shifted = b.indices.map((vertex) => vertex + a.positions.length / 3);
  return {
    positions: Float32Array.from([...a.positions, ...b.positions]),
    indices: Uint32Array.from([...a.indices, ...shifted]),
  };
}

const small = makeBall(16);
const thin = join(makeBall(16), { ...small, positions: small.positions.map((value) => value * 0.99) });
const MESHES: readonly (readonly [string, TriangleMesh])[] = [
  ['a coarse ball', makeBall(6)],
  ['a fine ball', makeBall(36)],
  ['a thin shell', thin],
  ['two balls apart', join(makeBall(12), move(makeBall(12), [2.5, 0, 0]))],
];

test.each(MESHES)('of %s the same point is found as by the tree, wherever one walks', (_, mesh) => {
  const tree = createSurfaceTree(mesh);
  const nearest = createNearestTriangleGrid(mesh, tree);
  const [own, truth] = [createSurfacePoint(), createSurfacePoint()];
  let found = 0;
  for (let step = 0; step < 1500; step++) {
    // Along a spiral around the mesh, with a jump to the other side now and then.
    const side = step % 250 === 249 ? -1 : 1;
    const turn = step * 0.01;
    const radius = side * (1.1 + 0.3 * Math.sin(step * 0.0013));
    const at = [radius * Math.cos(turn), Math.sin(step * 0.0007), radius * Math.sin(turn)] as const;
    const inwards = step % 500 < 75;
    const facing = [inwards ? -at[0] : at[0], 0.1, inwards ? -at[2] : at[2]] as const;
    const asked = step % 3 === 0 ? undefined : facing;
    nearest(...at, own, asked);
    truth.triangle = -1;
    tree.nearest(...at, truth, asked);
    expect(own.triangle < 0).toBe(truth.triangle < 0);
    if (truth.triangle < 0) continue;
    found++;
    expect(own.squared).toBeCloseTo(truth.squared, 9);
  }
  expect(found).toBeGreaterThan(1000);
});

test('what lies within a radius is listed, unless there is too much of it', () => {
  const mesh = makeBall(10);
  const tree = createSurfaceTree(mesh);
  const [triangles, distances] = [new Int32Array(400), new Float64Array(400)];
  const count = tree.within(0, 1.2, 0, 0.5, triangles, distances);
  const listed = new Set(triangles.subarray(0, count));
  const hit = createSurfacePoint();
  let near = 0;
  for (let triangle = 0; triangle < mesh.indices.length / 3; triangle++) {
    const alone = { positions: mesh.positions, indices: mesh.indices.slice(triangle * 3, triangle * 3 + 3) };
    hit.triangle = -1;
    createSurfaceTree(alone).nearest(0, 1.2, 0, hit);
    if (hit.squared <= 0.25) near++;
    expect(listed.has(triangle)).toBe(hit.squared <= 0.25);
  }
  expect(count).toBe(near);
  expect(tree.within(0, 1.2, 0, 0.5, new Int32Array(near - 1), distances)).toBe(-1);
  expect(tree.within(0, 9, 0, 0.5, triangles, distances)).toBe(0);
});
