import { expect, it, vi } from 'vitest';
import { translateToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';

it('a sentence of a bridge is translated with its values', () => {
  expect(translateToChinese('Blender cannot import .usdz files.')).toBe('Blender 无法导入 .usdz 文件。');
});

it('several sentences of a bridge are translated one by one', () => {
  expect(translateToChinese('The file contains no mesh. The file “a.png” is missing.')).toBe(
    '文件中没有网格。文件“a.png”缺失。',
  );
});

it.each(['The file “', '” is missing. ', ' cannot import ', 'a “b” '])(
  'a long text of “%s” is searched as often as a short one',
  (piece) => {
    const search = vi.spyOn(String.prototype, 'indexOf');
    const countSearches = (times: number): number => {
      search.mockClear();
      translateToChinese(`${piece.repeat(times)}.`);
      return search.mock.calls.length;
    };
    expect(countSearches(Math.floor(3_900 / piece.length))).toBe(countSearches(3));
  },
);

it.each(['The model file is empty; copy or export it again.', 'The file contains no mesh. Other text.', ''])(
  'the text “%s” has no translation, so that it is shown as it is',
  (text) => {
    expect(translateToChinese(text)).toBeNull();
  },
);
