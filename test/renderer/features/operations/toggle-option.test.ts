import { expect, test } from 'vitest';
import { toggleWord } from '../../../../src-renderer/features/operations/toggle-option.ts';

test('a word is put to the others, and taken out again', () => {
  expect(toggleWord(undefined, 'preset:walk')).toEqual(['preset:walk']);
  expect(toggleWord(['preset:walk'], 'preset:run')).toEqual(['preset:walk', 'preset:run']);
  expect(toggleWord(['preset:walk', 'preset:run'], 'preset:walk')).toEqual(['preset:run']);
});

test('no word is no value, and what is no list becomes one', () => {
  expect(toggleWord(['preset:walk'], 'preset:walk')).toBeUndefined();
  expect(toggleWord('preset:walk', 'preset:run')).toEqual(['preset:run']);
});
