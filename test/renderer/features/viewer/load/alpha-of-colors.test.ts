import { BoxGeometry, Group, Mesh, MeshPhongMaterial, Texture } from 'three';
import { expect, test } from 'vitest';
import { useAlphaOfColors } from '../../../../../src-renderer/features/viewer/load/alpha-of-colors.ts';

test('an image that is both color and transparency shows its own alpha, another one stays the transparency', () => {
  const [color, again, mask, missing] = [new Texture(), new Texture(), new Texture(), new Texture()];
  const addresses = new Map([
    [color, 'leaf.png'],
    [again, 'leaf.png'],
    [mask, 'mask.png'],
  ]);
  const maps = [color, again, mask, missing].map((alphaMap) => new MeshPhongMaterial({ map: color, alphaMap }));
  const nowhere = new MeshPhongMaterial({ map: new Texture(), alphaMap: missing });
  const meshes = new Mesh(new BoxGeometry(), [...maps, nowhere]);
  useAlphaOfColors(new Group().add(meshes), (texture) => addresses.get(texture) ?? null);
  expect(maps.map(({ alphaMap }) => alphaMap)).toEqual([null, null, mask, missing]);
  expect(maps.map(({ map }) => map)).toEqual([color, color, color, color]);
  expect(nowhere.alphaMap).toBe(missing);
});
