import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { toIssueLine, type RecipeContext } from '../../../src-shared/recipes/check-recipe.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { toReferenceNames } from '../../../src-shared/operations/image-reference.ts';
import { recipesOf, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import { parseRecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import { pickCombinedRecipe, toRecipeSet } from '../../../src-shared/recipes/recipe-set.ts';
import { SOURCE_KINDS, type SourceKind } from '../../../src-shared/formats/source-kind.ts';
import { deploymentOf } from '../../../src-shared/settings/settings.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { createSourceInspector } from '../../pipeline/inspect/source-inspector.ts';
import { createReferenceStore, type ReferenceStore } from '../../pipeline/reference-store.ts';
import { exportRecipe, saveRecipeImages } from '../../queue/recipes/recipe-images.ts';
import { createRecipeBook, type RecipeBook } from '../../queue/recipes/recipe-book.ts';
import { readRecipeText } from '../../queue/recipes/read-recipe-text.ts';
import { createAppSettings } from '../../settings/app-settings.ts';
import { resolveHome } from '../../settings/home.ts';
import { openSettingsFile } from '../../settings/settings-file.ts';
import { SYSTEM } from '../../base/system.ts';
import { printResult, maskControlCharacters, type CommandResult } from '../lib/output/command-result.ts';
import { importRecipeImages } from '../lib/input/attach-images.ts';

/** What a recipe takes. */
const KIND_WORDS: Readonly<Record<SourceKind, string>> = {
  picture: 'a picture',
  views: 'a set of views',
  prompt: 'words',
  model: 'a model',
};

/** `dropforge recipes list|show|check|import|export|duplicate|rename|remove`: the chains of operations by name. */
export async function recipes(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      takes: { type: 'string', default: 'picture' },
      name: { type: 'string' },
      out: { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [action = 'list', ...given] = positionals;
  const takes = readTakes(values.takes);
  return printResult(values.json, async () => {
    const home = resolveHome(values.home, process.env).path;
    const book = openRecipeBook(home);
    const [first = '', second = ''] = given;
    const wanted = { list: 0, duplicate: 2, rename: 2 }[action] ?? 1;
    if (given.length !== wanted) throw misuse(`“${action}” takes ${wanted} word(s); ${given.length} were given.`);
    switch (action) {
      case 'list':
        return list(book);
      case 'show':
        return show(book, first);
      case 'check':
        return check(home, first);
      case 'import':
        return bring(book, home, first, values.replace);
      case 'export':
        return exportOne(home, pickCombinedRecipe(await book.get(first), takes), values.out);
      case 'duplicate':
        return told(
          await book.duplicate(first, { id: second, name: values.name ?? second }, takes),
          `“${second}” is a copy of “${first}”; change it freely.`,
        );
      case 'rename':
        return told(await book.rename(first, second), `“${first}” is called “${second}” now.`);
      case 'remove':
        return remove(home, first);
      default:
        throw misuse('There are list, show, check, import, export, duplicate, rename and remove.');
    }
  });
}

/** The recipes of a home, checked for the service its settings name. */
export function openRecipeBook(home: string): RecipeBook {
  return createRecipeBook(home, () => contextOf(home));
}

/** The rules of the service that the settings of a home name. */
function contextOf(home: string): RecipeContext {
  return { deployment: deploymentOf(createAppSettings(openSettingsFile(home)).get()), now: Date.now() };
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
    if (problem !== null) return `${id}  damaged: ${problem}\n`;
    const newer = upgrade ? `, “${upgrade.id}” it was made from is at version ${upgrade.to} now` : '';
    return `${id}  ${name}, version ${version}, takes ${takes.join(' or ')}${shipped ? '' : ', your own'}${newer}\n`;
  });
  return { data: { recipes: data }, text: text.join('') };
}

async function show(book: RecipeBook, id: string): Promise<CommandResult> {
  const set = await book.get(id);
  const all = recipesOf(set);
  const upgrade = all.map((recipe) => book.upgradeOf(recipe)).find(Boolean) ?? null;
  const newer = upgrade
    ? [
        `“${upgrade.id}” is at version ${upgrade.to} now; this was made from ${upgrade.from}. It differs:`,
        ...upgrade.diff,
      ]
    : [];
  const text = [...all.map(describe), ...newer.map((line) => `${line}\n`)].join('');
  return { data: { recipes: all, upgrade }, text };
}

/** A recipe by its id, or one in a file, which is not brought in. */
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
  return { data, text: `All rules hold, for ${all.map(({ takes }) => KIND_WORDS[takes]).join(', ')}.\n` };
}

async function remove(home: string, id: string): Promise<CommandResult> {
  await openRecipeBook(home).remove(id);
  const { hotFolders } = createAppSettings(openSettingsFile(home)).get();
  const folders = hotFolders.flatMap((folder) => (folder.recipe === id ? [folder.path] : []));
  const stopped = folders.map(
    (folder) => `The hot folder ${folder} used it and stops: choose another recipe for it.\n`,
  );
  const text = `“${id}” is removed. Jobs made with it stay.\n${stopped.join('')}`;
  return { data: { removed: id, folders }, text };
}

/** Runs with the pictures of a home. */
async function withStore<T>(home: string, run: (store: ReferenceStore) => Promise<T>): Promise<T> {
  const inspector = createSourceInspector();
  try {
    return await run(createReferenceStore(home, inspector, SYSTEM));
  } finally {
    await inspector.close();
  }
}

/** The recipe in a file, once its pictures were looked at. */
function readFileOf(home: string, file: string): Promise<Recipe> {
  return withStore(home, async (store) => {
    const text = await importRecipeImages(await readRecipeText(file), file, store.look);
    const subject = path.basename(file);
    const parsed = parseRecipeFile(text, subject, contextOf(home));
    await saveRecipeImages(parsed, subject, store, 'look');
    return parsed.recipe;
  });
}

async function bring(book: RecipeBook, home: string, file: string, replace: boolean): Promise<CommandResult> {
  const { outcome, recipe, diff } = await withStore(home, async (store) => {
    const text = await importRecipeImages(await readRecipeText(file), file, store.keep);
    return book.bring(text, path.basename(file), replace, (given, subject) => saveRecipeImages(given, subject, store));
  });
  const says = {
    added: `“${recipe.id}” is there now.`,
    replaced: `“${recipe.id}” is replaced:`,
    same: `“${recipe.id}” is there already, the same.`,
    exists: `There is a “${recipe.id}” already; nothing was changed. With --replace this would:`,
  }[outcome];
  const words = `${[says, ...diff].join('\n')}\n`;
  return { data: { outcome, id: recipe.id, diff }, text: words, status: outcome === 'exists' ? 1 : 0 };
}

async function exportOne(home: string, recipe: Recipe, out: string | undefined): Promise<CommandResult> {
  const { text, left } = await withStore(home, (store) => exportRecipe(recipe, store));
  // Standard output may be the file itself.
  for (const name of left)
    process.stderr.write(`${maskControlCharacters(name)} is not in the file: it is gone, or too large.\n`);
  if (out === undefined) return { data: JSON.parse(text) as unknown, text };
  const file = path.resolve(out);
  try {
    await writeFile(file, text, { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw misuse(`${file} is there already. Give another name.`);
    throw toDiskError(error, path.dirname(file));
  }
  return { data: { id: recipe.id, file, left }, text: `${file}\n` };
}

function describe({ id, version, name, takes, help, steps }: Recipe): string {
  const lines = steps.map(({ operation, params, from, exports }, index) => {
    const source = from === null ? `the ${takes}` : `step ${from + 1}`;
    const options = Object.keys(params).length > 0 ? ` ${toReferenceNames(JSON.stringify(params))}` : '';
    return `  ${index + 1}. ${operation} of ${source}${options}${exports ? `, exported as ${exports}` : ''}\n`;
  });
  return `${id} (${name}), version ${version}, takes ${KIND_WORDS[takes]}\n${help ? `  ${help}\n` : ''}${lines.join('')}`;
}

function told(recipe: Recipe, sentence: string): CommandResult {
  return {
    data: { id: recipe.id, name: recipe.name, version: recipe.version, basedOn: recipe.basedOn },
    text: `${sentence}\n`,
  };
}

function readTakes(given: string): Recipe['takes'] {
  const kind = SOURCE_KINDS.find((known) => known === given);
  if (kind) return kind;
  throw misuse(`--takes is ${SOURCE_KINDS.join(', ')}.`);
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'recipes' });
}
