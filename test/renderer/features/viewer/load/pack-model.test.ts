import {
  AnimationClip,
  Bone,
  BoxGeometry,
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  InterleavedBuffer,
  InterleavedBufferAttribute,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  NumberKeyframeTrack,
  Skeleton,
  SkinnedMesh,
  Texture,
  Uint16BufferAttribute,
  type Object3D,
} from 'three';
import { describe, expect, it } from 'vitest';
import { packModel } from '../../../../../src-renderer/features/viewer/load/pack-model.ts';
import { unpackModel, type LoadedModel } from '../../../../../src-renderer/features/viewer/load/unpack-model.ts';

/** A model as it is after it went to another thread. */
function sendAcross(object: Object3D, clips: readonly AnimationClip[] = []): LoadedModel {
  return unpackModel(structuredClone(packModel({ object, clips, missingPictures: 0 })));
}

function meshesOf(object: Object3D): Mesh<BufferGeometry>[] {
  const meshes: Mesh<BufferGeometry>[] = [];
  object.traverse((node) => {
    if (node instanceof Mesh) meshes.push(node as Mesh<BufferGeometry>);
  });
  return meshes;
}

describe('a model that goes to another thread', () => {
  it('keeps its nodes, geometry, materials and images, and shares what was shared', () => {
    const picture = new Texture({ data: new Uint8Array([1, 2, 3, 4]), width: 1, height: 1 });
    const material = new MeshStandardMaterial({ color: 0x336699, map: picture, normalMap: picture, roughness: 0.25 });
    const geometry = new BoxGeometry(1, 2, 3);
    const second = new Mesh(geometry, [material, new MeshBasicMaterial()]);
    second.position.x = 5;
    const { object, box, statistics } = sendAcross(new Group().add(new Mesh(geometry, material), second));
    const [left, right] = meshesOf(object);
    expect(left?.geometry).toBe(right?.geometry);
    expect(left?.geometry.getAttribute('position').array).toEqual(geometry.getAttribute('position').array);
    expect(left?.geometry.groups).toEqual(geometry.groups);
    const kept = left?.material as unknown as MeshStandardMaterial;
    expect([kept.color.getHex(), kept.roughness]).toEqual([0x336699, 0.25]);
    expect(kept.map?.source).toBe(kept.normalMap?.source);
    expect(kept.map?.source.data).toEqual({ data: new Uint8Array([1, 2, 3, 4]), width: 1, height: 1 });
    expect((right!.material as unknown as unknown[])[0]).toBe(kept);
    expect(box.max.toArray()).toEqual([5.5, 1, 1.5]);
    expect(statistics).toMatchObject({ triangles: 24, materials: 2 });
  });

  it('keeps bones with their skin, morphs and clips', () => {
    const geometry = new BoxGeometry();
    const count = geometry.getAttribute('position').count;
    geometry.setAttribute('skinIndex', new Uint16BufferAttribute(new Array(count * 4).fill(0), 4));
    geometry.setAttribute('skinWeight', new Float32BufferAttribute(new Array(count * 4).fill(0.25), 4));
    const morph = new Float32BufferAttribute(new Array(count * 3).fill(1), 3);
    morph.name = 'smile';
    geometry.morphAttributes.position = [morph];
    geometry.morphTargetsRelative = true;
    const bone = new Bone();
    bone.name = 'hip';
    const skinned = new SkinnedMesh(geometry, new MeshStandardMaterial());
    skinned.add(bone);
    skinned.bind(new Skeleton([bone]), new Matrix4().makeScale(2, 2, 2));
    const clip = new AnimationClip('lift', 1, [new NumberKeyframeTrack('hip.position[y]', [0, 1], [0, 4])]);
    const { object, clips } = sendAcross(new Group().add(skinned), [clip]);
    const [kept] = meshesOf(object) as unknown as SkinnedMesh[];
    expect(kept?.skeleton.bones.map(({ name }) => name)).toEqual(['hip']);
    expect(kept?.bindMatrix.elements[0]).toBe(2);
    expect(kept?.morphTargetInfluences).toEqual([0]);
    expect(kept?.geometry.morphTargetsRelative).toBe(true);
    expect(clips.map(({ name, duration }) => [name, duration])).toEqual([['lift', 1]]);
    expect(clips[0]?.tracks[0]?.values).toEqual(new Float32Array([0, 4]));
  });

  it('takes shared arrays apart', () => {
    const shared = new InterleavedBuffer(new Float32Array([0, 0, 0, 9, 1, 0, 0, 9, 0, 1, 0, 9]), 4);
    const geometry = new BufferGeometry().setAttribute('position', new InterleavedBufferAttribute(shared, 3, 0));
    const [kept] = meshesOf(sendAcross(new Mesh(geometry)).object);
    expect(kept?.geometry.getAttribute('position').array).toEqual(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]));
  });

  it('keeps the place of an image that is not there', () => {
    const material = new MeshStandardMaterial({ map: new Texture() });
    const [kept] = meshesOf(sendAcross(new Mesh(new BoxGeometry(), material)).object);
    expect((kept!.material as unknown as MeshStandardMaterial).map?.source.data).toBeNull();
  });

  it('carries nothing an exporter noted', () => {
    const model = new Group();
    model.userData = { made: () => 'a function cannot be posted' };
    expect(sendAcross(model).object.userData).toEqual({});
  });
});
