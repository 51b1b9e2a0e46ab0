import { createHash } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createGrowingHash } from '../../../src-main/base/files/growing-hash.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const MIB = 1024 * 1024;
const PIECE = Buffer.from(Array.from({ length: MIB }, (_, at) => (at * 7 + (at >> 9)) % 253));
const file = (): string => path.join(makeTempFolder(), 'file');
const hashOf = (pieces: number): string => {
  const hash = createHash('sha256');
  for (let at = 0; at < pieces; at++) hash.update(PIECE);
  return hash.digest('hex');
};

test('a file that grows is hashed as it lies there in the end, beside other files', async () => {
  const files = [file(), file()];
  const hashes = files.map(createGrowingHash);
  for (let pieces = 1; pieces <= 20; pieces++) {
    for (const [index, name] of files.entries()) {
      appendFileSync(name, PIECE);
      hashes[index]?.upTo(pieces * MIB);
    }
  }
  expect(await Promise.all(hashes.map((hash) => hash.finish(20 * MIB)))).toEqual([hashOf(20), hashOf(20)]);
});

test.each([0, 1, 9])('a file of %i MiB that is whole already has its hash', async (pieces) => {
  const name = file();
  writeFileSync(name, Buffer.concat(Array.from({ length: pieces }, () => PIECE)));
  expect(await createGrowingHash(name).finish(pieces * MIB)).toBe(hashOf(pieces));
});

test('only the bytes that were named count', async () => {
  const name = file();
  writeFileSync(name, Buffer.concat([...Array.from({ length: 10 }, () => PIECE), Buffer.alloc(500)]));
  expect(await createGrowingHash(name).finish(10 * MIB)).toBe(hashOf(10));
});

test.each([1, 9])('a file shorter than the %i MiB that were written is no success', async (pieces) => {
  const name = file();
  writeFileSync(name, PIECE.subarray(1));
  await expect(createGrowingHash(name).finish(pieces * MIB)).rejects.toThrow('shorter');
});

test.each([1, 9])('a file that is gone is told by the system’s code (%i MiB)', async (pieces) => {
  const hash = createGrowingHash(file());
  hash.upTo(pieces * MIB);
  await expect(hash.finish(pieces * MIB)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('one that was closed says nothing, and the next is not disturbed', async () => {
  const name = file();
  writeFileSync(name, Buffer.concat(Array.from({ length: 9 }, () => PIECE)));
  const closed = createGrowingHash(name);
  closed.upTo(9 * MIB);
  closed.close();
  expect(await createGrowingHash(name).finish(9 * MIB)).toBe(hashOf(9));
});
