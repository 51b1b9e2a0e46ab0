import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { systemDisk } from '../../../src-main/base/files/disk.ts';
import { sniffModel } from '../../../src-main/readers/inspect/sniff-model.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);

function glb(announced: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(size);
  bytes.write('glTF');
  bytes.writeUInt32LE(2, 4);
  bytes.writeUInt32LE(announced, 8);
  return bytes;
}

function stl(triangles: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(size, 'solid model exported as binary');
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
}

const FBX_HEAD = 'Kaydara FBX Binary  \0\x1a\0';
const FBX_FOOTER = Buffer.from('f85a8c6adef5d97eece90ce3758f290b', 'hex');

/** An FBX 7.4 of one empty record at the top and the empty one that ends the list. */
function fbx(tail: Uint8Array): Buffer {
  const record = Buffer.alloc(13 + 7);
  record.writeUInt32LE(27 + record.byteLength, 0);
  record.writeUInt8(7, 12);
  record.write('Objects', 13);
  const version = Buffer.alloc(4);
  version.writeUInt32LE(7400);
  return Buffer.concat([Buffer.from(FBX_HEAD, 'latin1'), version, record, tail]);
}

const usdz = zipSync({ 'model.usdc': [text('PXR-USDC'), { level: 0 }] });

test.each<[string, Uint8Array]>([
  ['glb', glb(40, 40)],
  ['fbx', fbx(Buffer.concat([Buffer.alloc(13), FBX_FOOTER]))],
  ['fbx', fbx(Buffer.alloc(13))],
  ['usdz', zipSync({ 'model.usdc': [text('PXR-USDC'), { level: 0 }] })],
  ['usdz', zipSync({ 'Scene.USDA': [text('#usda 1.0'), { level: 0 }] })],
  ['3mf', zipSync({ '[Content_Types].xml': text('<x/>') })],
  ['3mf', zipSync({ '_rels/.rels': text('<x/>') })],
  ['zip', zipSync({ 'model.obj': text('v 0 0 0') })],
  ['zip', zipSync({ 'x.usdz.obj': text('v 0 0 0') })],
  ['stl', stl(2, 184)],
  ['stl', stl(0, 84)],
  ['stl', stl(2, 200)],
])('tells %s by its bytes', async (format, bytes) => {
  const file = path.join(makeTempFolder(), 'model.bin');
  await writeFile(file, bytes);
  expect(await sniffModel({ path: file }, systemDisk)).toBe(format);
});

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array(0)],
  ['a page', text('<html>Expired</html>')],
  ['a GLB that was cut off', glb(4000, 40)],
  ['a GLB with more behind it', glb(40, 44)],
  ['a GLB shorter than its header', glb(12, 12)],
  ['an STL that was cut off', stl(3, 184)],
  ['an FBX without its last record', fbx(Buffer.alloc(0))],
  ['an FBX that was cut off within a record', fbx(Buffer.alloc(13)).subarray(0, 40)],
  ['a USDZ that was cut off before its directory', usdz.subarray(0, 60)],
  ['a USDZ without the last byte', usdz.subarray(0, -1)],
  ['an empty zip', zipSync({})],
  ['an FBX in words', text('; FBX 7.4.0 project file')],
])('refuses %s and says it may come whole next time', async (_, bytes) => {
  const file = path.join(makeTempFolder(), 'model.glb');
  await writeFile(file, bytes);
  await expect(sniffModel({ path: file }, systemDisk)).rejects.toMatchObject({
    code: 'result_damaged',
    retryable: true,
  });
});
