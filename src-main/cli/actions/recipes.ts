import path from 'node:path';
import { toIssueLine } from '../../../src-shared/recipes/check-recipe.ts';
import { toReferenceNames } from '../../../src-shared/operations/image-reference.ts';
import { recipesOf, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import { parseRecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import { pickCombinedRecipe, toRecipeSet } from '../../../src-shared/recipes/recipe-set.ts';
import type { SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { openFileReader } from '../../readers/open-file-reader.ts';
import { createReferenceStore, type ReferenceStore } from '../../pipeline/reference-store.ts';
import { exportRecipe, saveRecipeImages } from '../../queue/recipes/recipe-images.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';
import { readRecipeText } from '../../queue/recipes/read-recipe-text.ts';
import { createAppSettings } from '../../settings/app-settings.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { SYSTEM } from '../../base/system.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { saveNewFile } from '../lib/output/save-new-file.ts';
import { importRecipeImages } from '../lib/input/attach-images.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import { openRecipeBook, recipeContextOf } from '../lib/open/open-recipe-book.ts';
import { DIFF_MARKS, type DiffLine } from '../../../src-shared/recipes/diff-line.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

/** Kinds of sources in sentences. */
const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  picture: 'an image',
  views: 'a set of views',
  prompt: 'a prompt',
  model: 'a model',
};

/** Lists the recipes of a home. */
export async function listRecipes({ home }: CommandContext): Promise<CommandResult> {
  return list(openRecipeBook(home.path));
}

/** Shows the steps of a recipe, and how it differs from the recipe it was duplicated from. */
export async function showRecipe(id: string, { home }: CommandContext): Promise<CommandResult> {
  return show(openRecipeBook(home.path), id);
}

/** Checks a recipe by its id, or one in a file; status 1 when it has issues. */
export async function checkRecipe(recipe: string, { home }: CommandContext): Promise<CommandResult> {
  return check(home.path, recipe);
}

/** Imports a recipe from a file; status 1 when it exists and `replace` is not set. */
export async function importRecipe(file: string, replace: boolean, { home }: CommandContext): Promise<CommandResult> {
  return importFile(openRecipeBook(home.path), home.path, file, replace);
}

/** Prints a recipe, or saves it to a file. */
export async function exportOneRecipe(
  id: string,
  { takes, out }: { readonly takes: SourceKind; readonly out: string | undefined },
  { home }: CommandContext,
): Promise<CommandResult> {
  const recipe = pickCombinedRecipe(await openRecipeBook(home.path).get(id), takes);
  return exportOne(home.path, recipe, out);
}

/** Duplicates a recipe under a new id. */
export async function duplicateRecipe(
  id: string,
  copy: { readonly id: string; readonly name: string | undefined; readonly takes: SourceKind },
  { home }: CommandContext,
): Promise<CommandResult> {
  const book = openRecipeBook(home.path);
  const recipe = await book.duplicate(id, { id: copy.id, name: copy.name ?? copy.id }, copy.takes);
  return toResult(recipe, `Duplicated “${id}” as “${copy.id}”.`);
}

/** Renames a recipe. */
export async function renameRecipe(id: string, name: string, { home }: CommandContext): Promise<CommandResult> {
  return toResult(await openRecipeBook(home.path).rename(id, name), `Renamed “${id}” to “${name}”.`);
}

/** Removes a recipe. */
export async function removeRecipe(id: string, { home }: CommandContext): Promise<CommandResult> {
  return remove(home.path, id);
}

async function list(book: RecipeBook): Promise<CommandResult> {
  const rows = await book.list();
  const data = rows.map(({ id, shipped, recipes: set, problem }) => {
    const takes = set ? recipesOf(set).map((each) => each.takes) : [];
    const recipe = set && pickCombinedRecipe(set, 'picture');
    const upgrade = recipe && book.upgradeOf(recipe);
    return { id, shipped, name: recipe?.name ?? null, version: recipe?.version ?? null, takes, problem, upgrade };
  });
  const text = data.map(({ id, shipped, name, version, takes, problem, upgrade }) => {
    if (problem !== null) return `${id}  damaged: ${toEnglish(problem)}\n`;
    const newer = upgrade ? `, based on “${upgrade.id}”, which is now at version ${upgrade.to}` : '';
    return `${id}  ${name}, version ${version}, takes ${takes.map((each) => KIND_WORDS[each]).join(' or ')}${shipped ? '' : ', your own'}${newer}\n`;
  });
  return { data: { recipes: data }, text: text.join('') };
}

async function show(book: RecipeBook, id: string): Promise<CommandResult> {
  const set = await book.get(id);
  const all = recipesOf(set);
  const upgrade = all.map((recipe) => book.upgradeOf(recipe)).find(Boolean) ?? null;
  const newer = upgrade
    ? [
        `“${upgrade.id}” is now at version ${upgrade.to}; this recipe is based on version ${upgrade.from}. Differences:`,
        ...upgrade.diff.map(toDiffText),
      ]
    : [];
  const text = [...all.map(describe), ...newer.map((line) => `${line}\n`)].join('');
  return { data: { recipes: all, upgrade }, text };
}

async function check(home: string, which: string): Promise<CommandResult> {
  const book = openRecipeBook(home);
  const isFile = /[./\\]/.test(which);
  const all = recipesOf(isFile ? toRecipeSet(await readFileOf(home, which)) : await book.get(which));
  const recipes = all.map((recipe) => ({ takes: recipe.takes, issues: book.check(recipe), recipe }));
  const lines = recipes.flatMap(({ takes, issues, recipe }) =>
    issues.map((issue) => `for ${KIND_WORDS[takes]}, ${toIssueLine(issue, recipe)}\n`),
  );
  const data = { recipes: recipes.map(({ takes, issues }) => ({ takes, issues })) };
  if (lines.length > 0) return { data, text: lines.join(''), status: 1 };
  return { data, text: `Valid for ${all.map(({ takes }) => KIND_WORDS[takes]).join(', ')}.\n` };
}

async function remove(home: string, id: string): Promise<CommandResult> {
  await openRecipeBook(home).remove(id);
  const { hotFolders } = createAppSettings(openSettingsFile(home)).get();
  const folders = hotFolders.flatMap((folder) => (folder.recipe === id ? [folder.path] : []));
  const stopped = folders.map(
    (folder) => `The hot folder ${folder} used it and has stopped. Choose another recipe for it.\n`,
  );
  const text = `Removed “${id}”. Its jobs are kept.\n${stopped.join('')}`;
  return { data: { removed: id, folders }, text };
}

/** Runs with the image library of a home. */
async function withStore<T>(home: string, run: (store: ReferenceStore) => Promise<T>): Promise<T> {
  const reader = openFileReader(home);
  try {
    return await run(createReferenceStore(home, reader, SYSTEM));
  } finally {
    await reader.close();
  }
}

/** The recipe in a file; its images are checked and not imported. */
function readFileOf(home: string, file: string): Promise<Recipe> {
  return withStore(home, async (store) => {
    const text = await importRecipeImages(await readRecipeText(file), file, store.identify);
    const subject = path.basename(file);
    const parsed = parseRecipeFile(text, subject, recipeContextOf(home));
    await saveRecipeImages(parsed, subject, store, 'identify');
    return parsed.recipe;
  });
}

async function importFile(book: RecipeBook, home: string, file: string, replace: boolean): Promise<CommandResult> {
  const { outcome, recipe, diff } = await withStore(home, async (store) => {
    const text = await importRecipeImages(await readRecipeText(file), file, store.add);
    return book.import(text, path.basename(file), replace, (given, subject) => saveRecipeImages(given, subject, store));
  });
  const says = {
    added: `Imported “${recipe.id}”.`,
    replaced: `Replaced “${recipe.id}”:`,
    same: `“${recipe.id}” exists already and is identical.`,
    exists: `“${recipe.id}” exists already; nothing was changed. --replace would change:`,
  }[outcome];
  const words = `${[says, ...diff.map(toDiffText)].join('\n')}\n`;
  return { data: { outcome, id: recipe.id, diff }, text: words, status: outcome === 'exists' ? 1 : 0 };
}

async function exportOne(home: string, recipe: Recipe, out: string | undefined): Promise<CommandResult> {
  const { text, left } = await withStore(home, (store) => exportRecipe(recipe, store));
  // Standard output may be the file itself.
  for (const name of left)
    process.stderr.write(`${maskControlCharacters(name)} is not in the file: it was removed or is too large.\n`);
  if (out === undefined) return { data: JSON.parse(text) as unknown, text, isExact: true };
  const file = path.resolve(out);
  await saveNewFile(file, text);
  return { data: { id: recipe.id, file, left }, text: `${file}\n`, isExact: true };
}

function describe({ id, version, name, takes, help, steps }: Recipe): string {
  const lines = steps.map(({ operation, params, from, exports }, index) => {
    const source = from === null ? `the ${takes === 'picture' ? 'image' : takes}` : `step ${from + 1}`;
    const options = Object.keys(params).length > 0 ? ` ${toReferenceNames(JSON.stringify(params))}` : '';
    return `  ${index + 1}. ${operation} of ${source}${options}${exports ? `, exported as ${exports}` : ''}\n`;
  });
  return `${id} (${name}), version ${version}, takes ${KIND_WORDS[takes]}\n${help ? `  ${help}\n` : ''}${lines.join('')}`;
}

function toResult(recipe: Recipe, sentence: string): CommandResult {
  return {
    data: { id: recipe.id, name: recipe.name, version: recipe.version, basedOn: recipe.basedOn },
    text: `${sentence}\n`,
  };
}

function toDiffText({ change, text }: DiffLine): string {
  return `${DIFF_MARKS[change]} ${toEnglish(text)}`;
}
