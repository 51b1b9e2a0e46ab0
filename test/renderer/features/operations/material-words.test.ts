import { expect, test } from 'vitest';
import { parseTexturePrompt } from '../../../../src-main/engine/change/texture/painters/parse-texture-prompt.ts';
import {
  MATERIAL_OPTIONS,
  namesMaterial,
  toggleMaterial,
} from '../../../../src-renderer/features/operations/material-words.ts';
import { FIELD_TEXTS } from '../../../../src-renderer/features/operations/texts/field-texts.ts';
import { FIELD_TEXTS_ZH } from '../../../../src-renderer/features/operations/texts/field-texts.zh.ts';

const WORDS = ['wood', 'gold', 'leather'];

test('a material starts a text, follows its words, and takes the place of another one', () => {
  expect(toggleMaterial('', 'wood', WORDS)).toBe('wood');
  expect(toggleMaterial('red, ', 'wood', WORDS)).toBe('red, wood');
  expect(toggleMaterial('old Wood, worn', 'gold', WORDS)).toBe('old gold, worn');
});

test('a material that is named is removed, without what separated it', () => {
  expect(toggleMaterial('wood, worn', 'wood', WORDS)).toBe('worn');
  expect(toggleMaterial('red, wood, worn', 'wood', WORDS)).toBe('red, worn');
  expect(toggleMaterial('dark wood boards', 'wood', WORDS)).toBe('dark boards');
  expect(toggleMaterial('wood', 'wood', WORDS)).toBe('');
});

test('a part of a longer word names no material; Chinese words need no spaces', () => {
  expect([namesMaterial('golden', 'gold'), namesMaterial('a GOLD ring', 'gold')]).toEqual([false, true]);
  expect(toggleMaterial('旧木头椅子', '皮革', ['木头', '皮革'])).toBe('旧皮革椅子');
});

test.each(MATERIAL_OPTIONS)('this computer knows the material %s by its names in both languages', (material) => {
  const known = parseTexturePrompt(material);
  expect(known.notes.map(({ id }) => id)).toEqual(['prompt.understood']);
  for (const { materials } of [FIELD_TEXTS, FIELD_TEXTS_ZH]) {
    const read = parseTexturePrompt(materials.names[material].toLowerCase());
    expect([material, read.notes.map(({ id }) => id), read.look]).toEqual([
      material,
      ['prompt.understood'],
      known.look,
    ]);
  }
});
