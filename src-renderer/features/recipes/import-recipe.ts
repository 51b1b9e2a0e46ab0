import { ask } from '../../app/bridge/bridge.ts';
import { TEXTS } from '../../app/language/texts.ts';
import { navigation } from '../../app/navigation.svelte.ts';
import { notices } from '../../app/notices.svelte.ts';
import { addReferences } from '../operations/add-references.ts';
import { LONGEST_RECIPE_FILE, openRecipeFile } from './open-recipe-file.ts';
import { recipes } from './recipes.svelte.ts';

/** Maximum size of a recipe without images in bytes, the same as main's limit. */
const MAX_RECIPE_BYTES: typeof import('../../../src-shared/recipes/recipe-file.ts').MAX_RECIPE_BYTES = 1024 ** 2;

/** Imports a recipe from a file; asks before it replaces a different one with the same id, and waits for the answer. */
export async function importRecipeFile(file: File): Promise<void> {
  if (file.size > LONGEST_RECIPE_FILE) {
    notices.refuse([refusalOf(file.name, TEXTS.recipes.tooMuch(file.name))]);
    return;
  }
  const { text, pictures } = openRecipeFile(await file.text());
  if (text.length > MAX_RECIPE_BYTES) {
    notices.refuse([refusalOf(file.name, TEXTS.recipes.tooLong(file.name))]);
    return;
  }
  for (const picture of pictures) {
    const { error } = await addReferences([picture]);
    if (!error) continue;
    notices.refuse([error]);
    return;
  }
  await importRecipe(text, false);
}

/** `replace` overwrites the recipe with the same id without a question. */
async function importRecipe(text: string, replace: boolean): Promise<void> {
  const reply = await ask('recipes:import', { text, replace });
  if (!reply.ok) {
    notices.refuse([reply.error]);
    return;
  }
  const { outcome, id, diff } = reply.value;
  if (outcome === 'exists') {
    if (await navigation.askReplace(id, diff)) await importRecipe(text, true);
    return;
  }
  notices.toast(TEXTS.recipes[outcome](id));
  await recipes.read();
  recipes.choose(id);
}

function refusalOf(subject: string, detail: string) {
  return { code: 'config_invalid', subject, detail, retryable: false, requestId: null } as const;
}
