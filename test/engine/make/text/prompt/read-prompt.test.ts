import { describe, expect, it } from 'vitest';
import { toEngineText } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { LEXICON } from '../../../../../src-main/engine/catalogue/lexicon.ts';
import { STAND_IN } from '../../../../../src-main/engine/catalogue/nearest/stand-in.ts';
import { readPrompt } from '../../../../../src-main/engine/make/text/prompt/read-prompt.ts';
import { buildScene } from '../../../../../src-main/engine/make/text/scene/build-scene.ts';
import { COLORS } from '../../../../../src-main/engine/base/language/color-words.ts';
import { MATERIALS } from '../../../../../src-main/engine/base/language/material-words.ts';
import { ARBITRARY_PROMPTS } from './arbitrary-prompts.ts';

const read = (prompt: string, negativePrompt = '') => readPrompt(prompt, negativePrompt);
const objectsOf = (prompt: string) => read(prompt).groups.map(({ name, count }) => [name, count]);
const notes = (prompt: string) => read(prompt).notes.map(toEngineText);
const REPLACEMENT_NOTES = ['prompt.nearest', 'prompt.stand-in', 'prompt.statue', 'prompt.corrected'];
/** Maximum number of words in which a known object is searched for. */
const LONGEST_PHRASE = 3;

function namesKnownObject(prompt: string): boolean {
  const words = prompt
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.some((word, at) =>
    [...Array(LONGEST_PHRASE).keys()].some(
      (more) =>
        LEXICON.get(words.slice(at, at + more + 1).join(' '))?.some(({ kind }) => kind === 'noun') ||
        /\p{Script=Han}/u.test(word),
    ),
  );
}

describe('arbitrary prompts', () => {
  it('are more than 300, without duplicates', () => {
    expect(ARBITRARY_PROMPTS.length).toBeGreaterThan(300);
    expect(ARBITRARY_PROMPTS.filter((prompt, i) => ARBITRARY_PROMPTS.indexOf(prompt) !== i)).toEqual([]);
  });

  it('all give a scene; without a known object, a note says what was built', () => {
    for (const prompt of ARBITRARY_PROMPTS) {
      const built = buildScene(prompt, { modelSeed: 0, imageSeed: 0, negativePrompt: '', detail: 0.1 });
      expect(built.scene.objects.length, prompt).toBeGreaterThan(0);
      const isReplaced = built.notes.some(({ id }) => REPLACEMENT_NOTES.includes(id));
      expect(isReplaced || namesKnownObject(prompt), prompt).toBe(true);
    }
  });
});

describe('unknown objects', () => {
  it.each<[string, [string, number][], string]>([
    ['a very detailed cathedral', [['church', 1]], 'cathedral” is not known; the nearest known object, “church'],
    ['futuristic city', [['house', 2]], '“city” is not known'],
    ['sci-fi helmet', [['hat', 1]], '“helmet” is not known'],
    ['three red dinosaurs', [['dragon', 3]], '“dinosaurs” is not known'],
    ['a motorboat', [['boat', 1]], '“motorboat” is not known'],
    ['a guitarr', [['guitar', 1]], '“guitarr” is not known'],
    ['freedom', [['bird', 1]], '“freedom” is not known'],
    ['一个头盔', [['hat', 1]], '“头盔” is not known'],
  ])('in “%s” are replaced by the nearest known ones', (prompt, expected, note) => {
    expect(objectsOf(prompt)).toEqual(expected);
    expect(notes(prompt).join(' ')).toContain(note);
  });

  it('keep their adjectives, counts and relations', () => {
    const { groups, links } = read('two golden cathedrals beside a red submarine');
    expect(groups.map(({ name, count }) => [name, count])).toEqual([
      ['church', 2],
      ['boat', 1],
    ]);
    expect(groups[0]!.materials).toEqual([MATERIALS.get('gold')]);
    expect(groups[1]!.colors).toEqual([COLORS.get('red')]);
    expect(links).toEqual([{ relation: 'beside', from: 0, to: 1 }]);
  });

  it('turn a preceding word into an adjective if it is also an object', () => {
    expect(objectsOf('a stone cathedral')).toEqual([['church', 1]]);
    expect(read('a stone cathedral').groups[0]!.materials).toEqual([MATERIALS.get('stone')]);
    expect(objectsOf('an orange helmet')).toEqual([['hat', 1]]);
    expect(objectsOf('an orange')).toEqual([['orange fruit', 1]]);
  });

  it('are ignored if the prompt names known ones', () => {
    const { groups, ignored, notes: said } = read('a chair in a cathedral');
    expect([groups.map(({ name }) => name), ignored, said]).toEqual([['chair'], ['cathedral'], []]);
  });

  it('are replaced by a stand-in with the adjectives if nothing is similar', () => {
    const { groups, ignored, notes: said } = read('a shiny red qwxyz');
    expect(groups).toMatchObject([{ noun: STAND_IN, count: 1, colors: [COLORS.get('red')] }]);
    expect(ignored).toEqual(['qwxyz']);
    expect(toEngineText(said[0]!)).toMatch(
      /^The prompt names no known or similar object, so a plain stand-in was built\./,
    );
  });

  it('give a man for a statue of nothing known', () => {
    expect(objectsOf('a marble statue')).toEqual([['man', 1]]);
    expect(read('a marble statue').groups[0]).toMatchObject({ isStatue: true, materials: [MATERIALS.get('marble')] });
  });

  it('are used if the negative prompt leaves nothing else', () => {
    const { groups, notes: said } = read('a lamp in a cathedral', 'lamps');
    expect(groups.map(({ name }) => name)).toEqual(['church']);
    expect(said.map(({ id }) => id)).toEqual(['prompt.nearest', 'prompt.negative']);
    expect(read('a lamp', 'a lamp').groups[0]!.noun).toBe(STAND_IN);
  });

  it('after “no” are not built', () => {
    expect(read('no cathedral').groups[0]!.noun).toBe(STAND_IN);
    expect(notes('no cathedral').join(' ')).not.toContain('church”, was built');
  });
});

it.each(['', '  ', '\n\t', '\u200b\u2060'])('rejects the empty prompt %j', (prompt) => {
  expect(() => read(prompt)).toThrow('The prompt is empty. Describe an object, such as “a red chair”.');
});
