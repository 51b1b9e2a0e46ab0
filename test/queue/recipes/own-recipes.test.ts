import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findRecipeId } from '../../../src-main/queue/recipes/find-recipe-id.ts';
import { createRecipeBook } from '../../../src-main/queue/recipes/recipe-book.ts';
import { recipeId, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import { toRecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const CONTEXT = { deployment: 'international', now: Date.parse('2026-11-21') } as const;

async function start() {
  const home = makeTempFolder();
  const book = createRecipeBook(home, () => CONTEXT);
  const copy = await book.duplicate('game', { name: 'Kiln props' }, 'picture');
  return { home, book, copy };
}

function withFaces(recipe: Recipe, face_limit: number): Recipe {
  const [model, ...rest] = recipe.steps;
  return { ...recipe, steps: [{ ...model!, params: { ...model!.params, face_limit } }, ...rest] };
}

test('a recipe that is kept gets the next version, only knowingly over the one that is there', async () => {
  const { book, copy } = await start();
  expect(copy).toMatchObject({ id: 'kiln-props', version: 1, basedOn: { id: 'game', version: 1 } });
  const changed = withFaces(copy, 5_000);
  expect(await book.save(changed)).toMatchObject({ outcome: 'exists', recipe: { version: 1 } });
  expect((await book.get('kiln-props')).picture).toEqual(copy);
  expect(await book.save(changed, true)).toMatchObject({
    outcome: 'replaced',
    recipe: { version: 2 },
    diff: [
      {
        change: 'changed',
        text: { params: { field: 'face_limit', before: '8000', after: '5000' } },
      },
    ],
  });
  expect(await book.save({ ...changed, version: 2 }, true)).toMatchObject({ outcome: 'same', recipe: { version: 2 } });
});

test('what somebody else changed meanwhile is not written over', async () => {
  const { book, home, copy } = await start();
  const other = createRecipeBook(home, () => CONTEXT);
  await other.save(withFaces(copy, 6_000), true);
  expect(await book.save(withFaces(copy, 5_000), true)).toMatchObject({
    outcome: 'exists',
    recipe: { version: 2 },
    diff: [
      {
        change: 'changed',
        text: { params: { field: 'face_limit', before: '6000', after: '5000' } },
      },
    ],
  });
  const both = await Promise.all(
    [5_000, 4_000].map((faces) => book.save({ ...withFaces(copy, faces), version: 2 }, true)),
  );
  expect(both.map(({ outcome }) => outcome)).toEqual(['replaced', 'exists']);
  expect((await book.get('kiln-props')).picture).toMatchObject({
    version: 3,
    steps: [{ params: { face_limit: 5_000 } }, {}],
  });
});

test('an import that replaces a recipe is not written over by a draft of the version before', async () => {
  const { book, copy } = await start();
  const imported = toRecipeFile(withFaces(copy, 6_000));
  expect(await book.import(imported, 'x', true)).toMatchObject({ outcome: 'replaced', recipe: { version: 2 } });
  expect(await book.save(withFaces(copy, 5_000), true)).toMatchObject({ outcome: 'exists', recipe: { version: 2 } });
  const newer = toRecipeFile({ ...withFaces(copy, 7_000), version: 8 });
  const [saved, replaced] = await Promise.all([
    book.save({ ...withFaces(copy, 5_000), version: 2 }, true),
    book.import(newer, 'x', true),
  ]);
  expect([saved, replaced]).toMatchObject([{ recipe: { version: 3 } }, { recipe: { version: 8 } }]);
  expect((await book.get('kiln-props')).picture).toMatchObject({ steps: [{ params: { face_limit: 7_000 } }, {}] });
});

test('an import that replaces a damaged file is a newer version than that of the imported file', async () => {
  const { book, home, copy } = await start();
  writeFileSync(path.join(home, 'recipes/kiln-props.json'), 'not a recipe');
  expect(await book.import(toRecipeFile(copy), 'x', true)).toMatchObject({ recipe: { version: 2 } });
  expect(await book.save(withFaces(copy, 5_000), true)).toMatchObject({ outcome: 'exists' });
});

test('a recipe that breaks a rule is not kept, and a damaged file is not written over', async () => {
  const { book, home, copy } = await start();
  const file = path.join(home, 'recipes/kiln-props.json');
  const before = readFileSync(file, 'utf8');
  await expect(book.save(withFaces(copy, 900_000), true)).rejects.toMatchObject({
    code: 'config_invalid',
    message: /step 1 \(image_to_model\), face_limit: face_limit goes from 48 to 20000/,
  });
  await expect(book.save({ ...copy, steps: [] }, true)).rejects.toMatchObject({ message: /at least one step/ });
  expect(readFileSync(file, 'utf8')).toBe(before);
  writeFileSync(file, 'not a recipe');
  await expect(book.save(copy, true)).rejects.toMatchObject({ code: 'config_invalid' });
  expect(readFileSync(file, 'utf8')).toBe('not a recipe');
});

test('a recipe is called something else, keeps its id, and comes back as it was after it was removed', async () => {
  const { book, home } = await start();
  const renamed = await book.rename('kiln-props', '窑炉 Props');
  expect(renamed).toMatchObject({ id: 'kiln-props', name: '窑炉 Props', version: 2 });
  await expect(book.rename('kiln-props', 'a/b')).rejects.toMatchObject({ message: /path or control characters/ });
  await expect(book.rename('game', 'Mine')).rejects.toMatchObject({ message: /comes with Dropforge/ });
  await book.remove('kiln-props');
  expect(readdirSync(path.join(home, 'recipes'))).toEqual([]);
  expect(await book.save(renamed)).toMatchObject({ outcome: 'added', recipe: renamed });
  expect((await book.get('kiln-props')).picture).toEqual(renamed);
});

test('a draft is judged whole: its head and its chain', async () => {
  const { book, copy } = await start();
  expect(book.check(copy)).toEqual([]);
  expect(book.check({ ...withFaces(copy, 900_000), name: 'a/b' })).toMatchObject([
    { step: null, field: 'name' },
    { step: 0, field: 'face_limit' },
  ]);
});

test('an id is made of a name, is one for every system, and nobody has it', () => {
  expect(findRecipeId('Kiln props', new Set())).toBe('kiln-props');
  expect(findRecipeId('Kiln props', new Set(['kiln-props', 'kiln-props-2']))).toBe('kiln-props-3');
  expect(findRecipeId('Façade — Größe', new Set())).toBe('facade-gro-e');
  expect(findRecipeId('窑炉', new Set(['recipe']))).toBe('recipe-2');
  expect(findRecipeId('CON', new Set())).toBe('recipe');
  for (const name of ['x'.repeat(5_000), '-'.repeat(90), 'nul', '../../etc', 'a b c'.repeat(20)]) {
    expect(recipeId.safeParse(findRecipeId(name, new Set())).success).toBe(true);
  }
});
