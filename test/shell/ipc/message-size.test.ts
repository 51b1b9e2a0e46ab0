import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isMessageTooLarge } from '../../../src-main/shell/ipc/message-size.ts';
import { MAX_CALL_BYTES, MAX_CALL_VALUES, MAX_IDS } from '../../../src-shared/ipc/call-limits.ts';

describe('isTooLarge', () => {
  it('counts strings, typed arrays and cycles', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle);
    expect(isMessageTooLarge('key:set', cycle)).toBe(true);
    expect(isMessageTooLarge('key:set', { key: 'x'.repeat(MAX_CALL_BYTES - 100) })).toBe(false);
    expect(isMessageTooLarge('key:set', { key: 'x'.repeat(MAX_CALL_BYTES) })).toBe(true);
    expect(isMessageTooLarge('key:set', new Uint8Array(MAX_CALL_BYTES))).toBe(true);
  });

  it('lets a folder of many files through, by its own channel only', () => {
    const paths = Array.from(
      { length: 100_000 },
      (_, index) => `/home/somebody/pictures/holidays at the sea/picture-${index}.png`,
    );
    expect(isMessageTooLarge('sources:take', paths)).toBe(false);
    expect(isMessageTooLarge('queue:add', paths)).toBe(true);
  });

  it('lets the longest list of ids through, and not many small values', () => {
    const ids = Array.from({ length: MAX_IDS }, () => randomUUID());
    expect(isMessageTooLarge('queue:cancel', { ids })).toBe(false);
    expect(isMessageTooLarge('queue:cancel', { ids: [...ids, ...ids] })).toBe(true);
    expect(isMessageTooLarge('queue:cancel', { ids: Array.from({ length: MAX_CALL_VALUES }, () => 0) })).toBe(true);
    expect(isMessageTooLarge('queue:cancel', { ids: Array.from({ length: MAX_IDS }, () => [0]) })).toBe(true);
  });

  it('refuses what cannot be cloned', () => {
    expect(isMessageTooLarge('key:set', () => undefined)).toBe(true);
  });
});
