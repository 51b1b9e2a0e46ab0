import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  LineSegments,
  Mesh,
  SphereGeometry,
  TorusKnotGeometry,
} from 'three';
import { describe, expect, it } from 'vitest';
import { boundingSphereOf, restPoseBox } from '../../../../../src-renderer/features/viewer/scene/bounds.ts';

/** A turned, moved and stretched knot beside a small ball. */
function makePair(): Group {
  const knot = new Mesh(new TorusKnotGeometry(1, 0.3, 40, 8));
  knot.position.set(3, -2, 5);
  knot.rotation.set(0.4, 1.2, -0.7);
  knot.scale.set(2, 0.5, -1);
  const pair = new Group().add(knot, new Mesh(new SphereGeometry(0.1)));
  pair.scale.setScalar(0.01);
  return pair;
}

function expectClose(box: Box3, expected: Box3): void {
  for (const end of ['min', 'max'] as const)
    for (const axis of ['x', 'y', 'z'] as const) expect(box[end][axis]).toBeCloseTo(expected[end][axis], 6);
}

/** A mesh with two corners, and after each of them room for something else. */
function makeInterleaved(): Mesh {
  const geometry = new BufferGeometry();
  const shared = new InterleavedBuffer(new Float32Array([9, 1, 2, 3, 9, 9, -1, 5, 0, 9]), 5);
  geometry.setAttribute('position', new InterleavedBufferAttribute(shared, 3, 1));
  return new Mesh(geometry);
}

describe('the box around a model', () => {
  it('is three’s precise one, however parts are turned', () => {
    const pair = makePair();
    expectClose(restPoseBox(pair), new Box3().setFromObject(makePair(), true));
  });

  it('is found where corners lie among other numbers', () => {
    const box = restPoseBox(makeInterleaved());
    expect([box.min.toArray(), box.max.toArray()]).toEqual([
      [-1, 2, 0],
      [1, 5, 3],
    ]);
  });

  it('asks three where shapes or lines are', () => {
    const shaped = new Mesh(new SphereGeometry(1));
    const farther = new BufferAttribute(
      shaped.geometry.getAttribute('position').array.map((at) => at * 3),
      3,
    );
    shaped.geometry.morphAttributes['position'] = [farther];
    shaped.updateMorphTargets();
    shaped.morphTargetInfluences = [1];
    const lined = new Group().add(shaped, new LineSegments(new SphereGeometry(2)));
    expectClose(restPoseBox(lined), new Box3().setFromObject(lined, true));
    expect(restPoseBox(lined).max.x).toBeGreaterThan(2);
  });

  it('passes over corners that are no numbers, and is empty without any', () => {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array([1, 2, 3, NaN, NaN, NaN, -1, 0, 1]), 3));
    const box = restPoseBox(new Mesh(geometry));
    expect([box.min.toArray(), box.max.toArray()]).toEqual([
      [-1, 0, 1],
      [1, 2, 3],
    ]);
    expect(boundingSphereOf(geometry).radius).toBeCloseTo(Math.hypot(1, 1, 1));
    expect(restPoseBox(new Group()).isEmpty()).toBe(true);
  });
});

describe('the ball around a geometry', () => {
  it('is three’s', () => {
    const knot = new TorusKnotGeometry(1, 0.3, 40, 8);
    const ball = boundingSphereOf(knot);
    knot.computeBoundingSphere();
    expect(ball.radius).toBeCloseTo(knot.boundingSphere!.radius, 6);
    expect(ball.center.distanceTo(knot.boundingSphere!.center)).toBeLessThan(1e-6);
  });
});
