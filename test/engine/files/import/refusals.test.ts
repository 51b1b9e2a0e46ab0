import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeZip } from '../../../../src-main/engine/files/zip/write-zip.ts';
import { parseTextFbx } from '../../../../src-main/engine/files/fbx/read/parse-text-fbx.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { createAsymmetricModel } from '../asymmetric-model.ts';
import { encodeBinaryFbx, textFbx } from './fbx-files.ts';
import { findRefusal } from './measure.ts';
import { WRITERS } from './written.ts';

const OBJ = Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
const utf8 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text));
const zip = (files: Record<string, Uint8Array>): Uint8Array => zipSync(files, { level: 1 });
const deep = (open: string, inner: string, close: string): string => open.repeat(600) + inner + close.repeat(600);

/** A 3MF of resources and build items. */
function threeMf(resources: string, items: string, head = ''): Uint8Array {
  const model = `<?xml version="1.0"?>${head}<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
    <resources>${resources}</resources><build>${items}</build></model>`;
  return zip({ '[Content_Types].xml': utf8('<Types/>'), '3D/3dmodel.model': utf8(model) });
}
const TETRAHEDRON = `<mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/>
  <vertex x="0" y="0" z="1"/></vertices><triangles>TRIANGLES</triangles></mesh>`;
const FACES = '<triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/>';
const body = (faces = FACES): string => TETRAHEDRON.replace('TRIANGLES', faces);
const gltf = (rest: object): Uint8Array =>
  utf8(JSON.stringify({ asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{}], ...rest }));
const buffer = (uri: string): Uint8Array =>
  gltf({ buffers: [{ byteLength: 4, uri }], bufferViews: [{ buffer: 0, byteLength: 4 }] });

test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
  ['an empty file', () => new Uint8Array(), /is empty. Copy or export/],
  [
    'a picture',
    () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
    /is not a model that Dropforge can read. Use GLB/,
  ],
  ['a text of another kind', () => utf8('Dear Sir,\nv is a letter.\n'), /is not a model that Dropforge can read/],
  ['an archive without a model', () => zip({ 'readme.txt': utf8('hello') }), /contains no model. Add a GLB/],
  ['an archive with two models', () => zip({ 'a.obj': OBJ, 'b.obj': OBJ }), /contains 2 models. Import one at a time/],
  ['an archive in an archive', () => zip({ 'a.obj': zip({ 'b.obj': OBJ }) }), /contains another archive. Unpack it/],
  ['an archive that leads out of itself', () => zip({ '../../a.obj': OBJ }), /archive cannot be opened/],
  ['an archive cut off', () => zip({ 'a.obj': OBJ }).subarray(0, 60), /archive cannot be opened/],
  [
    'an archive that swells',
    () => {
      const file = zip({ 'a.obj': OBJ });
      // What the directory says of the file's size, unpacked.
      const entry = Buffer.from(file).indexOf('PK\x01\x02', 0, 'latin1');
      new DataView(file.buffer).setUint32(entry + 24, 2 ** 30, true);
      return file;
    },
    /more than a hundred times its size/,
  ],
  [
    'an archive of very many files',
    () => {
      const file = zip({ 'a.obj': OBJ });
      // The end record's number of entries, on this disk and in all.
      for (const at of [14, 12]) new DataView(file.buffer).setUint16(file.length - at, 10_001, true);
      return file;
    },
    /more than 10,000 files/,
  ],
  [
    'a glTF whose data is on the network',
    () => buffer('https://example.com/a.bin'),
    /refers to https:.*does not download/,
  ],
  [
    'a glTF whose data is a file of the computer',
    () => buffer('file:///etc/passwd'),
    /refers to file:.*does not download/,
  ],
  ['a glTF whose data is not there', () => buffer('../../etc/passwd'), /needs the file .*\. Pack both in one ZIP/],
  [
    'a glTF that lies about its buffer',
    () => buffer('data:application/octet-stream;base64,AAA='),
    /shorter than declared/,
  ],
  ['a glTF that is no JSON', () => utf8('{"asset": {'), /description is not JSON/],
  [
    'an OBJ with more than two million triangles',
    () => utf8(`${OBJ.toString()}${'f 1 2 3\n'.repeat(2_000_000)}`),
    /more than 2,000,000 triangles/,
  ],
  ['an OBJ without faces', () => utf8('v 0 0 0\nv 1 1 1\n'), /contains no faces/],
  ['an OBJ that names a point too many', () => utf8(`${OBJ.toString()}f 1 2 9\n`), /refers to a missing point/],
  [
    'an OBJ with a point that is no number',
    () => utf8('v 0 0 x\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'),
    /a point has invalid coordinates/,
  ],
  ['an STL that stops', () => utf8('solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n'), /ends too early/],
  ['an STL without facets', () => utf8('solid a\nendsolid a\n'), /contains no triangles/],
  ['a 3MF with entities of its own', () => threeMf('', '', '<!DOCTYPE m [<!ENTITY a "b">]>'), /defines XML entities/],
  ['a 3MF that nests without end', () => threeMf(deep('<a>', '', '</a>'), ''), /more than 512 levels/],
  ['a 3MF that is not closed', () => threeMf('<object id="1">', ''), /malformed/],
  [
    'a 3MF of an object made of itself',
    () => threeMf('<object id="1"><components><component objectid="1"/></components></object>', '<item objectid="1"/>'),
    /contains itself/,
  ],
  [
    'a 3MF that multiplies',
    () => {
      const parts = Array.from({ length: 9 }, (_, i) => {
        const inner = `<component objectid="${i}"/>`.repeat(10);
        return `<object id="${i + 1}"><components>${inner}</components></object>`;
      });
      return threeMf(`<object id="0">${body()}</object>${parts.join('')}`, '<item objectid="9"/>');
    },
    /more than 30,000 objects/,
  ],
  [
    'an OBJ of many objects',
    () => utf8(`v 0 0 0\nv 1 0 0\nv 0 1 0\n${'o a\nf 1 2 3\n'.repeat(20_000)}`),
    /too many objects, materials and animations/,
  ],
  [
    'a glTF of many empty cameras',
    () => gltf({ cameras: Array.from({ length: 100_000 }, () => ({})) }),
    /too many objects, materials and animations/,
  ],
  ['a USD of many prims', () => utf8(`#usda 1.0\n${'def "a" {}\n'.repeat(130_000)}`), /more than 30,000 objects/],
  [
    'a USD of many properties',
    () => utf8(`#usda 1.0\ndef "a" {\n${'int a\n'.repeat(500_000)}}`),
    /more than 30,000 objects/,
  ],
  [
    'a 3MF with more than five million triangles',
    () => threeMf(`<object id="1">${body(FACES.repeat(400))}</object>`, '<item objectid="1"/>'.repeat(9000)),
    /more than 5,000,000 triangles/,
  ],
  ['a 3MF of nothing', () => threeMf('', ''), /nothing to print/],
  ['a USD that nests without end', () => utf8(`#usda 1.0\n${deep('def "a" {', '', '}')}`), /more than 512 levels/],
  ['an FBX that nests without end', () => textFbx({ objects: deep('A: {', '', '}') }), /more than 512 levels/],
  [
    'a crate cut off',
    () => Buffer.concat([Buffer.from('PXR-USDC'), Buffer.from([0, 8, 0, 0, 0, 0, 0, 0])]),
    /ends too early/,
  ],
  [
    'a crate of another age',
    () => Buffer.concat([Buffer.from('PXR-USDC'), Buffer.from([0, 1, 0]), Buffer.alloc(90)]),
    /version 0\.1/,
  ],
])('%s is refused in a sentence', async (_, make, words) => {
  expect(await findRefusal(await make())).toMatch(words);
});

test('long runs of nothing cost no stack', async () => {
  const space = ' '.repeat(3_000_000);
  const comments = '#\n'.repeat(1_000_000);
  expect(await findRefusal(utf8(`#usda 1.0\n${comments}${space}`))).toMatch(/contains no visible mesh/);
  expect(await findRefusal(utf8(`; FBX 7.4.0\n${';\n'.repeat(1_000_000)}${space}`))).toMatch(/version 0/);
  expect(await findRefusal(utf8(`#usda 1.0\ndef Mesh "a" { string a = "${'x'.repeat(5_000_000)}" }`))).toMatch(
    /no visible mesh/,
  );
  expect(await findRefusal(utf8('\n'.repeat(200_000)))).toMatch(/is not a model/);
});

test('a packed array that takes more memory than any mesh is refused before it is unpacked', async () => {
  const bomb = Buffer.from(encodeBinaryFbx(parseTextFbx(textFbx()), 7400));
  // The length of `Vertices` after its type letter: 200 million integers.
  bomb.writeUInt32LE(200_000_000, bomb.indexOf('Verticesi') + 9);
  expect(await findRefusal(bomb)).toMatch(/memory/);
});

test('what a Mac adds to an archive is no model', async () => {
  const { document } = await readAnyModel(
    zip({ 'a/b.obj': OBJ, '__MACOSX/a/._b.obj': utf8('x'), 'a/.DS_Store': utf8('x') }),
  );
  expect(document.getRoot().listMeshes()).toHaveLength(1);
});

test('formats are told by content, whatever files are called', async () => {
  const model = await createAsymmetricModel();
  for (const write of Object.values(WRITERS)) {
    const { document } = await readAnyModel(await writeZip(new Map([['model.obj', await write(model)]]))).catch(
      // Archives in archives are refused; everything else is read.
      async (error: Error) => {
        expect(error.message).toMatch(/another archive/);
        return readAnyModel(await write(model));
      },
    );
    expect(document.getRoot().listMeshes().length).toBeGreaterThan(0);
  }
});
