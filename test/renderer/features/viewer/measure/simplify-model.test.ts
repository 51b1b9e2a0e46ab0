import {
  BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  type BufferGeometry,
} from 'three';
import { describe, expect, it } from 'vitest';
import { measureFacts, packModel } from '../../../../../src-renderer/features/viewer/load/pack-model.ts';
import { simplifyModel } from '../../../../../src-renderer/features/viewer/measure/simplify-model.ts';

const ball = () => new SphereGeometry(1, 64, 32);
const modelOf = (...geometries: BufferGeometry[]) =>
  new Group().add(...geometries.map((geometry) => new Mesh(geometry, new MeshStandardMaterial())));

/** The distance of every corner from the middle. */
function radiiOf(geometry: BufferGeometry): number[] {
  const place = geometry.getAttribute('position');
  return Array.from({ length: place.count }, (_, at) => Math.hypot(place.getX(at), place.getY(at), place.getZ(at)));
}

describe('a model with too many triangles', () => {
  it('is left as it is when they are few enough', async () => {
    const geometry = ball();
    const index = geometry.index;
    expect(await simplifyModel(modelOf(geometry), 4_000)).toBe(null);
    expect(geometry.index).toBe(index);
  });

  it('keeps its shape, its corners’ numbers and no corner without a triangle', async () => {
    const geometry = ball();
    const left = await simplifyModel(modelOf(geometry), 1_000);
    expect(left).toBeGreaterThan(300);
    expect(left).toBeLessThanOrEqual(1_000);
    expect(geometry.index?.count).toBe((left ?? 0) * 3);
    const used = new Set(geometry.index?.array);
    expect(used.size).toBe(geometry.getAttribute('position').count);
    for (const radius of radiiOf(geometry)) expect(radius).toBeCloseTo(1, 5);
    const [place, normal] = [geometry.getAttribute('position'), geometry.getAttribute('normal')];
    for (let corner = 0; corner < place.count; corner++) expect(normal.getY(corner)).toBeCloseTo(place.getY(corner), 5);
  });

  it('is thinned evenly in all its meshes and materials, and a mesh that is drawn twice once', async () => {
    const [first, second] = [ball(), ball()];
    const whole = second.index?.count ?? 0;
    second.clearGroups();
    second.addGroup(0, whole / 2, 0);
    second.addGroup(whole / 2, whole / 2, 1);
    const model = modelOf(first, first, second);
    const left = await simplifyModel(model, 3_000);
    expect(left).toBeLessThanOrEqual(3_000);
    expect(left).toBe((2 * (first.index?.count ?? 0) + (second.index?.count ?? 0)) / 3);
    expect(second.groups.map(({ materialIndex }) => materialIndex)).toEqual([0, 1]);
    expect(second.groups[1]?.start).toBe(second.groups[0]?.count);
    for (const { count } of second.groups) expect(count).toBeGreaterThan(100);
  });

  it('may have no index, places in other numbers or woven into one another, and morphs', async () => {
    const loose = ball().toNonIndexed();
    const woven = ball();
    const from = woven.getAttribute('position');
    const shared = new InterleavedBuffer(new Int16Array(from.count * 4), 4);
    const place = new InterleavedBufferAttribute(shared, 3, 0, true);
    for (let corner = 0; corner < from.count; corner++)
      place.setXYZ(corner, from.getX(corner), from.getY(corner), from.getZ(corner));
    woven.setAttribute('position', place);
    woven.morphAttributes['position'] = [new BufferAttribute(new Float32Array(from.count * 3).fill(2), 3)];
    const left = await simplifyModel(modelOf(loose, woven), 2_000);
    expect(left).toBeLessThanOrEqual(2_000);
    for (const geometry of [loose, woven]) {
      expect(geometry.index?.count).toBeGreaterThan(300);
      for (const radius of radiiOf(geometry)) expect(radius).toBeCloseTo(1, 3);
    }
    expect(woven.morphAttributes['position'][0]?.count).toBe(woven.getAttribute('position').count);
  });

  it('says how many it is shown with beside how many it has', async () => {
    const parsed = { object: modelOf(ball()), clips: [], missingPictures: 0 };
    const facts = measureFacts(parsed);
    const left = await simplifyModel(parsed.object, 1_000);
    expect(packModel(parsed, facts, left).statistics).toMatchObject({ triangles: 3_968, shownTriangles: left });
  });
});
