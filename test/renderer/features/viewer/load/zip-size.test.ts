import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readUnpackedSize } from '../../../../../src-renderer/features/viewer/load/zip-size.ts';

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
