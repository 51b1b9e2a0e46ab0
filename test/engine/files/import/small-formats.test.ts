import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeBmp } from '../../../../src-main/engine/files/images/encode-bmp.ts';
import { encodeTarga } from '../../../../src-main/engine/files/images/encode-targa.ts';
import { writeStl } from '../../../../src-main/engine/files/stl/write-stl.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { runImportModel } from '../../../../src-main/local-service/operations/processing/import-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { describeTriangle } from '../../../helpers/models/triangle-gltf.ts';
import { createAsymmetricModel, WORLD_HIGH } from '../asymmetric-model.ts';
import { findGltfErrors, measureDocument } from './measure.ts';

const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const onlyPrimitive = async (file: Uint8Array) => {
  const { document } = await readAnyModel(file);
  return document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
};

test('a text STL is read as a binary one, also one whose head says solid', async () => {
  const binary = Buffer.from(writeStl(await createAsymmetricModel()));
  binary.write('solid but binary');
  const view = new DataView(binary.buffer, binary.byteOffset);
  let text = 'solid the thing\n';
  for (let facet = 0; facet < view.getUint32(80, true); facet++) {
    const numbers = Array.from({ length: 12 }, (_, k) => view.getFloat32(84 + facet * 50 + k * 4, true));
    const line = (at: number): string => numbers.slice(at, at + 3).join(' ');
    text += `  facet normal ${line(0)}\n    outer loop\n`;
    for (const at of [3, 6, 9]) text += `      vertex ${line(at)}\n`;
    text += '    endloop\n  endfacet\n';
  }
  const [a, b] = await Promise.all([readAnyModel(binary), readAnyModel(utf8(`${text}endsolid the thing\n`))]);
  expect(measureDocument(b.document)).toEqual(measureDocument(a.document));
  expect(b.document.getRoot().listNodes()[0]!.getName()).toBe('the thing');
  expect(a.notes.map(toEngineText)).toEqual([expect.stringMatching(/millimeters/)]);
  // Facets share their points.
  expect(b.document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('POSITION')!.getCount()).toBe(8);
});

test.each(['My Vertex', 'vertex shader test', 'endsolid', 'solid facets'])(
  'a text STL may be called “%s”',
  async (name) => {
    const facet = 'facet normal 0 0 1 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet';
    const lines = `solid ${name}\n${facet.replaceAll(/ (?=outer|vertex|end)/g, '\n')}\nendsolid ${name}`;
    for (const text of [lines, lines.replaceAll('\n', '\r\n'), `${lines}\nsolid other\n${facet}\nendsolid other`]) {
      const { document } = await readAnyModel(utf8(text));
      expect(document.getRoot().listNodes()[0]!.getName()).toBe(name);
      expect(measureDocument(document).triangles).toBe(text.includes('other') ? 2 : 1);
    }
    // All of it in one line.
    expect(measureDocument((await readAnyModel(utf8(`solid ${facet} endsolid vertex`))).document).triangles).toBe(1);
  },
);

test('a binary STL may have bytes after its facets, a text may not be taken for one', async () => {
  const binary = writeStl(await createAsymmetricModel());
  for (const trailer of [1, 50, 1000]) {
    const { document } = await readAnyModel(Buffer.concat([binary, Buffer.alloc(trailer, 'more')]));
    expect(measureDocument(document).triangles).toBe(12);
  }
  const cut = readAnyModel(binary.subarray(0, -1));
  await expect(cut).rejects.toMatchObject({ code: 'not_a_model' });
  // Something else whose bytes could be a number of facets.
  const picture = Buffer.alloc(5000);
  picture.write('\x89PNG\r\n\x1a\n', 'latin1');
  picture.writeUInt32LE(90, 80);
  await expect(readAnyModel(picture)).rejects.toMatchObject({ code: 'not_a_model' });
});

test('an OBJ counts from both ends, joins lines, mixes corners and keeps its objects', async () => {
  const { document } = await readAnyModel(
    utf8(`# test
o first
v 0 0 0 1 0 0
v 1 0 0 0 1 0
v 1 1 0 0 0 1
v 0 1 0
vt 0.25 0.25
f 1/1 2/1 \\
  3/1 -1/1
o second
v 5 5 5
v 6 5 5
v 5 6 5
vn 0 0 2
f -3//1 -2//1 -1//1
l 1 2
`),
  );
  const meshes = document.getRoot().listMeshes();
  expect(meshes.map((mesh) => mesh.getName())).toEqual(['first', 'second']);
  const [first, second] = meshes.map((mesh) => mesh.listPrimitives()[0]!);
  expect(first!.getIndices()!.getCount()).toBe(6);
  expect(first!.getAttribute('TEXCOORD_0')!.getElement(0, [] as number[])).toEqual([0.25, 0.75]);
  expect(first!.getAttribute('COLOR_0')!.getElement(1, [] as number[])).toEqual([0, 1, 0, 1]);
  expect(second!.getAttribute('NORMAL')!.getElement(0, [] as number[])).toEqual([0, 0, 1]);
  expect(await findGltfErrors(document)).toEqual([]);
});

test('an MTL gives colours, options and pictures of any kind; what is missing is told', async () => {
  const targa = encodeTarga({ width: 2, height: 2, data: Uint8Array.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]) });
  const webp = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#8080ff' } })
    .webp()
    .toBuffer();
  const grey = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#404040' } })
    .png()
    .toBuffer();
  const mtl = `newmtl a
Kd 1 1 1
Ke 2 0 0
d 0.5
Pr 1
map_Kd -s 2 2 1 -o 0.5 0 0 tex\\my colour.tga
norm n.webp
map_Pr r.png
newmtl b
Kd 0.5 0.25 0.125
map_Kd gone.png
`;
  const obj = 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\nusemtl b\nf 1/1 3/1 2/1\n';
  const file = zipSync({
    'x/m.obj': utf8(obj),
    'x/m.mtl': utf8(mtl),
    'x/tex/My Colour.TGA': targa,
    'x/n.webp': new Uint8Array(webp),
    'x/r.png': new Uint8Array(grey),
  });
  const { document, notes } = await readAnyModel(file);
  expect(notes.map(toEngineText)).toEqual([expect.stringMatching(/gone\.png is not beside the model/)]);
  const [a, b] = document.getRoot().listMaterials();
  expect(b!.getBaseColorFactor()).toEqual([0.5, 0.25, 0.125, 1]);
  expect(a!.getAlphaMode()).toBe('BLEND');
  expect(a!.getBaseColorFactor()[3]).toBe(0.5);
  expect(a!.getEmissiveFactor()).toEqual([1, 0, 0]);
  expect(a!.getBaseColorTexture()!.getMimeType()).toBe('image/png');
  const pixels = await sharp(a!.getBaseColorTexture()!.getImage()!).raw().toBuffer();
  expect([...pixels.subarray(0, 6)]).toEqual([255, 0, 0, 0, 255, 0]);
  expect(a!.getBaseColorTextureInfo()!.getExtension('KHR_texture_transform')).toMatchObject({});
  expect(a!.getNormalTexture()!.getMimeType()).toBe('image/webp');
  expect(a!.getMetallicRoughnessTexture()).not.toBeNull();
  expect(await findGltfErrors(document)).toEqual([]);
});

test('vertex colours of an OBJ without a material, or whose library is missing, are not darkened', async () => {
  const obj = 'mtllib gone.mtl\nv 0 0 0 1 1 1\nv 1 0 0 1 1 1\nv 0 1 0 1 1 1\nf 1 2 3\nusemtl a\nf 1 3 2\n';
  const { document } = await readAnyModel(utf8(obj));
  const colors = document.getRoot().listMaterials();
  expect(colors.map((each) => each.getBaseColorFactor())).toEqual([
    [1, 1, 1, 1],
    [1, 1, 1, 1],
  ]);
});

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
/** 金属 and 玻璃 in GBK, and Grün and Grön in Latin-1. */
test.each([
  ['GBK', latin1('\xbd\xf0\xca\xf4'), latin1('\xb2\xa3\xc1\xa7'), ['金属', '玻璃']],
  ['Latin-1', latin1('Gr\xfcn'), latin1('Gr\xf6n'), ['Grün', 'Grön']],
])('materials with names in %s keep their own colours and images', async (_, first, second, names) => {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const obj = Buffer.concat([
    utf8('mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nusemtl '),
    ...[first, utf8('\nf 1/1 2/1 3/1\nusemtl '), second, utf8('\nf 2/1 4/1 3/1\n')],
  ]);
  const mtl = Buffer.concat([
    ...[utf8('newmtl '), first, utf8('\nKd 1 0 0\n\nnewmtl '), second],
    ...[utf8('\nKd 0 0 1\nmap_Kd '), first, utf8('.png\n')],
  ]);
  const file = zipSync({ 'm.obj': obj, 'm.mtl': mtl, [`${names[0]}.png`]: new Uint8Array(png) });
  const { document, notes } = await readAnyModel(file);
  expect(notes).toEqual([]);
  const [mesh] = document.getRoot().listMeshes();
  const materials = mesh!.listPrimitives().map((primitive) => primitive.getMaterial()!);
  expect(materials.map((each) => each.getName())).toEqual(names);
  expect(materials.map((each) => each.getBaseColorFactor())).toEqual([
    [1, 0, 0, 1],
    [0, 0, 1, 1],
  ]);
  expect(materials.map((each) => each.getBaseColorTexture() !== null)).toEqual([false, true]);
});

test('an OBJ has several libraries in one statement, and images relative to a library in a folder', async () => {
  const image = (background: string) =>
    sharp({ create: { width: 2, height: 2, channels: 3, background } })
      .png()
      .toBuffer();
  const right = new Uint8Array(await image('red'));
  const face = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n';
  const file = zipSync({
    'x/m.obj': utf8(`mtllib .\\mats\\a b.mtl c.MTL\n${face}usemtl a\nf 1/1 2/1 3/1\nusemtl c\nf 1/1 3/1 2/1\n`),
    'x/Mats/a b.mtl': utf8('newmtl a\nmap_Kd t/i.png\n'),
    'x/c.mtl': utf8('newmtl c\nKd 0 0 1\n'),
    'x/Mats/t/i.png': right,
    'x/other/t/i.png': new Uint8Array(await image('blue')),
  });
  const { document, notes } = await readAnyModel(file);
  expect(notes).toEqual([]);
  const [a, c] = document.getRoot().listMaterials();
  expect(Buffer.from(a!.getBaseColorTexture()!.getImage()!)).toEqual(Buffer.from(right));
  expect(c!.getBaseColorFactor()).toEqual([0, 0, 1, 1]);
});

test('a BMP is read as a texture; one that is too large is left out', async () => {
  const bmpOf = (channels: 3 | 4) =>
    encodeBmp({ width: 2, height: 1, data: Uint8Array.from([200, 100, 50, 128, 1, 2, 3, 4].slice(0, 2 * channels)) });
  const large = Buffer.from(bmpOf(3));
  large.writeInt32LE(20_000, 18);
  const obj =
    'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\nusemtl b\nf 1/1 3/1 2/1\nusemtl c\nf 2/1 1/1 3/1\n';
  const mtl = 'newmtl a\nmap_Kd a.bmp\nnewmtl b\nmap_Kd b.bmp\nnewmtl c\nmap_Kd c.bmp\n';
  const file = zipSync({
    ...{ 'm.obj': utf8(obj), 'm.mtl': utf8(mtl) },
    ...{ 'a.bmp': bmpOf(3), 'b.bmp': bmpOf(4), 'c.bmp': new Uint8Array(large) },
  });
  const { document, notes } = await readAnyModel(file);
  const textures = document.getRoot().listTextures();
  const pixels = await Promise.all(textures.map((each) => sharp(each.getImage()!).raw().toBuffer()));
  expect(pixels.map((each) => [...each])).toEqual([
    [200, 100, 50, 128, 1, 2],
    [200, 100, 50, 1, 2, 3],
  ]);
  expect(notes).toMatchObject([{ id: 'import.texture-unreadable' }]);
});

test('a surface without uvs has no pictures, and a damaged picture is left out with a note', async () => {
  const mtl = 'newmtl a\nKd 1 0 0\nmap_Kd t.png\n';
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const bare = zipSync({
    'm.obj': utf8('mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n'),
    'm.mtl': utf8(mtl),
    't.png': new Uint8Array(png),
  });
  expect((await onlyPrimitive(bare)).getMaterial()!.getBaseColorTexture()).toBeNull();
  const cut = zipSync({
    'm.obj': utf8('mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl a\nf 1/1 2/1 3/1\n'),
    'm.mtl': utf8(mtl),
    't.png': new Uint8Array(png.subarray(0, 90)),
  });
  const { document, notes } = await readAnyModel(cut);
  expect(notes.map(toEngineText)).toEqual([expect.stringMatching(/t\.png cannot be read and was omitted/)]);
  expect(document.getRoot().listTextures()).toEqual([]);
});

test('the parts of a 3MF have units of their own, in which they place others', async () => {
  const part = (unit: string, content: string): Uint8Array => utf8(`<model unit="${unit}">${content}</model>`);
  const mesh = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
    <triangles><triangle v1="0" v2="1" v3="2"/></triangles></mesh>`;
  const item = '<item objectid="1" p:path="/3D/o.model" transform="1 0 0 0 1 0 0 0 1 10 0 0"/>';
  const file = zipSync({
    '[Content_Types].xml': utf8('<Types/>'),
    '_rels/.rels': utf8('<Relationships><Relationship Type="a/3dmodel" Target="/3D/r.model"/></Relationships>'),
    '3D/r.model': part('inch', `<resources/><build>${item}</build>`),
    '3D/o.model': part('millimeter', `<resources><object id="1">${mesh}</object></resources>`),
  });
  const { low, high } = measureDocument((await readAnyModel(file)).document);
  expect(low[0]).toBeCloseTo(10 * 0.0254, 5);
  expect(high[0]).toBeCloseTo(10 * 0.0254 + 0.001, 5);
});

test('a 3MF has its unit, parts, transforms, colours of corners and a slanted part in place', async () => {
  const mesh = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/></vertices>
    <triangles><triangle v1="0" v2="1" v3="2" pid="5" p1="0" p2="1" p3="0"/></triangles></mesh>`;
  const model = `<model unit="inch"><resources>
    <m:colorgroup id="5"><m:color color="#FF0000"/><m:color color="#0000FF80"/></m:colorgroup>
    <object id="1" name="part">${mesh}</object>
    <object id="2"><components><component objectid="1" transform="1 0 0 0 1 0 0 0 1 10 0 0"/></components></object>
    </resources><build><item objectid="2" transform="1 0 0 0 1 0 0 0 1 0 0 5"/>
    <item objectid="1" transform="1 0 0 1 1 0 0 0 1 0 0 0"/></build></model>`;
  const file = zipSync({ '[Content_Types].xml': utf8('<Types/>'), '3D/a.model': utf8(model) });
  const { document } = await readAnyModel(file);
  const { low, high, triangles } = measureDocument(document);
  expect(triangles).toBe(2);
  [0, 0, -1].forEach((value, k) => expect(low[k]! / 0.0254).toBeCloseTo(value, 4));
  [11, 5, 0].forEach((value, k) => expect(high[k]! / 0.0254).toBeCloseTo(value, 4));
  const colors = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('COLOR_0')!;
  expect(colors.getElement(1, [] as number[])).toEqual([0, 0, 1, Math.fround(128 / 255)]);
});

test('a glTF with everything embedded is read', async () => {
  expect(
    (await onlyPrimitive(utf8(JSON.stringify(describeTriangle()))))
      .getAttribute('POSITION')!
      .getElement(1, [] as number[]),
  ).toEqual([1, 0, 0]);
});

test('the import operation makes a GLB and a picture of any format, and leaves a GLB as it came', async () => {
  const stl = writeStl(await createAsymmetricModel());
  const made = await runImportModel({ sources: [stl], values: {} }, () => undefined);
  expect(made.files.map(({ name }) => name)).toEqual(['model.glb', 'preview.webp']);
  const { high } = measureDocument(await readGlb(made.files[0]!.bytes));
  high.forEach((value, k) => expect(value).toBeCloseTo(WORLD_HIGH[k]!, 3));
  const again = await runImportModel({ sources: [made.files[0]!.bytes], values: {} }, () => undefined);
  expect(Buffer.from(again.files[0]!.bytes).equals(made.files[0]!.bytes)).toBe(true);
});
