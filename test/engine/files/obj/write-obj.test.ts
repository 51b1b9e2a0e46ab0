import { Transform } from '@gltf-transform/extensions';
import { KHRTextureTransform } from '@gltf-transform/extensions';
import { expect, test } from 'vitest';
import { writeObj } from '../../../../src-main/engine/files/obj/write-obj.ts';
import {
  boundsOf,
  createAsymmetricModel,
  isClosed,
  numbersIn,
  unzip,
  volumeOf,
  WORLD_HIGH,
  WORLD_LOW,
  WORLD_VOLUME,
} from '../asymmetric-model.ts';

function readObj(text: string) {
  const lines = text.split('\n').map((line) => line.split(' '));
  const of = (kind: string) => lines.filter(([head]) => head === kind).map(([, ...rest]) => rest);
  const faces = of('f').map((face) => face.map((corner) => corner.split('/').map(Number)));
  return { v: of('v').map((v) => v.map(Number)), vt: of('vt').map((vt) => vt.map(Number)), faces, of };
}

test('an OBJ keeps place, size and winding, and its faces meet in shared points', async () => {
  const { text } = unzip(await writeObj(await createAsymmetricModel()));
  const { v, vt, faces, of } = readObj(text('model.obj'));
  const corners = faces.map((face) => face.map(([vertex]) => vertex! - 1));
  expect(boundsOf(v)).toEqual({ low: WORLD_LOW, high: WORLD_HIGH });
  expect(v).toHaveLength(8);
  expect(isClosed(corners)).toBe(true);
  expect(volumeOf(v, corners)).toBeCloseTo(WORLD_VOLUME, 3);
  const most = Math.max(...faces.flat().map(([, uv]) => uv!));
  expect([most, vt.length, of('vn').length]).toEqual([24, 24, 24]);
  expect(Math.min(...vt.map(([, y]) => y!))).toBe(0.25);
});

test('every material of an OBJ is in its MTL and every image of the MTL is in the zip', async () => {
  const { files, text } = unzip(await writeObj(await createAsymmetricModel(), { name: 'mein Modell' }));
  const { of } = readObj(text('mein_Modell.obj'));
  expect(of('mtllib')).toEqual([['mein_Modell.mtl']]);
  const mtl = text('mein_Modell.mtl')
    .split('\n')
    .map((line) => line.split(' '));
  const materials = mtl.filter(([head]) => head === 'newmtl').map(([, name]) => name);
  expect(of('usemtl').map(([name]) => name)).toEqual(materials);
  const maps = mtl.filter(([head]) => head!.startsWith('map_') || head === 'norm');
  expect(maps.map(([head]) => head)).toEqual(['map_Kd', 'map_Bump', 'norm', 'map_Pr', 'map_Pm']);
  const images = new Set(maps.map((line) => line.at(-1)!));
  expect(Object.keys(files).sort()).toEqual(['mein_Modell.mtl', 'mein_Modell.obj', ...images].sort());
  for (const path of Object.keys(files)) expect(path).toMatch(/^[\w.-]+$/);
});

test.each([
  [4, 'BLEND', ['map_Kd', 'map_d']],
  [3, 'BLEND', ['map_Kd']],
  [4, 'OPAQUE', ['map_Kd']],
] as const)('an image of %d channels of a material that is %s is written as %j', async (channels, alphaMode, maps) => {
  const { default: sharp } = await import('sharp');
  const png = await sharp({ create: { width: 2, height: 2, channels, background: '#20402080' } })
    .png()
    .toBuffer();
  const model = await createAsymmetricModel();
  const [material] = model.getRoot().listMaterials();
  material!.setAlphaMode(alphaMode).getBaseColorTexture()!.setImage(new Uint8Array(png));
  for (const textureFormat of [undefined, 'WEBP'] as const) {
    const { text } = unzip(await writeObj(model, textureFormat && { textureFormat }));
    expect(text('model.mtl').match(/^map_[Kd]\w*/gm)).toEqual(maps);
  }
});

test('roughness and metallic are grey images with their factors worked in', async () => {
  const { default: sharp } = await import('sharp');
  const { files } = unzip(await writeObj(await createAsymmetricModel()));
  const pixel = async (end: string) => {
    const path = Object.keys(files).find((name) => name.endsWith(end))!;
    return (await sharp(files[path]).raw().toBuffer())[0];
  };
  expect(await pixel('_roughness.png')).toBe(0x60);
  expect(await pixel('_metallic.png')).toBe(0x40);
});

test('quads become faces of four corners', async () => {
  const { text } = unzip(await writeObj(await createAsymmetricModel({ ngonEncoding: true })));
  const { v, faces } = readObj(text('model.obj'));
  expect(faces.map((face) => face.length)).toEqual([4, 4, 4, 4, 4, 4]);
  const corners = faces.map((face) => face.map(([vertex]) => vertex! - 1));
  expect(volumeOf(v, corners)).toBeCloseTo(WORLD_VOLUME, 3);
});

test('vertex colours are written as sRGB only when asked for', async () => {
  const model = await createAsymmetricModel({ vertexColors: true });
  const plain = readObj(unzip(await writeObj(model)).text('model.obj'));
  expect(plain.v[0]).toHaveLength(3);
  const colored = readObj(unzip(await writeObj(model, { vertexColors: true })).text('model.obj'));
  expect(colored.v[0]!.slice(3)).toEqual([0.7354, 0.7354, 0.7354]);
});

test('a texture transform is worked into the uvs', async () => {
  const model = await createAsymmetricModel();
  const transform = model.createExtension(KHRTextureTransform).createTransform();
  transform.setOffset([0.5, 0]).setScale([2, 1]);
  const info = model.getRoot().listMaterials()[0]!.getBaseColorTextureInfo()!;
  info.setExtension<Transform>('KHR_texture_transform', transform);
  const { vt } = readObj(unzip(await writeObj(model)).text('model.obj'));
  expect(vt.slice(0, 4)).toEqual([
    [0.5, 1],
    [1, 1],
    [1, 0.25],
    [0.5, 0.25],
  ]);
});

test('textures are encoded anew in the format asked for', async () => {
  const { files, text } = unzip(await writeObj(await createAsymmetricModel(), { textureFormat: 'BMP' }));
  const images = Object.keys(files).filter((path) => !/\.(obj|mtl)$/.test(path));
  expect(images).toHaveLength(4);
  for (const image of images) {
    expect(image).toMatch(/\.bmp$/);
    expect(Buffer.from(files[image]!.subarray(0, 2)).toString()).toBe('BM');
    expect(text('model.mtl')).toContain(` ${image}\n`);
  }
});

test('a very small model keeps its shape', async () => {
  const model = await createAsymmetricModel();
  model.getRoot().listNodes()[0]!.setMatrix([1e-6, 0, 0, 0, 0, 1e-6, 0, 0, 0, 0, 1e-6, 0, 0, 0, 0, 1]);
  const { text } = unzip(await writeObj(model));
  const v = text('model.obj')
    .split('\n')
    .filter((line) => line.startsWith('v '))
    .map(numbersIn);
  expect(boundsOf(v)).toEqual({ low: [-1e-6, -2e-6, -3e-6], high: [2e-6, 4e-6, 7e-6] });
});
