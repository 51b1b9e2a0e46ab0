import { BufferAttribute, BufferGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry } from 'three';
import { describe, expect, it } from 'vitest';
import { listTransfers, packModel } from '../../../../../src-renderer/features/viewer/load/pack-model.ts';
import {
  copySurfaceGeometry,
  listSurfaceParts,
} from '../../../../../src-renderer/features/viewer/measure/surface-parts.ts';

/** A ball whose corners and texture coordinates lie in one buffer, as files have them. */
function makeBall(): Mesh {
  const ball = new SphereGeometry(1, 8, 6);
  const [positions, uvs] = [ball.getAttribute('position').array, ball.getAttribute('uv').array];
  const shared = new Float32Array([...positions, ...uvs]);
  const geometry = new BufferGeometry().setIndex(ball.index);
  geometry.setAttribute('position', new BufferAttribute(shared.subarray(0, positions.length), 3));
  geometry.setAttribute('normal', ball.getAttribute('normal'));
  geometry.setAttribute('uv', new BufferAttribute(shared.subarray(positions.length), 2));
  return new Mesh(geometry, new MeshStandardMaterial());
}

describe('the surface of a model', () => {
  it('can be measured after the model was handed over', () => {
    const expected = listSurfaceParts(makeBall());
    const object = new Group().add(makeBall());
    const model = packModel({ object, clips: [], missingPictures: 0 });
    copySurfaceGeometry(object);
    const sent = structuredClone(model, { transfer: listTransfers(model) });
    expect(Object.values(model.geometries)[0]?.attributes['position']?.array.length).toBe(0);
    expect(Object.values(sent.geometries)[0]?.attributes['position']?.array.length).toBe(63 * 3);
    expect(listSurfaceParts(object)).toEqual(expected);
  });
});
