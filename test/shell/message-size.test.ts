import { describe, expect, it } from 'vitest';
import { isTooLarge } from '../../src-main/shell/ipc/message-size.ts';

const MEGABYTE = 1024 * 1024;

describe('isTooLarge', () => {
  it('counts strings, typed arrays and cycles', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(isTooLarge('key:set', cycle)).toBe(false);
    expect(isTooLarge('key:set', { key: 'x'.repeat(MEGABYTE - 100) })).toBe(false);
    expect(isTooLarge('key:set', { key: 'x'.repeat(MEGABYTE) })).toBe(true);
    expect(isTooLarge('key:set', new Uint8Array(MEGABYTE))).toBe(true);
  });

  it('lets a folder of many files through, by its own channel only', () => {
    const paths = Array.from({ length: 50_000 }, (_, index) => `/home/somebody/pictures/picture-${index}.png`);
    expect(isTooLarge('sources:take', paths)).toBe(false);
    expect(isTooLarge('queue:add', paths)).toBe(true);
  });

  it('refuses what cannot be cloned', () => {
    expect(isTooLarge('key:set', () => undefined)).toBe(true);
  });
});
