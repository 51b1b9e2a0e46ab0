import { describe, expect, it } from 'vitest';
import { isMessageTooLarge } from '../../../src-main/shell/ipc/message-size.ts';

const MEGABYTE = 1024 * 1024;

describe('isTooLarge', () => {
  it('counts strings, typed arrays and cycles', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(isMessageTooLarge('key:set', cycle)).toBe(false);
    expect(isMessageTooLarge('key:set', { key: 'x'.repeat(MEGABYTE - 100) })).toBe(false);
    expect(isMessageTooLarge('key:set', { key: 'x'.repeat(MEGABYTE) })).toBe(true);
    expect(isMessageTooLarge('key:set', new Uint8Array(MEGABYTE))).toBe(true);
  });

  it('lets a folder of many files through, by its own channel only', () => {
    const paths = Array.from({ length: 50_000 }, (_, index) => `/home/somebody/pictures/picture-${index}.png`);
    expect(isMessageTooLarge('sources:take', paths)).toBe(false);
    expect(isMessageTooLarge('queue:add', paths)).toBe(true);
  });

  it('refuses what cannot be cloned', () => {
    expect(isMessageTooLarge('key:set', () => undefined)).toBe(true);
  });
});
