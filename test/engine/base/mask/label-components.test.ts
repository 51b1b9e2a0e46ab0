import { expect, it } from 'vitest';
import { labelComponents } from '../../../../src-main/engine/base/mask/label-components.ts';

/** A mask of a row a line, covered where there is a letter. */
function toMask(...rows: string[]) {
  const data = Uint8Array.from(rows.join(''), (letter) => (letter === '.' ? 0 : 255));
  return { width: rows[0]!.length, height: rows.length, data };
}

it('two arms that meet further down are one region, numbered by its first pixel', () => {
  const { labels, areas, touchesBorder } = labelComponents(
    toMask('.......', '.a.b.a.', '.a...a.', '.aaaaa.', '.......', 'c......'),
    true,
  );
  expect(areas).toEqual([9, 1, 1]);
  expect(touchesBorder).toEqual([false, false, true]);
  expect([labels[8], labels[12], labels[10], labels[35], labels[0]]).toEqual([0, 0, 1, 2, -1]);
});

it('what touches only at a corner is apart, and so are the end of a row and the beginning of the next', () => {
  const { areas } = labelComponents(toMask('..a', 'a..', '.a.'), true);
  expect(areas).toEqual([1, 1, 1]);
});

it('holes are regions of what is not covered', () => {
  const { areas, touchesBorder } = labelComponents(toMask('.....', '.aaa.', '.a.a.', '.aaa.', '.....'), false);
  expect(areas).toEqual([16, 1]);
  expect(touchesBorder).toEqual([true, false]);
});
