import { BoxGeometry, Group, Mesh, MeshPhongMaterial, Texture } from 'three';
import { expect, test } from 'vitest';
import { useAlphaOfColors } from '../../../../../src-renderer/features/viewer/load/fbx-alpha.ts';

test('an image that is both color and transparency shows its own alpha, another one stays the transparency', () => {
  const [color, mask] = [new Texture(), new Texture()];
  const own = new MeshPhongMaterial({ map: color, alphaMap: color, transparent: true });
  const other = new MeshPhongMaterial({ map: color, alphaMap: mask, transparent: true });
  useAlphaOfColors(new Group().add(new Mesh(new BoxGeometry(), [own, other])));
  expect([own.map, own.alphaMap, own.transparent]).toEqual([color, null, true]);
  expect([other.map, other.alphaMap]).toEqual([color, mask]);
});
