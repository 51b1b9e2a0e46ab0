import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { encodeFbx } from '../../../src-main/engine/files/fbx/write/encode-fbx.ts';
import { branch, leaf } from '../../../src-main/engine/files/fbx/write/fbx-node.ts';
import { checkModel } from '../../../src-main/readers/inspect/check-model.ts';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import type { Format } from '../../../src-shared/formats/formats.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

/** Images in every container that can be judged. */
const pictures = new Map<string, Buffer>();
let sphere = Buffer.alloc(0);
beforeAll(async () => {
  const image = sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } });
  for (const kind of ['png', 'jpeg', 'webp'] as const)
    pictures.set(kind, await image.clone().toFormat(kind).toBuffer());
  sphere = Buffer.from(await makeTexturedSphere(200, 32));
});

const get = (kind: string): Buffer => pictures.get(kind) as Buffer;

/** Checks files laid into a folder; the first is the model. */
async function check(
  format: Format,
  files: Readonly<Record<string, Uint8Array | string>>,
  isBundle = true,
): Promise<string[]> {
  const folder = path.join(makeTempFolder(), 'files');
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  const [main = ''] = Object.keys(files);
  const model = { path: path.join(folder, main), format, folder: isBundle ? folder : null };
  return (await checkModel(model, systemDisk)).map(toEnglish);
}

/** A GLB of a description, and bytes behind it. */
function glb(
  json: unknown,
  binary: Uint8Array = Buffer.alloc(0),
  edit: (bytes: Buffer) => void = () => undefined,
): Buffer {
  const text = Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.byteLength % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(padded.byteLength, 12);
  head.write('JSON', 16);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(binary.byteLength, 0);
  chunk.write('BIN\0', 4);
  const bytes = Buffer.concat([head, padded, ...(binary.byteLength > 0 ? [chunk, binary] : [])]);
  bytes.writeUInt32LE(bytes.byteLength, 8);
  edit(bytes);
  return bytes;
}

const asset = { version: '2.0' };
/** A model with one image inside. */
const withPicture = (picture: Uint8Array): Buffer =>
  glb(
    {
      asset,
      buffers: [{ byteLength: picture.byteLength }],
      bufferViews: [{ buffer: 0, byteLength: picture.byteLength }],
      images: [{ bufferView: 0, mimeType: 'image/png', name: 'wood' }],
    },
    picture,
  );

describe('a GLB', () => {
  test('of a real model is whole', async () => {
    expect(await check('glb', { '0.glb': sphere }, false)).toEqual([]);
  });

  test.each(['png', 'jpeg', 'webp'])('with a %s inside is whole, and is noted when that is cut off', async (kind) => {
    expect(await check('glb', { '0.glb': withPicture(get(kind)) }, false)).toEqual([]);
    const cut = withPicture(get(kind).subarray(0, get(kind).byteLength - 12));
    expect(await check('glb', { '0.glb': cut }, false)).toEqual(['0.glb has an image that is truncated: wood.']);
  });

  test('that names an image outside of it is noted, not refused', async () => {
    const model = glb({ asset, images: [{ uri: 'wood%20oak.png' }, { uri: 'data:image/png;base64,AAAA' }] });
    expect(await check('glb', { '0.glb': model }, false)).toEqual([
      '0.glb refers to an image that is missing: wood oak.png.',
    ]);
  });

  test.each<[string, () => Buffer]>([
    ['without a description', () => glb('')],
    ['with half a description', () => glb('{"asset":{"version":"2.0"')],
    ['with another kind of description', () => glb({ hello: 1 })],
    [
      'with a description longer than itself',
      () => glb({ asset }, Buffer.alloc(0), (b) => void b.writeUInt32LE(9_999, 12)),
    ],
    ['with a first part that is none', () => glb({ asset }, Buffer.alloc(0), (b) => void b.write('XXXX', 16))],
    ['with geometry longer than itself', () => glb({ asset, buffers: [{ byteLength: 99 }] }, Buffer.alloc(8))],
    [
      'with a part outside of its bounds',
      () => glb({ asset, meshes: [{ primitives: [{ attributes: { POSITION: 7 } }] }] }),
    ],
    ['that is cut off in its geometry', () => sphere.subarray(0, sphere.byteLength - 400)],
  ])('%s is damaged and may come whole next time', async (_, make) => {
    await expect(check('glb', { '0.glb': make() }, false)).rejects.toMatchObject({
      code: 'result_damaged',
      retryable: true,
    });
  });

  test('newer than we read is kept, and says so', async () => {
    const newer = glb({ asset }, Buffer.alloc(0), (bytes) => void bytes.writeUInt32LE(3, 4));
    expect(await check('glb', { '0.glb': newer }, false)).toEqual(['Not checked: It is GLB version 3.']);
  });
});

describe('a glTF', () => {
  const model = (uri: string, bytes = 4): string =>
    JSON.stringify({ asset, buffers: [{ uri: 'a%20b.bin', byteLength: bytes }], images: [{ uri }] });

  test('with all it names beside it is whole', async () => {
    const files = { 'a.gltf': model('./wood.png'), 'a b.bin': 'xxxx', 'wood.png': get('png') };
    expect(await check('gltf', files)).toEqual([]);
  });

  test.each(['wood.png', '../wood.png', 'https://example.com/wood.png', 'Wood.png'])(
    'that names %s, which is not there, is noted',
    async (uri) => {
      const notes = await check('gltf', { 'a.gltf': model(uri), 'a b.bin': 'xxxx', 'other.png': get('png') });
      expect(notes).toEqual([`a.gltf refers to an image that is missing: ${uri}.`]);
    },
  );

  test.each<[string, Record<string, string>]>([
    ['is not there', {}],
    ['is too short', { 'a b.bin': 'xx' }],
  ])('whose geometry %s is damaged', async (_, beside) => {
    await expect(check('gltf', { 'a.gltf': model('x.png'), ...beside })).rejects.toMatchObject({
      code: 'result_damaged',
    });
  });
});

describe('an OBJ', () => {
  const obj = 'mtllib my chair.mtl\nv 0 0 0\n';

  test('with its library and images is whole, whatever options stand before their names', async () => {
    const mtl = [
      'newmtl a',
      'map_Kd wood oak.png',
      'map_Bump -bm 0.5 wood oak.png',
      'map_Pr -s 2 2 -o 0 0 0 -clamp on wood oak.png',
      'norm -imfchan r -texres 512 .\\wood oak.png',
      '# map_Kd not.png',
    ].join('\r\n');
    expect(await check('obj', { 'a.obj': obj, 'my chair.mtl': mtl, 'wood oak.png': get('png') })).toEqual([]);
  });

  test('with names in GBK, in two libraries of one statement, is whole', async () => {
    // 木板 in GBK.
    const mtl = Buffer.from('newmtl a\nmap_Kd \xc4\xbe\xb0\xe5.png\n', 'latin1');
    const files = { 'my chair.mtl': mtl, '木板.png': get('png'), 'b.mtl': 'newmtl b\n' };
    expect(await check('obj', { 'a.obj': 'mtllib my chair.mtl .\\b.mtl\n', ...files })).toEqual([]);
  });

  test('that refers to an image that is missing, or half of one, is noted', async () => {
    const mtl = 'map_Kd lost.png\nmap_Ke cut.jpg\nmap_d empty.png\nmap_Kd /etc/passwd';
    const files = { 'my chair.mtl': mtl, 'cut.jpg': get('jpeg').subarray(0, 200), 'empty.png': '' };
    expect(await check('obj', { 'a.obj': obj, ...files })).toEqual([
      'a.obj refers to an image that is missing: lost.png.',
      'a.obj has an image that is truncated: cut.jpg.',
      'a.obj has an image that is empty: empty.png.',
      'a.obj refers to an image that is missing: /etc/passwd.',
    ]);
  });

  test('whose library is not there is noted; of a thousand lost images ten are named', async () => {
    expect(await check('obj', { 'a.obj': obj })).toEqual(['a.obj refers to an image that is missing: my chair.mtl.']);
    const mtl = Array.from({ length: 1000 }, (_, at) => `map_Kd ${at}.png`).join('\n');
    const notes = await check('obj', { 'a.obj': obj, 'my chair.mtl': mtl });
    expect([notes.length, notes.at(-1)]).toEqual([11, '… and 990 more of its images.']);
  });
});

describe('an FBX', () => {
  const video = (name: string, content: Uint8Array | null) =>
    branch(
      'Video',
      [1n, name, 'Clip'],
      [
        leaf('Type', 'Clip'),
        leaf('Filename', `C:\\work\\${name}`),
        leaf('RelativeFilename', `textures\\${name}`),
        ...(content ? [leaf('Content', content)] : []),
      ],
    );
  const fbx = async (...videos: ReturnType<typeof video>[]): Promise<Uint8Array> =>
    encodeFbx([
      branch('Definitions', [], [leaf('Count', 1)]),
      branch('Objects', [], [branch('Model', [2n], []), ...videos]),
    ]);

  test('that holds its images is whole; one it only names is noted', async () => {
    expect(await check('fbx', { 'a.fbx': await fbx(video('in.png', Buffer.alloc(70_000, 1))) }, false)).toEqual([]);
    const two = await fbx(video('in.png', get('png')), video('out.png', null), video('none.png', Buffer.alloc(0)));
    expect(await check('fbx', { 'a.fbx': two }, false)).toEqual([
      'a.fbx refers to an image that is missing: out.png.',
      'a.fbx refers to an image that is missing: none.png.',
    ]);
  });

  test('that is laid out like nothing we know is left alone', async () => {
    const bytes = Buffer.from(await fbx(video('out.png', null)));
    for (let at = 27; at < bytes.byteLength; at += 7) bytes[at] = (at * 37) % 256;
    expect(await check('fbx', { 'a.fbx': bytes }, false)).toEqual([]);
    expect(await check('fbx', { 'a.fbx': bytes.subarray(0, 30) }, false)).toEqual([]);
  });
});

test('a name cannot carry signs that change how a note reads', async () => {
  const model = glb({ asset, images: [{ uri: 'a\u202egnp.exe' }] });
  expect(await check('glb', { '0.glb': model }, false)).toEqual([
    '0.glb refers to an image that is missing: agnp.exe.',
  ]);
});
