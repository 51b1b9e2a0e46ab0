import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { sniffModel } from '../../src-main/pipeline/sniff-model.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

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

test.each<[string, Uint8Array]>([
  ['glb', glb(40, 40)],
  ['fbx', text('Kaydara FBX Binary  \0\x1a\0 and more')],
  ['usdz', zipSync({ 'model.usdc': [text('PXR-USDC'), { level: 0 }] })],
  ['usdz', zipSync({ 'Scene.USDA': [text('#usda 1.0'), { level: 0 }] })],
  ['3mf', zipSync({ '[Content_Types].xml': text('<x/>') })],
  ['3mf', zipSync({ '_rels/.rels': text('<x/>') })],
  ['zip', zipSync({ 'model.obj': text('v 0 0 0') })],
  ['zip', zipSync({ 'x.usdz.obj': text('v 0 0 0') })],
  ['stl', stl(2, 184)],
  ['stl', stl(0, 84)],
])('tells %s by its bytes', async (format, bytes) => {
  const file = path.join(makeTempFolder(), 'model.bin');
  await writeFile(file, bytes);
  expect(await sniffModel(file)).toBe(format);
});

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array(0)],
  ['a page', text('<html>Expired</html>')],
  ['a GLB that was cut off', glb(4000, 40)],
  ['a GLB with more behind it', glb(40, 44)],
  ['a GLB shorter than its header', glb(12, 12)],
  ['an STL that was cut off', stl(3, 184)],
  ['an empty zip', zipSync({})],
  ['an FBX in words', text('; FBX 7.4.0 project file')],
])('refuses %s and says it may come whole next time', async (_, bytes) => {
  const file = path.join(makeTempFolder(), 'model.glb');
  await writeFile(file, bytes);
  await expect(sniffModel(file)).rejects.toMatchObject({ code: 'result_damaged', retryable: true });
});
