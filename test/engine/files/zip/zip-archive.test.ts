import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openZipArchive } from '../../../../src-main/engine/files/zip/zip-archive.ts';

const MIB = 1024 ** 2;
const ENTRY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1');
/** Offset of the unpacked size in an entry of the central directory (APPNOTE 4.3.12). */
const SIZE_AT = 24;

/** Offset of the packed size. */
const PACKED_SIZE_AT = 20;

/** A zip whose directory says that each of its files has this size, and this one packed. */
function zipOf(count: number, bytes: number, packedBytes?: number): Uint8Array {
  const content = new Uint8Array(64);
  const zip = Buffer.from(
    zipSync(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.bin`, content]))),
  );
  for (let at = zip.indexOf(ENTRY_SIGNATURE); at >= 0; at = zip.indexOf(ENTRY_SIGNATURE, at + 1)) {
    zip.writeUInt32LE(bytes, at + SIZE_AT);
    if (packedBytes !== undefined) zip.writeUInt32LE(packedBytes, at + PACKED_SIZE_AT);
  }
  return zip;
}

test('all files of an archive together have at most a gigabyte, before any of them is unpacked', async () => {
  const archive = await openZipArchive(zipOf(18, 60 * MIB));
  for (let at = 0; at < 17; at++) expect(archive.open(`${at}.bin`)?.size).toBe(60 * MIB);
  expect(() => archive.open('17.bin')).toThrow(expect.objectContaining({ code: 'too_large' }) as Error);
});

test('an archive and a file that is unpacked in one piece are together as large as a file may be', async () => {
  const archive = await openZipArchive(zipOf(1, 150 * MIB, 2 * MIB));
  await expect(archive.open('0.bin')!.readAll()).rejects.toMatchObject({
    code: 'too_large',
    detail: { id: 'model-limit.available-memory' },
  });
});

test('a small file is unpacked in one piece from an archive of any size', async () => {
  const zip = zipSync({
    'other.bin': [new Uint8Array(120 * MIB), { level: 0 }],
    'small.bin': new Uint8Array(40 * MIB),
  });
  const archive = await openZipArchive(zip);
  expect((await archive.open('small.bin')!.readAll()).length).toBe(40 * MIB);
});

test('a file that is not compressed is read from its archive in pieces', async () => {
  const bytes = new Uint8Array(5 * 1024 ** 2).fill(7);
  const files = await openZipArchive(zipSync({ a: bytes }, { level: 0 }));
  const pieces: Uint8Array[] = [];
  for await (const piece of files.open('a')!.pieces()) pieces.push(piece);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1024 ** 2);
  expect(Buffer.concat(pieces)).toEqual(Buffer.from(bytes));
  expect((await files.open('a')!.head(10)).length).toBeLessThanOrEqual(1024 ** 2);
});
