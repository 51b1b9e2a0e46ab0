import { afterEach, expect, test } from 'vitest';
import { restoreProcess, stubPage } from '../../stub-page.ts';

afterEach(restoreProcess);

const fileOf = (id: string): File => new File([JSON.stringify({ id })], `${id}.json`);

/** Opens the page with recipes that exist; `replaced`: ids of those that were replaced. */
async function openPage() {
  const replaced: string[] = [];
  stubPage((channel, input: { text: string; replace: boolean } | null) => {
    if (channel !== 'recipes:import' || input === null) return [];
    const { text, replace } = input;
    const { id } = JSON.parse(text) as { id: string };
    if (replace) replaced.push(id);
    return { id, outcome: replace ? 'replaced' : 'exists', diff: [] };
  });
  const { recipes } = await import('../../../../src-renderer/features/recipes/recipes.svelte.ts');
  const { navigation } = await import('../../../../src-renderer/app/navigation.svelte.ts');
  /** Waits for the question about a recipe. */
  const questionOf = async (id: string) => {
    await expect.poll(() => navigation.dialog).toMatchObject({ kind: 'recipe', id });
    return navigation.dialog as Extract<typeof navigation.dialog, { kind: 'recipe' }>;
  };
  return { recipes, navigation, questionOf, replaced };
}

test('each recipe file that would replace a recipe has its own question', async () => {
  const { recipes, navigation, questionOf, replaced } = await openPage();
  const importAll = async () => {
    for (const id of ['one', 'two', 'three']) await recipes.takeFile(fileOf(id));
  };
  const imported = importAll();
  (await questionOf('one')).answer(true);
  navigation.close();
  await questionOf('two');
  navigation.close();
  (await questionOf('three')).answer(true);
  navigation.close();
  await imported;
  expect(replaced).toEqual(['one', 'three']);
  expect(navigation.dialog).toBeNull();
});

test('files that come while a question is open wait for its answer; another dialog answers no', async () => {
  const { recipes, navigation, questionOf, replaced } = await openPage();
  const imported = [recipes.takeFile(fileOf('one'))];
  await questionOf('one');
  imported.push(recipes.takeFile(fileOf('two')));
  await new Promise(setImmediate);
  await questionOf('one');
  navigation.open('keys');
  (await questionOf('two')).answer(true);
  navigation.close();
  await Promise.all(imported);
  expect(replaced).toEqual(['two']);
});
