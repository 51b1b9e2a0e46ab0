import { describe, expect, it } from 'vitest';
import { matchQuery } from '../../../src-renderer/ui/match-query.ts';

const ALL = [
  { id: 'pause', words: ['Pause all', '全部暂停'] },
  { id: 'spark', words: ['Sparkling theme', '主题：闪光'] },
  { id: 'light', words: ['Theme: Light', '主题：浅色'] },
  { id: 'dark', words: ['Theme: Dark', '主题：深色'] },
];
const find = (query: string, recent: readonly string[] = []) => matchQuery(ALL, query, recent).map(({ id }) => id);

describe('what is looked for', () => {
  it('is found by parts of its words in any order and case, the best fit first', () => {
    expect(find('DAR the')).toEqual(['dark']);
    expect(find('ark')).toEqual(['spark', 'dark']);
    expect(find('the')).toEqual(['light', 'dark', 'spark']);
    expect(find('theme nothing')).toEqual([]);
  });

  it('is found in the other language, too', () => {
    expect(find('主题')).toEqual(['spark', 'light', 'dark']);
    expect(find('深')).toEqual(['dark']);
  });

  it('is led by what was used last, as long as it fits as well', () => {
    expect(find('', ['dark', 'pause'])).toEqual(['dark', 'pause', 'spark', 'light']);
    expect(find('the', ['dark'])).toEqual(['dark', 'light', 'spark']);
  });
});
