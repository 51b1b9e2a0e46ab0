import { expect, test } from 'vitest';
import { toggleOption } from '../../../../src-renderer/features/operations/toggle-option.ts';

test('a word is put to the others, and taken out again', () => {
  expect(toggleOption(undefined, 'preset:walk')).toEqual(['preset:walk']);
  expect(toggleOption(['preset:walk'], 'preset:run')).toEqual(['preset:walk', 'preset:run']);
  expect(toggleOption(['preset:walk', 'preset:run'], 'preset:walk')).toEqual(['preset:run']);
});

test('no word is no value, and what is no list becomes one', () => {
  expect(toggleOption(['preset:walk'], 'preset:walk')).toBeUndefined();
  expect(toggleOption('preset:walk', 'preset:run')).toEqual(['preset:run']);
});
