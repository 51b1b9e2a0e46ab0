import { expect, test } from 'vitest';
import { groupUploads } from '../../../../src-renderer/app/bridge/upload-files.ts';

const MIB = 1024 * 1024;

function groupSizes(sizes: readonly number[], name = 'a.png'): number[] {
  const files = sizes.map((size) => ({ file: { size }, name }));
  const groups = groupUploads(files);
  expect(groups.flat()).toEqual(files);
  return groups.map((group) => group.length);
}

test('A few files are divided among the uploads at once, many fill requests of 32', () => {
  expect(groupSizes([])).toEqual([]);
  expect(groupSizes([1])).toEqual([1]);
  expect(groupSizes([1, 1, 1])).toEqual([1, 1, 1]);
  expect(groupSizes(Array(30).fill(1))).toEqual([8, 8, 8, 6]);
  expect(groupSizes(Array(200).fill(1))).toEqual([32, 32, 32, 32, 32, 32, 8]);
});

test('A request holds at most 16 MiB of several files, and one file of any size', () => {
  expect(groupSizes([10 * MIB, 10 * MIB, 1, 1, 1, 1, 40 * MIB, 1])).toEqual([1, 2, 2, 1, 1, 1]);
});

test('The names of a request fit its headers', () => {
  expect(groupSizes(Array(40).fill(1), 'n'.repeat(3_000))).toEqual(Array(20).fill(2));
  expect(groupSizes(Array(8).fill(1), 'n'.repeat(12_000))).toEqual(Array(8).fill(1));
});
