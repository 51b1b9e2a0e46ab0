import { expect, it } from 'vitest';
import { translateToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';

it('a sentence of a bridge is translated with its values', () => {
  expect(translateToChinese('Blender cannot import .usdz files.')).toBe('Blender 无法导入 .usdz 文件。');
});

it('several sentences of a bridge are translated one by one', () => {
  expect(translateToChinese('The file contains no mesh. The file “a.png” is missing.')).toBe(
    '文件中没有网格。文件“a.png”缺失。',
  );
});

it('long texts are compared in linear time', () => {
  const start = performance.now();
  for (const piece of ['The file “', '” is missing. ', ' cannot import ', 'a “b” ']) {
    translateToChinese(piece.repeat(3_900 / piece.length));
  }
  expect(performance.now() - start).toBeLessThan(500);
});

it.each(['The model file is empty; copy or export it again.', 'The file contains no mesh. Other text.', ''])(
  'the text “%s” has no translation, so that it is shown as it is',
  (text) => {
    expect(translateToChinese(text)).toBeNull();
  },
);
