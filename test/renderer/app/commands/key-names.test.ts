import { describe, expect, it } from 'vitest';
import { isSingleKey, keyName, formatKey, toAriaKey } from '../../../../src-renderer/app/commands/key-names.ts';

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

it('single keys are those without Ctrl, Alt and names', () => {
  expect(['E', 'Shift R', '?', '.', '1', 'Shift 1'].filter((name) => !isSingleKey(name))).toEqual([]);
  expect(['Ctrl K', 'Del', 'F6', 'Shift F6', 'Alt ArrowUp', 'Esc', 'ArrowDown'].filter(isSingleKey)).toEqual([]);
});

it('keys are written as the keyboard has them', () => {
  expect(formatKey('Alt Shift ArrowUp', false)).toBe('Alt Shift ↑');
  expect(formatKey('Ctrl K', true)).toBe('⌘ K');
});

it('are written for screen readers as their attribute asks', () => {
  expect(['Ctrl Shift Z', 'Alt ArrowUp', 'Del', 'F2', '.'].map(toAriaKey)).toEqual([
    'Control+Shift+Z',
    'Alt+ArrowUp',
    'Delete',
    'F2',
    '.',
  ]);
});
