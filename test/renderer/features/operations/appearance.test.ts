import { expect, test } from 'vitest';
import {
  appearanceKindOf,
  appearanceLabel,
  appearanceImages,
  distributeImages,
  toImageAppearance,
  toTextAppearance,
  appearanceText,
} from '../../../../src-renderer/features/operations/appearance.ts';
import { valueLabel } from '../../../../src-renderer/features/operations/texts/field-labels.ts';
import { toReferenceText } from '../../../../src-shared/operations/image-reference.ts';

const moss = toReferenceText({ sha256: 'ab'.repeat(32), name: 'moss.png' });

test('a look is words, one image or four, and each is read as it was set', () => {
  expect([appearanceKindOf(undefined), appearanceKindOf('moss'), appearanceKindOf({})]).toEqual([null, null, null]);
  const words = toTextAppearance('mossy stone');
  expect([appearanceKindOf(words), appearanceText(words), words]).toEqual([
    'words',
    'mossy stone',
    { text: 'mossy stone' },
  ]);
  const picture = toImageAppearance([moss], 'picture');
  expect([appearanceKindOf(picture), appearanceImages(picture, 'picture')]).toEqual(['picture', [moss]]);
  const four = toImageAppearance([moss, '', undefined, 'https://a.b/c.png'], 'four');
  expect(four).toEqual({ images: [moss, '', '', 'https://a.b/c.png'] });
  expect([appearanceKindOf(four), appearanceImages(four, 'four')]).toEqual([
    'four',
    [moss, '', '', 'https://a.b/c.png'],
  ]);
});

test('an empty look is none, so that nothing is sent that nobody meant', () => {
  expect([toTextAppearance(''), toTextAppearance(undefined)]).toEqual([undefined, undefined]);
  expect([toImageAppearance([''], 'picture'), toImageAppearance(['', '', '', ''], 'four')]).toEqual([
    undefined,
    undefined,
  ]);
  expect([appearanceImages(undefined, 'four'), appearanceImages(undefined, 'picture')]).toEqual([
    ['', '', '', ''],
    [''],
  ]);
});

test('images that are given at once go where their names say, the first other one where it was given', () => {
  const none = ['', '', '', ''];
  const give = (
    places: readonly unknown[],
    at: number,
    ...taken: [string, 'front' | 'left' | 'back' | 'right' | null][]
  ) =>
    distributeImages(
      places,
      at,
      taken.map(([value, slot]) => ({ value, slot })),
    );
  expect(give(none, 2, ['a', null])).toEqual(['', '', 'a', '']);
  expect(give(none, 2, ['f', 'front'])).toEqual(['', '', 'f', '']);
  expect(give(['old', '', '', ''], 0, ['a', null])).toEqual(['a', '', '', '']);
  expect(give(none, 0, ['r', 'right'], ['f', 'front'], ['b', 'back'], ['l', 'left'])).toEqual(['f', 'l', 'b', 'r']);
  expect(give(none, 1, ['a', null], ['b', null], ['c', null])).toEqual(['b', 'a', 'c', '']);
  expect(give(['x', 'x', 'x', 'x'], 1, ['a', null], ['b', null])).toEqual(['x', 'a', 'x', 'x']);
});

test('a look is said in its words, images by their names', () => {
  expect(appearanceLabel({ text: 'mossy' })).toBe('mossy');
  expect(valueLabel({ image: moss })).toBe('moss.png');
  expect(valueLabel({ images: [moss, '', moss, ''] })).toBe('moss.png, moss.png');
  expect(valueLabel(moss)).toBe('moss.png');
  expect(valueLabel({ other: moss })).toBe('{"other":"moss.png"}');
});
