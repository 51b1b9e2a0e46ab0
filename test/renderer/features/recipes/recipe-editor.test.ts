import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Recipe } from '../../../../src-shared/recipes/recipe.ts';
import { restoreProcess, stubPage } from '../../stub-page.ts';

type Editor = typeof import('../../../../src-renderer/features/recipes/recipe-editor.svelte.ts').recipeEditor;

const recipeOf = (id: string): Recipe => ({
  ...{ id, version: 1, name: id, help: 'old', takes: 'picture', basedOn: null },
  steps: [{ operation: 'image_to_model', params: {}, from: null, exports: 'glb' }],
});

/** The recipes as main has them, and the calls that wait to be let through. */
let saved: Recipe[] = [];
let held: PromiseWithResolvers<void> | null = null;
let heldChannel = '';
let outcome = 'updated';
let uses: unknown = null;
let removed: string[] = [];
let editor: Editor;

beforeEach(async () => {
  saved = [recipeOf('one'), recipeOf('two')];
  held = null;
  heldChannel = '';
  outcome = 'updated';
  removed = [];
  uses = null;
  stubPage(async (channel, input: { id: string; recipe: Recipe }) => {
    if (channel === heldChannel) await (held = Promise.withResolvers()).promise;
    if (channel === 'recipes:check') return { issues: [], steps: [] };
    if (channel === 'recipes:uses') return uses;
    if (channel === 'recipes:remove') removed.push(input.id);
    if (channel === 'recipes:save' && outcome === 'updated') {
      const next = { ...input.recipe, version: input.recipe.version + 1 };
      saved = saved.map((recipe) => (recipe.id === next.id ? next : recipe));
    }
    if (channel === 'recipes:save')
      return { outcome, recipe: saved.find(({ id }) => id === input.recipe.id), diff: [] };
    return saved.map((recipe) => ({ id: recipe.id, name: recipe.name, shipped: false, recipes: { picture: recipe } }));
  });
  const { recipes } = await import('../../../../src-renderer/features/recipes/recipes.svelte.ts');
  ({ recipeEditor: editor } = await import('../../../../src-renderer/features/recipes/recipe-editor.svelte.ts'));
  await recipes.read();
  editor.open('one');
});
afterEach(restoreProcess);

/** Starts to save and stops at a call to main, which the returned function lets through. */
async function saveUpTo(channel: string): Promise<() => Promise<void>> {
  heldChannel = channel;
  const saving = editor.save();
  await expect.poll(() => held).not.toBeNull();
  heldChannel = '';
  return async () => {
    held?.resolve();
    await saving;
  };
}

test('what is typed while a recipe is saved stays a change of the saved version', async () => {
  editor.edit({ help: 'new' });
  const finish = await saveUpTo('recipes:save');
  editor.edit({ help: 'newer' });
  await finish();
  expect(saved[0]).toMatchObject({ help: 'new', version: 2 });
  expect(editor.recipe).toMatchObject({ help: 'newer', version: 2 });
  expect(editor.isChanged).toBe(true);
  await editor.save();
  expect(saved[0]).toMatchObject({ help: 'newer', version: 3 });
  expect(editor.isChanged).toBe(false);
});

test('what is undone while a recipe is saved stays undone', async () => {
  editor.edit({ help: 'new' });
  const finish = await saveUpTo('recipes:save');
  editor.step('past');
  await finish();
  expect(saved[0]).toMatchObject({ help: 'new', version: 2 });
  expect(editor.recipe).toMatchObject({ help: 'old', version: 2 });
});

test('the recipe that was shown is saved, once, although another one is shown during its check', async () => {
  editor.edit({ help: 'new' });
  const finish = await saveUpTo('recipes:check');
  editor.open('two');
  editor.edit({ help: 'unsaved' });
  await editor.save();
  await finish();
  expect(saved.map(({ help, version }) => [help, version])).toEqual([
    ['new', 2],
    ['old', 1],
  ]);
  expect(editor.recipe).toMatchObject({ id: 'two', help: 'unsaved' });
});

test('a conflict is asked about with its recipe', async () => {
  editor.edit({ help: 'new' });
  const finish = await saveUpTo('recipes:save');
  outcome = 'exists';
  editor.open('two');
  await finish();
  expect(editor.dialog?.kind).toBe('conflict');
  expect(editor.recipe).toMatchObject({ id: 'one', help: 'new' });
});

test('a recipe is not removed while its uses are unknown', async () => {
  await editor.remove();
  expect(removed).toEqual([]);
  uses = { jobs: 0, folders: [] };
  await editor.remove();
  expect(removed).toEqual(['one']);
});
