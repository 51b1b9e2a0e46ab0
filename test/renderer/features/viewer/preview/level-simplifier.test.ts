import { BufferAttribute, Group, Mesh, MeshStandardMaterial, SphereGeometry, type BufferGeometry } from 'three';
import { expect, it } from 'vitest';
import {
  countGeometries,
  createLevelGeometry,
  disposeLevels,
  toLevelSource,
} from '../../../../../src-renderer/features/viewer/preview/level-geometries.ts';
import { createLevelSimplifier } from '../../../../../src-renderer/features/viewer/preview/level-simplifier.ts';

const ball = (segments = 64) => new SphereGeometry(1, segments, segments / 2);
const triangles = ({ index }: { readonly index: { readonly length: number } }): number => index.length / 3;

it('a model is simplified to nearly the wanted number of triangles, with the vertices it has', async () => {
  const geometry = ball();
  const simplify = await createLevelSimplifier([toLevelSource(geometry, 1)]);
  for (const wanted of [2_000, 500, 3_000]) {
    const [level] = simplify(wanted);
    expect(triangles(level!)).toBeLessThanOrEqual(wanted * 1.05);
    expect(triangles(level!)).toBeGreaterThan(wanted * 0.8);
    expect(Math.max(...level!.index)).toBeLessThan(geometry.getAttribute('position').count);
  }
  expect(geometry.index?.count).toBe(ball().index?.count);
});

it('seams between all triangles do not keep it from the number', async () => {
  const loose = ball().toNonIndexed();
  const simplify = await createLevelSimplifier([toLevelSource(loose, 1)]);
  const [level] = simplify(500);
  expect(triangles(level!)).toBeLessThanOrEqual(525);
  expect(triangles(level!)).toBeGreaterThan(100);
});

it('geometries share the number by their size, as often as they are drawn, and keep their materials', async () => {
  const [twice, once] = [ball(), ball()];
  const half = (once.index?.count ?? 0) / 2;
  once.addGroup(0, half, 0);
  once.addGroup(half, half, 3);
  const model = new Group().add(...[twice, twice, once].map((each) => new Mesh(each, new MeshStandardMaterial())));
  const copies = [...countGeometries(model)];
  expect(copies.map(([, count]) => count)).toEqual([2, 1]);
  const simplify = await createLevelSimplifier(copies.map(([each, count]) => toLevelSource(each, count)));
  const [first, second] = simplify(3_000);
  const drawn = 2 * triangles(first!) + triangles(second!);
  expect(Math.abs(drawn / 3_000 - 1)).toBeLessThan(0.1);
  expect(second!.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 3]);
  expect(second!.groups[1]?.start).toBe(second!.groups[0]?.count);
  const [tiny] = simplify(1);
  expect(triangles(tiny!)).toBeGreaterThan(0);
});

it('a large model reaches low levels through a medium one, in any order', async () => {
  const large = ball(520);
  const simplify = await createLevelSimplifier([toLevelSource(large, 1)]);
  for (const wanted of [1_000, 150_000, 20_000]) {
    const [level] = simplify(wanted);
    expect(Math.abs(triangles(level!) / wanted - 1)).toBeLessThan(0.2);
  }
});

it('quantized positions are simplified like floats', async () => {
  const geometry = ball();
  const place = geometry.getAttribute('position');
  const stored = new BufferAttribute(new Int16Array(place.count * 3), 3, true);
  for (let at = 0; at < place.count; at++) stored.setXYZ(at, place.getX(at), place.getY(at), place.getZ(at));
  geometry.setAttribute('position', stored);
  const simplify = await createLevelSimplifier([toLevelSource(geometry, 1)]);
  const [level] = simplify(1_000);
  expect(Math.abs(triangles(level!) / 1_000 - 1)).toBeLessThan(0.2);
});

it('a level draws the vertices of its geometry and leaves them there when it is freed', async () => {
  const geometry: BufferGeometry = ball();
  geometry.morphAttributes['position'] = [geometry.getAttribute('position').clone()];
  const simplify = await createLevelSimplifier([toLevelSource(geometry, 1)]);
  const level = createLevelGeometry(geometry, simplify(1_000)[0]!);
  expect(level.getAttribute('uv')).toBe(geometry.getAttribute('uv'));
  expect(level.index?.count).toBeLessThan(geometry.index?.count ?? 0);
  // Three frees what a geometry holds when it is disposed of.
  let held: readonly string[] | null = null;
  level.addEventListener('dispose', () => {
    held = [...Object.keys(level.attributes), ...Object.keys(level.morphAttributes)];
  });
  disposeLevels(new Map([[geometry, level]]));
  expect(held).toEqual([]);
  expect(Object.keys(geometry.attributes)).toEqual(['position', 'normal', 'uv']);
  expect(geometry.morphAttributes['position']).toHaveLength(1);
});
