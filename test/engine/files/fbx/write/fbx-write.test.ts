import type { Texture } from '@gltf-transform/core';
import { KHRMaterialsEmissiveStrength } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeFbx } from '../../../../../src-main/engine/files/fbx/write/write-fbx.ts';
import { boundsOf, createAsymmetricModel, isClosed, NAMES, rowsOf, volumeOf } from '../../asymmetric-model.ts';
import { WORLD_HIGH, WORLD_LOW, WORLD_VOLUME } from '../../asymmetric-model.ts';
import { addMesh, addTexture, createModel, TRIANGLE } from './fbx-models.ts';
import { getNode, getNumbers, getProperty, readFbx } from '../../read-fbx.ts';
import { readFbxScene } from '../../read-fbx-scene.ts';

const SQUARE = { positions: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], indices: [0, 1, 2, 0, 2, 3] };

function layerOf(
  geometry: Parameters<typeof getNode>[0],
  layer: string,
  values: string,
  indices: string,
  size: number,
) {
  const rows = rowsOf(getNumbers(getNode(geometry, layer, values)), size);
  return getNumbers(getNode(geometry, layer, indices)).map((index) => rows[index]!.map((value) => value + 0));
}

test.each(['blender', '3dsmax', 'mixamo'] as const)(
  'for %s a model keeps place, size, facing and winding, and its faces meet in shared points',
  async (preset) => {
    const file = await writeFbx(await createAsymmetricModel(), { preset });
    const { geometries } = readFbxScene(file);
    expect(geometries).toHaveLength(1);
    const { points, faces, node } = geometries[0]!;
    const { low, high } = boundsOf(points);
    [...low, ...high].forEach((value, i) => expect(value).toBeCloseTo([...WORLD_LOW, ...WORLD_HIGH][i]!, 4));
    expect(points).toHaveLength(8);
    expect(isClosed(faces)).toBe(true);
    expect(volumeOf(points, faces)).toBeCloseTo(WORLD_VOLUME, 1);
    expect(getNumbers(getNode(node, 'LayerElementUV', 'UVIndex'))).toHaveLength(36);
  },
);

test('each preset has the unit and the axes of its program', async () => {
  const settings = async (preset: 'blender' | '3dsmax' | 'mixamo') => {
    const { root } = readFbx(await writeFbx(await createAsymmetricModel(), { preset }));
    return ['UnitScaleFactor', 'UpAxis', 'FrontAxis', 'FrontAxisSign', 'CoordAxis'].map((name) => {
      return getProperty(getNode(root, 'GlobalSettings'), name)[0];
    });
  };
  expect(await settings('blender')).toEqual([100, 1, 2, 1, 0]);
  expect(await settings('3dsmax')).toEqual([1, 2, 1, -1, 0]);
  expect(await settings('mixamo')).toEqual([1, 1, 2, 1, 0]);
});

test('normals and uvs belong to the corners: normals turn with the axes, v runs upwards', async () => {
  const document = createModel();
  const normals = [0, 1, 0, 0, 0, 1, 1, 0, 0];
  addMesh(document, 'a', [{ ...TRIANGLE, normals, uvs: [0, 0, 1, 0.25, 0.5, 1] }]);
  const { geometries } = readFbxScene(await writeFbx(document, { preset: '3dsmax' }));
  const { node } = geometries[0]!;
  const read = layerOf(node, 'LayerElementNormal', 'Normals', 'NormalsIndex', 3);
  expect(read).toEqual([
    [0, 0, 1],
    [0, -1, 0],
    [1, 0, 0],
  ]);
  expect(layerOf(node, 'LayerElementUV', 'UV', 'UVIndex', 2)).toEqual([
    [0, 1],
    [1, 0.75],
    [0.5, 0],
  ]);
});

test('a primitive without normals gets flat ones beside one that has them', async () => {
  const document = createModel();
  addMesh(document, 'a', [{ ...TRIANGLE, normals: [1, 0, 0, 1, 0, 0, 1, 0, 0] }, SQUARE]);
  const { geometries } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  const normals = layerOf(geometries[0]!.node, 'LayerElementNormal', 'Normals', 'NormalsIndex', 3);
  expect(normals.slice(0, 3)).toEqual(Array(3).fill([1, 0, 0]));
  expect(normals.slice(3)).toEqual(Array(6).fill([0, 0, 1]));
});

test('quads stay quads and a triangle among them stays a triangle', async () => {
  const document = createModel();
  const positions = [...SQUARE.positions, 2, 0, 0];
  addMesh(document, 'a', [{ positions, indices: [...SQUARE.indices, 1, 4, 2] }], true);
  const { geometries } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  expect(geometries[0]!.faces).toEqual([
    [0, 1, 2, 3],
    [1, 4, 2],
  ]);
  const { node } = geometries[0]!;
  expect(layerOf(node, 'LayerElementNormal', 'Normals', 'NormalsIndex', 3)).toEqual(Array(7).fill([0, 0, 1]));
});

test('the two sides of a sheet stay apart', async () => {
  const document = createModel();
  const front = { ...SQUARE, normals: Array(4).fill([0, 0, 1]).flat() as number[] };
  const back = { ...SQUARE, indices: [2, 1, 0], normals: Array(4).fill([0, 0, -1]).flat() as number[] };
  addMesh(document, 'sheet', [front, back]);
  const { geometries } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  const [first, second, behind] = geometries[0]!.faces as [number[], number[], number[]];
  expect(behind.some((point) => [...first, ...second].includes(point))).toBe(false);
});

test('vertex colours are sRGB with straight alpha; white where a primitive has none', async () => {
  const document = createModel();
  const colors = [1, 0.5, 0, 1, 0, 0, 0, 0.5, 1, 1, 1, 1];
  addMesh(document, 'a', [{ ...TRIANGLE, colors }, SQUARE]);
  const { geometries } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  const read = layerOf(geometries[0]!.node, 'LayerElementColor', 'Colors', 'ColorIndex', 4);
  expect(read[0]!.map((value) => Math.round(value * 255))).toEqual([255, 188, 0, 255]);
  expect(read[1]).toEqual([0, 0, 0, 0.5]);
  expect(read.slice(3)).toEqual(Array(6).fill([1, 1, 1, 1]));
});

test('each face has its own material, shared between meshes, and a plain one where it has none', async () => {
  const document = createModel();
  const red = document.createMaterial('Red').setBaseColorFactor([1, 0, 0, 1]);
  const blue = document.createMaterial('Blue').setBaseColorFactor([0, 0, 1, 1]);
  addMesh(document, 'a', [{ ...TRIANGLE, material: blue }, SQUARE, { ...TRIANGLE, material: red }]);
  addMesh(document, 'b', [{ ...TRIANGLE, material: red }]);
  const { geometries, materials } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  expect(geometries.map((geometry) => geometry.materials)).toEqual([['Blue', 'Material', 'Red'], ['Red']]);
  const faces = getNumbers(getNode(geometries[0]!.node, 'LayerElementMaterial', 'Materials'));
  expect(faces).toEqual([0, 1, 1, 2]);
  expect(materials.size).toBe(3);
  expect(getProperty(materials.get('Red')!, 'DiffuseColor')).toEqual([1, 0, 0]);
});

test('roughness, metalness, opacity and emission are where Blender looks for them', async () => {
  const document = createModel();
  const glow = document.createExtension(KHRMaterialsEmissiveStrength).createEmissiveStrength().setEmissiveStrength(4);
  const material = document
    .createMaterial('Glass')
    .setAlphaMode('BLEND')
    .setBaseColorFactor([0.25, 0.5, 1, 0.25])
    .setRoughnessFactor(0.5)
    .setMetallicFactor(0.75)
    .setEmissiveFactor([0.5, 0.25, 0])
    .setExtension('KHR_materials_emissive_strength', glow);
  addMesh(document, 'a', [{ ...TRIANGLE, material }]);
  const { materials } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  const read = (name: string) => getProperty(materials.get('Glass')!, name);
  expect([read('DiffuseColor'), read('EmissiveColor')]).toEqual([
    [0.25, 0.5, 1],
    [1, 0.5, 0],
  ]);
  expect([read('EmissiveFactor'), read('Shininess'), read('ReflectionFactor')]).toEqual([[2], [25], [0.75]]);
  expect([read('Opacity'), read('TransparencyFactor'), read('TransparentColor')]).toEqual([[0.25], [0.75], [1, 1, 1]]);
});

test('names may hold anything', async () => {
  const file = await writeFbx(await createAsymmetricModel(), { preset: 'blender', name: 'Szene "1"' });
  const { geometries, materials, root } = readFbxScene(file);
  expect(geometries[0]!.name).toBe(NAMES.mesh.replace('\n', ''));
  expect([...materials.keys()]).toEqual([NAMES.material]);
  expect(getNode(root, 'Documents', 'Document').values[1]).toBe('Szene "1"');
});

test('two hundred meshes have two hundred models with ids of their own', async () => {
  const document = createModel();
  for (let i = 0; i < 200; i++) addMesh(document, 'part', [TRIANGLE]);
  const { geometries } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  expect(new Set(geometries.map(({ name }) => name)).size).toBe(200);
});

test('equal models make equal files and the model is not changed', async () => {
  const document = await createAsymmetricModel();
  const first = await writeFbx(document, { preset: '3dsmax' });
  expect(Buffer.compare(first, await writeFbx(document, { preset: '3dsmax' }))).toBe(0);
});

test('a model without surfaces is refused', async () => {
  await expect(writeFbx(createModel(), { preset: 'blender' })).rejects.toMatchObject({ code: 'unsupported' });
});

test('an image that cannot be read is refused', async () => {
  const document = createModel();
  const broken = document
    .createTexture('broken')
    .setMimeType('image/png')
    .setImage(Uint8Array.of(1, 2, 3));
  addMesh(document, 'a', [{ ...TRIANGLE, material: document.createMaterial().setBaseColorTexture(broken) }]);
  await expect(writeFbx(document, { preset: 'blender' })).rejects.toMatchObject({ code: 'unsupported' });
});

async function pixelOf(bytes: Uint8Array): Promise<number[]> {
  const { channels } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes)
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, info.channels)];
}

/** A model of one triangle whose material is prepared by `prepare`, written and read back. */
async function writeTextured(
  color: readonly number[],
  format: 'png' | 'jpeg' | 'webp',
  prepare: (texture: Texture, material: ReturnType<ReturnType<typeof createModel>['createMaterial']>) => void,
  textureFormat?: 'OPEN_EXR' | 'JPEG',
) {
  const document = createModel();
  const texture = await addTexture(document, color, format);
  const material = document.createMaterial('M');
  prepare(texture, material);
  addMesh(document, 'a', [{ ...TRIANGLE, uvs: [0, 0, 1, 0, 0, 1], material }]);
  const file = await writeFbx(document, { preset: 'blender', ...(textureFormat ? { textureFormat } : {}) });
  return { texture, ...readFbxScene(file) };
}

test.each(['png', 'jpeg'] as const)('the bytes of a %s are embedded as they are', async (format) => {
  const { texture, textures } = await writeTextured([200, 100, 50], format, (image, material) => {
    material.setBaseColorTexture(image).setNormalTexture(image);
  });
  const { fileName, bytes } = textures.get('M DiffuseColor')!;
  expect(fileName).toBe(`M_BaseColor.${format === 'png' ? 'png' : 'jpg'}`);
  expect(Buffer.compare(bytes, texture.getImage()!)).toBe(0);
  expect(Buffer.compare(textures.get('M NormalMap')!.bytes, texture.getImage()!)).toBe(0);
});

test('other kinds of images become PNG', async () => {
  const { textures } = await writeTextured([200, 100, 50], 'webp', (image, material) => {
    material.setEmissiveTexture(image).setEmissiveFactor([1, 1, 1]);
  });
  const { fileName, bytes } = textures.get('M EmissiveColor')!;
  expect(fileName).toBe('M_Emissive.png');
  expect((await sharp(bytes).metadata()).format).toBe('png');
});

test('an opaque base colour loses its alpha, a blended one keeps it', async () => {
  const opaque = await writeTextured([200, 100, 50, 7], 'png', (image, material) =>
    material.setBaseColorTexture(image),
  );
  expect(await pixelOf(opaque.textures.get('M DiffuseColor')!.bytes)).toEqual([200, 100, 50]);
  const blended = await writeTextured([200, 100, 50, 7], 'png', (image, material) => {
    material.setBaseColorTexture(image).setAlphaMode('BLEND');
  });
  expect(await pixelOf(blended.textures.get('M DiffuseColor')!.bytes)).toEqual([200, 100, 50, 7]);
});

test('the alpha of a base colour that is not opaque is linked to the transparency, from the same file', async () => {
  const blend: Parameters<typeof writeTextured>[2] = (image, material) => {
    material.setBaseColorTexture(image).setAlphaMode('MASK');
  };
  const { root, textures } = await writeTextured([200, 100, 50, 7], 'png', blend);
  expect([...textures.keys()]).toEqual(['M DiffuseColor', 'M TransparencyFactor']);
  const objects = getNode(root, 'Objects').children;
  expect(objects.filter(({ name }) => name === 'Video')).toHaveLength(1);
  const sources = objects.filter(({ name }) => name === 'Texture').map((each) => getProperty(each, 'AlphaSource'));
  expect(sources).toEqual([[2]]);
  // Nothing is transparent without alpha: programs would take the colour for it.
  const opaque = await writeTextured([200, 100, 50], 'png', blend);
  expect([...opaque.textures.keys()]).toEqual(['M DiffuseColor']);
  // A format without alpha is not used for it.
  const kept = await writeTextured([200, 100, 50, 7], 'png', blend, 'JPEG');
  expect(kept.textures.get('M TransparencyFactor')!.fileName).toBe('M_BaseColor.png');
});

test('a packed metallic-roughness texture becomes two grey ones with the factors in them', async () => {
  const { textures } = await writeTextured([9, 200, 100], 'png', (image, material) => {
    material.setMetallicRoughnessTexture(image).setRoughnessFactor(0.5).setMetallicFactor(0.1);
  });
  expect(await pixelOf(textures.get('M ShininessExponent')!.bytes)).toEqual([100]);
  expect(await pixelOf(textures.get('M ReflectionFactor')!.bytes)).toEqual([10]);
});

test('colour factors are worked into their textures, and their properties become white', async () => {
  const { textures, materials } = await writeTextured([255, 255, 255], 'png', (image, material) => {
    material.setBaseColorTexture(image).setBaseColorFactor([1, 0.5, 0, 1]);
    material.setEmissiveTexture(image).setEmissiveFactor([0.5, 0.25, 0]);
  });
  expect(await pixelOf(textures.get('M DiffuseColor')!.bytes)).toEqual([255, 188, 0]);
  expect(await pixelOf(textures.get('M EmissiveColor')!.bytes)).toEqual([255, 188, 0]);
  expect(getProperty(materials.get('M')!, 'DiffuseColor')).toEqual([1, 1, 1]);
  expect(getProperty(materials.get('M')!, 'EmissiveFactor')).toEqual([0.5]);
});

test('a texture format applies to every embedded image', async () => {
  const prepare: Parameters<typeof writeTextured>[2] = (image, material) => {
    material.setBaseColorTexture(image).setMetallicRoughnessTexture(image);
  };
  const { textures } = await writeTextured([200, 100, 50], 'png', prepare, 'JPEG');
  expect([...textures.values()].map(({ fileName }) => fileName)).toEqual([
    'M_BaseColor.jpg',
    'M_Roughness.jpg',
    'M_Metallic.jpg',
  ]);
  const exr = await writeTextured([200, 100, 50], 'png', prepare, 'OPEN_EXR');
  expect(exr.textures.get('M DiffuseColor')!.fileName).toBe('M_BaseColor.exr');
});

test('an image that two materials share is embedded once', async () => {
  const document = createModel();
  const texture = await addTexture(document, [1, 2, 3]);
  for (const name of ['A', 'B']) {
    addMesh(document, name, [{ ...TRIANGLE, material: document.createMaterial(name).setBaseColorTexture(texture) }]);
  }
  const { root, textures } = readFbxScene(await writeFbx(document, { preset: 'blender' }));
  const videos = getNode(root, 'Objects').children.filter(({ name }) => name === 'Video');
  expect(videos).toHaveLength(1);
  expect([...textures.keys()]).toEqual(['A DiffuseColor', 'B DiffuseColor']);
});
