import { unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { flagUtf8Names, readUnpackedSize } from '../../../../../src-renderer/features/viewer/load/zip-directory.ts';

const zip = zipSync({ '3D/3dmodel.model': new Uint8Array(5_000_000), '[Content_Types].xml': new Uint8Array(70) });
const bufferOf = (bytes: Uint8Array) => bytes.slice().buffer;

test('what a zip holds unpacked is known before it is unpacked', () => {
  expect(zip.length).toBeLessThan(10_000);
  expect(readUnpackedSize(bufferOf(zip))).toBe(5_000_070);
});

test('what is no whole zip has no size', () => {
  expect(readUnpackedSize(bufferOf(zip.subarray(0, zip.length - 1)))).toBeNull();
  expect(readUnpackedSize(new ArrayBuffer(0))).toBeNull();
  const elsewhere = zip.slice();
  // The place of the directory, in the last record.
  new DataView(elsewhere.buffer).setUint32(zip.length - 6, zip.length - 10, true);
  expect(readUnpackedSize(elsewhere.buffer)).toBeNull();
});

test('names in UTF-8 are read without their flag, those in other encodings stay as they are', () => {
  const names = ['模型.usda', 'textures/Töne.png', 'plain.png'];
  const files = Object.fromEntries(names.map((name) => [name, new Uint8Array(1)]));
  const archive = Buffer.from(zipSync({ ...files, 'W\u0000rfel.png': new Uint8Array(1) }));
  for (let at = archive.indexOf('PK\u0001\u0002'); at >= 0; at = archive.indexOf('PK\u0001\u0002', at + 1))
    archive.writeUInt16LE(0, at + 8);
  // A name in code page 437.
  for (let at = archive.indexOf('W\u0000rfel'); at >= 0; at = archive.indexOf('W\u0000rfel', at))
    archive[at + 1] = 0x81;
  const bytes = Uint8Array.from(archive).buffer;
  flagUtf8Names(bytes);
  expect(Object.keys(unzipSync(new Uint8Array(bytes)))).toEqual([...names, 'W\u0081rfel.png']);
  flagUtf8Names(new ArrayBuffer(3));
});
