import { Bone, BoxGeometry, Group, InstancedMesh, Mesh, MeshStandardMaterial, Texture } from 'three';
import { describe, expect, it } from 'vitest';
import {
  measureModel,
  type ModelStatistics,
} from '../../../../../src-renderer/features/viewer/measure/model-statistics.ts';
import { listWarnings } from '../../../../../src-renderer/features/viewer/measure/model-warnings.ts';

function buildModel(): Group {
  const picture = new Texture({ width: 1024, height: 512 });
  const packed = new Texture({ width: 256, height: 256 });
  const material = new MeshStandardMaterial({ map: picture, roughnessMap: packed, metalnessMap: packed });
  const geometry = new BoxGeometry(1, 2, 3);
  const second = new Mesh(geometry, material);
  second.position.x = 4;
  return new Group().add(new Mesh(geometry, material), second);
}

const measure = (model: Group): ModelStatistics => measureModel(model, [], 0);

describe('statistics of a model', () => {
  it('count a mesh as often as it is drawn and a material once', () => {
    expect(measure(buildModel())).toMatchObject({ triangles: 24, vertices: 48, materials: 1 });
  });

  it('count every instance of a mesh', () => {
    const trees = new InstancedMesh(new BoxGeometry(), new MeshStandardMaterial(), 5);
    expect(measure(new Group().add(trees))).toMatchObject({ triangles: 60, vertices: 120 });
  });

  it('count an image once although two slots use it, and name the parts it is for', () => {
    const { textures, maps } = measure(buildModel());
    expect(textures).toEqual([
      { role: 'base', width: 1024, height: 512 },
      { role: 'orm', width: 256, height: 256 },
    ]);
    expect(maps).toEqual(['base', 'roughness', 'metallic']);
  });

  it('measure the whole, with every node where it stands', () => {
    const model = buildModel();
    model.scale.setScalar(0.5);
    expect(measure(model).size).toEqual({ x: 2.5, y: 1, z: 1.5 });
  });

  it('count bones and sets of UV', () => {
    const model = buildModel().add(new Bone().add(new Bone()));
    expect(measure(model)).toMatchObject({ bones: 2, uvSets: 1, withoutUv: 0 });
  });
});

describe('warnings', () => {
  const codes = (found: ModelStatistics) => listWarnings(found, null).map(({ warning }) => warning);

  it('are none for a plain model', () => {
    expect(codes(measure(buildModel()))).toEqual([]);
  });

  it('name what is missing, most telling first', () => {
    const model = buildModel();
    for (const child of model.children) (child as Mesh).geometry.deleteAttribute('uv');
    expect(listWarnings(measureModel(model, [], 3), null)).toEqual([
      { warning: 'missing_pictures', count: 3 },
      { warning: 'no_uv', count: 2 },
    ]);
  });

  it.each([
    [0.001, ['small']],
    [1, []],
    [100, ['large']],
  ])('tell a scale of %d that is not likely meant', (scale, expected) => {
    const model = buildModel();
    model.scale.setScalar(scale);
    expect(codes(measure(model))).toEqual(expected);
  });

  it('take the surface into account once it is measured', () => {
    const surface = {
      openEdges: 2,
      manySidedEdges: 0,
      turnedEdges: 0,
      flippedFaces: 5,
      thinFaces: 0,
      isInsideOut: true,
    };
    expect(listWarnings(measure(buildModel()), surface)).toEqual([
      { warning: 'open_edges', count: 2 },
      { warning: 'flipped', count: 5 },
      { warning: 'inside_out', count: 1 },
    ]);
  });
});
