import { describe, expect, it } from 'vitest';
import { keyName } from '../../src-renderer/state/keys.ts';

const press = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) =>
  keyName({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held });

describe('names of keys', () => {
  it('are those of the list of keys', () => {
    expect(press('o', { ctrlKey: true })).toBe('Ctrl O');
    expect(press('Delete')).toBe('Del');
    expect(press('R', { shiftKey: true })).toBe('Shift R');
    expect(press('F6', { shiftKey: true })).toBe('Shift F6');
  });

  it('take Shift as part of a mark', () => {
    expect(press('?', { shiftKey: true })).toBe('?');
  });

  it('take the command key of a Mac for Ctrl', () => {
    expect(press(',', { metaKey: true })).toBe('Ctrl ,');
  });
});
