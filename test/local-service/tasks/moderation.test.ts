import { expect, test } from 'vitest';
import { createModeration } from '../../../src-main/local-service/tasks/moderation.ts';

const rejects = (word: string, prompt: string) => createModeration([word])({ prompt });

test('words are found whole, in any case and in any script (part 3, 2008)', () => {
  const hits: [string, string][] = [
    ['gun', 'a GUN on a table'],
    ['gun', 'gun'],
    ['Gun', 'a (gun), red'],
    ['straße', 'eine STRASSE bei Nacht'],
    ['été', 'un E\u0301TE\u0301 chaud'],
    ['gun', 'a ｇｕｎ'],
    ['gun', 'a g\u200bu\u200bn'],
    ['ОРУЖИЕ', 'красное оружие'],
    ['ΟΔΟΣ', 'η οδος'],
    ['武器', '一把武器'],
    ['red gun', 'a red\n  gun'],
    ['gun', 'shotgun and gun'],
  ];
  for (const [word, prompt] of hits) expect([word, prompt, rejects(word, prompt)]).toEqual([word, prompt, true]);
});

test('words inside of words are not found', () => {
  for (const prompt of ['a gunboat', 'begun', 'gun_metal', 'gun2', '', 'a cup']) {
    expect([prompt, rejects('gun', prompt)]).toEqual([prompt, false]);
  }
});

test('all four places are read, and no other', () => {
  const moderation = createModeration(['gun']);
  const rejected = [
    { prompt: 'gun' },
    { negative_prompt: 'gun' },
    {
      prompts: [
        { view: 'front', prompt: 'hat' },
        { view: 'back', prompt: 'gun' },
      ],
    },
    { texture_prompt: { text: 'gun' } },
  ];
  for (const values of rejected) expect([values, moderation(values)]).toEqual([values, true]);
  for (const values of [{}, { style: 'gun' }, { texture_prompt: { image: 'gun' } }])
    expect(moderation(values)).toBe(false);
});

test('without words nothing is rejected', () => {
  expect(createModeration([])({ prompt: 'gun' })).toBe(false);
});
