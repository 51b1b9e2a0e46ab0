import { toEngineText } from '../../../../src-shared/api/messages/engine/engine-message.ts';
import { describe, expect, it } from 'vitest';
import { buildScene } from '../../../../src-main/engine/make/text/scene/build-scene.ts';
import { parsePrompt } from '../../../../src-main/engine/make/text/prompt/parse-prompt.ts';
import { COLORS } from '../../../../src-main/engine/base/language/color-words.ts';
import { LEXICON } from '../../../../src-main/engine/catalogue/lexicon.ts';
import { MATERIALS } from '../../../../src-main/engine/base/language/material-words.ts';
import { editDistance, findSimilarWords } from '../../../../src-main/engine/base/language/similar-words.ts';
import { pluralize } from '../../../../src-main/engine/base/language/pluralize.ts';

const color = (word: string) => COLORS.get(word)!;
const things = (prompt: string) => parsePrompt(prompt).groups.map(({ name, count }) => [name, count]);
const links = (prompt: string) => {
  const { groups, links: all } = parsePrompt(prompt);
  return all.map(({ relation, from, to }) => [groups[from]!.name, relation, groups[to]!.name]);
};
const finishes = (prompt: string, at = 0) => {
  const { scene } = buildScene(prompt, { modelSeed: 0, imageSeed: 0, negativePrompt: '', detail: 0.2 });
  return scene.objects[at]!.finishes;
};

describe('things', () => {
  it.each<[string, [string, number][]]>([
    ['a chair', [['chair', 1]]],
    ['Three chairs!', [['chair', 3]]],
    ['chairs', [['chair', 2]]],
    [
      'a couch and 4 mugs',
      [
        ['sofa', 1],
        ['cup', 4],
      ],
    ],
    [
      'two men, a pair of wolves and a dozen knives',
      [
        ['man', 2],
        ['wolf', 2],
        ['knife', 12],
      ],
    ],
    [
      'one wine glass beside two loaves of bread',
      [
        ['wine glass', 1],
        ['bread', 2],
      ],
    ],
    ['a big pine-tree', [['pine tree', 1]]],
    ['an orange', [['orange fruit', 1]]],
    ['a table without a lamp', [['table', 1]]],
  ])('of “%s”', (prompt, expected) => expect(things(prompt)).toEqual(expected));

  it.each<[string, [string, number][]]>([
    [
      '桌子上的三个红色苹果',
      [
        ['table', 1],
        ['apple', 3],
      ],
    ],
    [
      '一把红色的椅子和两只猫',
      [
        ['chair', 1],
        ['cat', 2],
      ],
    ],
    ['一个机器人', [['robot', 1]]],
  ])('of “%s” in Chinese', (prompt, expected) => {
    expect(things(prompt)).toEqual(expected);
    expect(parsePrompt(prompt).ignored).toEqual([]);
  });

  it('that are named with “the” again are the same ones', () => {
    expect(things('a table. a lamp on the table. a cup on the table')).toEqual([
      ['table', 1],
      ['lamp', 1],
      ['cup', 1],
    ]);
    expect(links('a table. a lamp on the table')).toEqual([['lamp', 'on', 'table']]);
  });

  it('with two letters swapped are read, and the note says so; others are not guessed', () => {
    const { groups, notes } = parsePrompt('a chiar');
    expect(groups[0]!.name).toBe('chair');
    expect(notes.map(toEngineText)).toEqual(['“chiar” was read as “chair”.']);
    expect(parsePrompt('a chain')).toMatchObject({ groups: [], ignored: ['chain'] });
  });
});

describe('adjectives', () => {
  it('go to the thing behind them, and to no other', () => {
    const { groups } = parsePrompt('a red chair and a big blue wooden table next to a cat');
    expect(groups.map(({ colors, materials, size }) => [colors, materials.length, size])).toEqual([
      [[color('red')], 0, 1],
      [[color('blue')], 1, 1.5],
      [[], 0, 1],
    ]);
  });

  it.each([
    ['a chair made of gold and a table', 'gold', 0],
    ['a table and a chair made of gold', 'gold', 1],
    ['a chair in glass', 'glass', 0],
    ['a chair of stone', 'stone', 0],
    ['a stone chair', 'stone', 0],
  ])('of material in “%s”', (prompt, material, at) => {
    const { groups } = parsePrompt(prompt);
    expect(groups.map(({ materials }) => materials)).toEqual(
      groups.map((_, k) => (k === at ? [MATERIALS.get(material)] : [])),
    );
  });

  it('that are things too are things where nothing follows to describe', () => {
    expect(things('a stone')).toEqual([['rock', 1]]);
    expect(things('a stone house')).toEqual([['house', 1]]);
    expect(things('a red rock on a rock bridge')).toEqual([
      ['rock', 1],
      ['bridge', 1],
    ]);
  });

  it('colour first the body, then what comes second, never what keeps its look', () => {
    const car = finishes('a red and white car');
    expect(car.get('body')!.color).toEqual(color('red'));
    expect(car.get('tyre')).toEqual(MATERIALS.get('rubber'));
    const chair = finishes('a red and white chair');
    expect([chair.get('frame')!.color, chair.get('seat')!.color]).toEqual([color('red'), color('white')]);
  });

  it('make metals metallic, glass see-through and lamps glow', () => {
    expect(finishes('a golden cup').get('body')).toMatchObject({ metallic: 1, color: MATERIALS.get('gold')!.color });
    expect(finishes('a blue glass vase').get('body')).toMatchObject({ metallic: 0, color: color('blue'), alpha: 0.75 });
    expect(finishes('a glowing cube').get('body')!.glow).toBeGreaterThan(0);
    expect(finishes('a striped ball').get('body')!.pattern).toBe('stripes');
    expect(finishes('a shiny cube').get('body')!.roughness).toBeLessThan(0.2);
  });

  it('colour a part that is named', () => {
    const house = finishes('a house with a red roof and a green door');
    expect([house.get('roof')!.color, house.get('door')!.color]).toEqual([color('red'), color('green')]);
    expect(house.get('wall')!.color).not.toEqual(color('red'));
    expect(things('a house with a red roof and a tree')).toEqual([
      ['house', 1],
      ['tree', 1],
    ]);
  });

  it('meant for an unknown thing go to none', () => {
    const { groups, ignored } = parsePrompt('a bicycle beside a brick portico');
    expect([groups.map(({ name, materials }) => [name, materials]), ignored]).toEqual([
      [['bicycle', []]],
      ['portico', 'brick'],
    ]);
    expect(parsePrompt('a cup on a red ethereal table').groups[1]!.colors).toEqual([color('red')]);
  });

  it('turn a statue into one material', () => {
    const looks = new Set([...finishes('a marble statue of a man').values()].map((finish) => JSON.stringify(finish)));
    expect([...looks]).toEqual([JSON.stringify(MATERIALS.get('marble'))]);
  });

  it('are written down with what was left out', () => {
    const { notes } = buildScene('three tiny red chairs, ethereal cyberpunk', {
      modelSeed: 0,
      imageSeed: 0,
      negativePrompt: '',
      detail: 0.2,
    });
    expect(notes.map(toEngineText)).toEqual([
      'Understood: 3 tiny red chairs.',
      'Not understood and ignored: “ethereal”, “cyberpunk”.',
    ]);
  });

  it('of the picture’s background are no thing’s', () => {
    const read = parsePrompt('a red cup on a white background');
    expect(read.background).toEqual(color('white'));
    expect(read.groups.map(({ colors }) => colors)).toEqual([[color('red')]]);
    expect(read.links).toEqual([]);
  });
});

describe('relations', () => {
  it.each<[string, unknown[]]>([
    ['a cup on a table', [['cup', 'on', 'table']]],
    [
      'a cup and a plate on a table',
      [
        ['cup', 'on', 'table'],
        ['plate', 'on', 'table'],
      ],
    ],
    ['a sofa and a cup on a table', [['cup', 'on', 'table']]],
    ['on a table stands a cup', [['cup', 'on', 'table']]],
    ['a cat under a table', [['cat', 'under', 'table']]],
    ['a chair in front of a desk', [['chair', 'front', 'desk']]],
    ['a house behind a tree', [['house', 'behind', 'tree']]],
    ['a table with four chairs around it', [['chair', 'around', 'table']]],
    ['a castle surrounded by trees', [['tree', 'around', 'castle']]],
    [
      'a knight with a sword and a shield',
      [
        ['knight', 'with', 'sword'],
        ['knight', 'with', 'shield'],
      ],
    ],
    [
      'a man wearing a hat riding a horse',
      [
        ['man', 'with', 'hat'],
        ['man', 'on', 'horse'],
      ],
    ],
    [
      'a flower in a vase on a desk',
      [
        ['flower', 'in', 'vase'],
        ['vase', 'on', 'desk'],
      ],
    ],
  ])('of “%s”', (prompt, expected) => expect(links(prompt)).toEqual(expected));
});

describe('hostile prompts', () => {
  it.each([
    ['ten thousand letters', 'a'.repeat(10_000)],
    ['ten thousand words', 'chair '.repeat(10_000)],
    ['a run of Chinese without an end', '椅'.repeat(10_000)],
    ['emoji', '🪑🪑🪑 👩‍🚀 ❤️‍🔥'],
    ['right to left', 'كرسي أحمر بجانب طاولة \u202e olleh'],
    ['only small words', 'the of a and with in the on of to'],
    ['names of prototypes', '__proto__ constructor toString hasOwnProperty valueOf'],
    ['markup', '<script>alert(1)</script> ${7*7} {{7*7}} %00 \u0000'],
    ['commas', ',,,;;;...!!!'],
    ['numbers', '0 -1 1e999 99999999999999999999 NaN'],
    ['lone surrogates', '\ud800 \udfff'],
    ['combining marks', `e${'\u0301'.repeat(5000)}`],
  ])('%s: read without harm', (_, prompt) => {
    const { groups, ignored } = parsePrompt(prompt);
    expect(groups.length).toBeLessThanOrEqual(24);
    for (const { count } of groups) expect(count).toBeLessThanOrEqual(24);
    expect(ignored.every((word) => typeof word === 'string')).toBe(true);
  });

  it('999999 chairs become as many as there can be, and a note says so', () => {
    const { groups, notes } = parsePrompt('999999 chairs');
    expect(groups[0]!.count).toBe(24);
    expect(toEngineText(notes[0]!)).toMatch(/^999999 of “chair” were requested; the maximum of 24 was built/);
  });

  it('a hundred and more things are cut to what a scene holds', () => {
    const { scene, notes } = buildScene('24 cups, 24 plates, 24 spoons, 24 knives', {
      modelSeed: 0,
      imageSeed: 0,
      negativePrompt: '',
      detail: 0.2,
    });
    expect(scene.objects).toHaveLength(60);
    expect(notes.some((note) => toEngineText(note).startsWith('A scene can have 60 objects'))).toBe(true);
  });
});

describe('the words', () => {
  it('have plurals', () => {
    expect(['man', 'wine glass', 'pony', 'knife', 'toy', 'torch', 'sheep'].map(pluralize)).toEqual([
      'men',
      'wine glasses',
      'ponies',
      'knives',
      'toys',
      'torches',
      'sheep',
    ]);
  });

  it('are kept where no name of a prototype is found', () => {
    expect(LEXICON.get('__proto__')).toBeUndefined();
    expect(LEXICON.get('constructor')).toBeUndefined();
  });

  it('have distances', () => {
    expect([
      editDistance('chiar', 'chair'),
      editDistance('', 'abc'),
      editDistance('cup', 'cup'),
      editDistance('lamb', 'lamp'),
    ]).toEqual([1, 3, 0, 1]);
    expect(findSimilarWords('tabel', ['table', 'cable', 'zebra'], 3)[0]).toBe('table');
  });
});
