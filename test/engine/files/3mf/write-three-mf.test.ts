import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeThreeMf } from '../../../../src-main/engine/files/3mf/write-three-mf.ts';
import { boundsOf, createAsymmetricModel, isClosed, unzip, volumeOf, WORLD_VOLUME } from '../asymmetric-model.ts';

function readElements(xml: string, element: string): Record<string, string>[] {
  const found = xml.matchAll(new RegExp(`<${element}\\s([^>]*?)/?>`, 'g'));
  return [...found].map(([, list]) => {
    return Object.fromEntries([...list!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, value!]));
  });
}

function readModelPart(xml: string) {
  const vertices = readElements(xml, 'vertex').map((v) => [Number(v['x']), Number(v['y']), Number(v['z'])]);
  const triangles = readElements(xml, 'triangle');
  return { vertices, triangles, faces: triangles.map((t) => [Number(t['v1']), Number(t['v2']), Number(t['v3'])]) };
}

test('a 3MF is a closed solid in millimetres that stands upright', async () => {
  const { text } = unzip(await writeThreeMf(await createAsymmetricModel()));
  const xml = text('3D/3dmodel.model');
  expect(readElements(xml, 'model')[0]).toMatchObject({ unit: 'millimeter', requiredextensions: 'm' });
  const { vertices, faces } = readModelPart(xml);
  expect(boundsOf(vertices)).toEqual({ low: [8000, -37000, 18000], high: [11000, -27000, 24000] });
  expect(vertices).toHaveLength(8);
  expect(isClosed(faces)).toBe(true);
  expect(volumeOf(vertices, faces)).toBeCloseTo(WORLD_VOLUME * 1e9, -3);
});

test('the texture of a 3MF is related, typed, tinted by the factor and mapped from the bottom left', async () => {
  const { files, text } = unzip(await writeThreeMf(await createAsymmetricModel()));
  expect(Object.keys(files).slice(0, 2)).toEqual(['[Content_Types].xml', '_rels/.rels']);
  const xml = text('3D/3dmodel.model');
  const [texture] = readElements(xml, 'm:texture2d');
  const [relation] = readElements(text('3D/_rels/3dmodel.model.rels'), 'Relationship');
  expect(relation!['Target']).toBe(texture!['path']);
  expect(texture!['contenttype']).toBe('image/png');
  expect(text('[Content_Types].xml')).toContain('Extension="png" ContentType="image/png"');

  const pixel = await sharp(files[texture!['path']!.slice(1)]).raw().toBuffer();
  // Half of 0x80 as light is 0x5c as sRGB.
  expect([...pixel.subarray(0, 3)]).toEqual([0xff, 0x5c, 0x40]);

  const [group] = readElements(xml, 'm:texture2dgroup');
  const coordinates = readElements(xml, 'm:tex2coord');
  expect(group!['texid']).toBe(texture!['id']);
  expect(coordinates).toHaveLength(24);
  expect(coordinates.slice(0, 4).map(({ v }) => Number(v))).toEqual([1, 1, 0.25, 0.25]);
  for (const { pid, p1, p2, p3 } of readModelPart(xml).triangles) {
    expect(pid).toBe(group!['id']);
    expect(Math.max(Number(p1), Number(p2), Number(p3))).toBeLessThan(24);
  }
});

test('names are escaped and images of other kinds become PNG', async () => {
  const model = await createAsymmetricModel();
  const texture = model.getRoot().listMaterials()[0]!.getBaseColorTexture()!;
  texture.setImage(await sharp(texture.getImage()!).webp().toBuffer()).setMimeType('image/webp');
  model.getRoot().listMaterials()[0]!.setBaseColorFactor([1, 1, 1, 1]);
  const { files, text } = unzip(await writeThreeMf(model));
  expect(text('3D/3dmodel.model')).toContain('name="1 &quot;Käse&quot; #&lt;&amp;&gt;\\ 龙"');
  const image = Object.keys(files).find((path) => path.startsWith('3D/Textures/'))!;
  expect(image).toMatch(/\.png$/);
  expect((await sharp(files[image]).metadata()).format).toBe('png');
});

test('a mesh without uvs has the base colour of its material, and faces without area are left out', async () => {
  const model = await createAsymmetricModel();
  const primitive = model.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
  primitive.setAttribute('TEXCOORD_0', null);
  primitive.getIndices()!.getArray()!.set([0, 0, 1], 0);
  const xml = unzip(await writeThreeMf(model)).text('3D/3dmodel.model');
  expect(readElements(xml, 'base')[1]!['displaycolor']).toBe('#FFBCFF');
  expect(xml).not.toContain('requiredextensions');
  const { triangles } = readModelPart(xml);
  expect(triangles).toHaveLength(11);
  expect(triangles[0]).toMatchObject({ pid: '1', p1: '1' });
});
