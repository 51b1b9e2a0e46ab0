import { BoxGeometry, Group, Mesh, MeshStandardMaterial, Texture } from 'three';
import { describe, expect, it } from 'vitest';
import { measureModel } from '../../src-renderer/viewer/model-statistics.ts';

function buildModel(): Group {
  const picture = new Texture({ width: 1024, height: 512 });
  const packed = new Texture({ width: 256, height: 256 });
  const material = new MeshStandardMaterial({ map: picture, roughnessMap: packed, metalnessMap: packed });
  const geometry = new BoxGeometry(1, 2, 3);
  const second = new Mesh(geometry, material);
  second.position.x = 4;
  return new Group().add(new Mesh(geometry, material), second);
}

describe('statistics of a model', () => {
  it('count a mesh as often as it is drawn and a material once', () => {
    expect(measureModel(buildModel())).toMatchObject({ triangles: 24, vertices: 48, materials: 1 });
  });

  it('count a picture once although two slots use it', () => {
    expect(measureModel(buildModel()).textures).toEqual([
      { role: 'base', width: 1024, height: 512 },
      { role: 'orm', width: 256, height: 256 },
    ]);
  });

  it('measure the whole, with every node where it stands', () => {
    const model = buildModel();
    model.scale.setScalar(0.5);
    expect(measureModel(model).size).toEqual({ x: 2.5, y: 1, z: 1.5 });
  });
});
