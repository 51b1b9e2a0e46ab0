import { Box3, type BufferGeometry, LoadingManager, type Mesh, type MeshPhongMaterial, Texture, Vector3 } from 'three';
import { FBXLoader } from 'three/examples/jsm/loaders/FBXLoader.js';
import { beforeEach, expect, test, vi } from 'vitest';
import { writeFbx } from '../../../../../src-main/engine/files/fbx/write/write-fbx.ts';
import { createAsymmetricModel, WORLD_HIGH, WORLD_LOW } from '../../asymmetric-model.ts';

/** three decodes images with the DOM only: here every image is an empty texture. */
function createLoader(): FBXLoader {
  const manager = new LoadingManager();
  const textures = { path: '', setPath: () => textures, load: () => new Texture() };
  manager.addHandler(/\.\w+$/, textures as never);
  return new FBXLoader(manager);
}

// It warns of what Phong materials of three have no use for: roughness and metalness.
beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));

test.each([
  ['blender', 1],
  ['3dsmax', 100],
  ['mixamo', 100],
] as const)("three's FBXLoader reads an FBX for %s", async (preset, unitsPerMetre) => {
  const file = await writeFbx(await createAsymmetricModel({ vertexColors: true }), { preset });
  const group = createLoader().parse(new Uint8Array(file).buffer, '');
  group.updateMatrixWorld(true);
  const bounds = new Box3().setFromObject(group);
  expect(bounds.min.distanceTo(new Vector3(...WORLD_LOW).multiplyScalar(unitsPerMetre))).toBeLessThan(1e-3);
  expect(bounds.max.distanceTo(new Vector3(...WORLD_HIGH).multiplyScalar(unitsPerMetre))).toBeLessThan(1e-3);

  const mesh = group.children[0] as Mesh<BufferGeometry, MeshPhongMaterial>;
  expect(Object.keys(mesh.geometry.attributes).sort()).toEqual(['color', 'normal', 'position', 'uv']);
  expect(mesh.geometry.getAttribute('position').count).toBe(36);
  expect(mesh.geometry.getAttribute('color').getX(0)).toBeCloseTo(0.5, 2);
  expect(mesh.material.map).toBeInstanceOf(Texture);
  expect(mesh.material.normalMap).toBeInstanceOf(Texture);
  expect(mesh.material.opacity).toBe(1);
});
