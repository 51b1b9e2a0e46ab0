import { mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRecipeBook, type RecipeBook } from '../../../src-main/queue/recipes/recipe-book.ts';
import { readRecipeText } from '../../../src-main/queue/recipes/read-recipe-text.ts';
import { DEFAULT_FORMATS, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import { toRecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import { GAME } from '../../../src-shared/recipes/built-in/game.ts';
import { BUILT_IN_RECIPE_IDS } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const NOW = Date.parse('2026-11-21');
const GAME_OF_PICTURES = GAME.picture as Recipe;

function open(now = NOW, home = makeTempFolder()): { home: string; book: RecipeBook } {
  return { home, book: createRecipeBook(home, () => ({ deployment: 'international', now })) };
}

test('an empty home has what comes with the app', async () => {
  const { book, home } = open();
  expect((await book.list()).map(({ id, shipped, problem }) => [id, shipped, problem])).toEqual(
    BUILT_IN_RECIPE_IDS.map((id) => [id, true, null]),
  );
  expect(readdirSync(home)).toEqual([]);
  await expect(book.get('nope')).rejects.toMatchObject({ code: 'config_invalid', message: /There are draft, game/ });
  await expect(book.get('../../etc/passwd')).rejects.toMatchObject({ code: 'config_invalid' });
});

test('a duplicate remembers its origin, survives, and is removed', async () => {
  const { book, home } = open();
  await book.duplicate('game', { id: 'my-game' }, 'picture');
  const again = open(NOW, home).book;
  expect((await again.get('my-game')).picture).toMatchObject({
    id: 'my-game',
    basedOn: { id: 'game', version: 1 },
    steps: GAME_OF_PICTURES.steps,
  });
  expect(Object.keys(await again.get('my-game')).sort()).toEqual(['picture', 'prompt', 'views']);
  await expect(book.duplicate('film', { id: 'my-game' }, 'picture')).rejects.toMatchObject({ message: /one already/ });
  await book.remove('my-game');
  expect(readdirSync(path.join(home, 'recipes'))).toEqual([]);
  await expect(book.remove('my-game')).rejects.toMatchObject({ code: 'config_invalid' });
});

test('what comes with the app cannot be overwritten, by no way', async () => {
  const { book } = open();
  const stays = { code: 'config_invalid', message: /comes with Dropforge/ };
  await expect(book.save(GAME_OF_PICTURES)).rejects.toMatchObject(stays);
  await expect(book.duplicate('film', { id: 'game' }, 'picture')).rejects.toMatchObject(stays);
  await expect(book.remove('game')).rejects.toMatchObject(stays);
  await expect(book.import(toRecipeFile(GAME_OF_PICTURES), 'x', true)).rejects.toMatchObject(stays);
});

test('bringing one in over another answers the difference and changes nothing before it is asked to', async () => {
  const { book, home } = open();
  const mine = { ...GAME_OF_PICTURES, id: 'mine' };
  const other = { ...mine, version: 2, steps: mine.steps.slice(0, 1) };
  expect(await book.import(toRecipeFile(mine), 'x', false)).toMatchObject({ outcome: 'added', diff: [] });
  const file = path.join(home, 'recipes/mine.json');
  const before = readFileSync(file, 'utf8');
  expect(await book.import(toRecipeFile(mine), 'x', false)).toMatchObject({ outcome: 'same' });
  expect(await book.import(toRecipeFile(other), 'x', false)).toMatchObject({
    outcome: 'exists',
    diff: [{ change: 'removed', text: { id: 'recipe-diff.step', params: { step: 2 } } }],
  });
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(await book.import(toRecipeFile(other), 'x', true)).toMatchObject({ outcome: 'replaced' });
  expect((await book.get('mine')).picture?.version).toBe(2);
});

test('a damaged file is named in the list and breaks nothing', async () => {
  const { book, home } = open();
  await book.duplicate('game', { id: 'good' }, 'model');
  const folder = path.join(home, 'recipes');
  writeFileSync(path.join(folder, 'bad.json'), '{"dropforge_recipe": 1');
  writeFileSync(path.join(folder, 'game.json'), toRecipeFile(GAME_OF_PICTURES));
  writeFileSync(path.join(folder, 'other.json'), toRecipeFile({ ...GAME_OF_PICTURES, id: 'mine' }));
  writeFileSync(path.join(folder, 'New Recipe.json'), '{}');
  mkdirSync(path.join(folder, 'folder.json'));
  const own = (await book.list()).filter(({ shipped }) => !shipped);
  expect(Object.fromEntries(own.map(({ id, problem }) => [id, problem && toEnglish(problem)]))).toEqual({
    good: null,
    bad: expect.stringMatching(/^It is not a recipe/) as string,
    game: expect.stringMatching(/^It is built-in/) as string,
    other: expect.stringMatching(/has the id “mine”/) as string,
    'New Recipe': expect.stringMatching(/^An id must have/) as string,
    folder: expect.stringMatching(/EISDIR|It is not a file/) as string,
  });
  expect((await book.get('game')).picture).toBe(GAME_OF_PICTURES);
  await expect(book.get('bad')).rejects.toMatchObject({ code: 'config_invalid', subject: 'bad.json' });
  expect(await book.import(toRecipeFile({ ...GAME_OF_PICTURES, id: 'bad' }), 'x', false)).toMatchObject({
    outcome: 'exists',
    diff: [{ change: 'changed', text: { id: 'recipe-diff.file-damaged' } }],
  });
});

test('a model that retired after the recipe was kept is refused when jobs are to be made', async () => {
  const { book, home } = open();
  const step = {
    operation: 'image_to_image',
    params: { prompt: 'x', model: 'chat_image_1.5' },
    from: null,
    exports: null,
  } as const;
  await book.save({ ...GAME_OF_PICTURES, id: 'drawn', steps: [step] });
  await expect(book.choose('drawn', DEFAULT_FORMATS)).resolves.toMatchObject({ picture: { id: 'drawn' } });
  const later = open(Date.parse('2026-12-02'), home).book;
  await expect(later.choose('drawn', DEFAULT_FORMATS)).rejects.toMatchObject({ message: /was retired on 2026-12-01/ });
  await expect(book.save({ ...GAME_OF_PICTURES, id: 'drawn', steps: [{ ...step, from: 0 }] })).rejects.toMatchObject({
    message: /never in a circle/,
  });
});

test('a duplicate of an older version is told what the newer one has', async () => {
  const { book } = open();
  const old = { ...GAME_OF_PICTURES, id: 'old', steps: GAME_OF_PICTURES.steps.slice(0, 1) };
  expect(book.upgradeOf({ ...old, basedOn: { id: 'game', version: 1 } })).toBeNull();
  expect(book.upgradeOf({ ...old, basedOn: { id: 'game', version: 0 } })).toMatchObject({
    from: 0,
    to: 1,
    diff: [{ change: 'added', text: { id: 'recipe-diff.step', params: { step: 2 } } }],
  });
});

test('only a file of at most 23 MB is read', async () => {
  const folder = makeTempFolder();
  const file = path.join(folder, 'big.json');
  writeFileSync(file, '');
  truncateSync(file, 30 * 1024 ** 2);
  await expect(readRecipeText(file)).rejects.toMatchObject({ code: 'file_too_large', subject: 'big.json' });
  symlinkSync('/dev/zero', path.join(folder, 'zero.json'));
  await expect(readRecipeText(path.join(folder, 'zero.json'))).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(readRecipeText(folder)).rejects.toMatchObject({ code: 'file_unreadable' });
  await expect(readRecipeText(path.join(folder, 'none.json'))).rejects.toMatchObject({ code: 'file_missing' });
});
