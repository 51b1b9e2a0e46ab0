import { expect, test } from 'vitest';
import { pickCoding } from '../../../src-main/ipc/loopback/pick-coding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['BR ; Q=0.5', 'br'],
  ['gzip', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['br;q=0, gzip;q=0.000', null],
  ['*;q=0', null],
  ['identity', null],
  ['deflate, zstd', null],
  ['br;q=much', null],
  ['', null],
] as const)('of %j, the page is sent as %s', (header, coding) => {
  expect(pickCoding(header)).toBe(coding);
});
