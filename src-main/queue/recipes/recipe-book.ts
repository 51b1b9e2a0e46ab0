import path from 'node:path';
import {
  checkRecipe,
  parseRecipe,
  describeIssues,
  type RecipeContext,
  type RecipeIssue,
} from '../../../src-shared/recipes/check-recipe.ts';
import { diffRecipes } from '../../../src-shared/recipes/diff-recipes.ts';
import type { DiffLine } from '../../../src-shared/recipes/diff-line.ts';
import { AppError, toErrorInfo } from '../../../src-shared/base/errors.ts';
import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import {
  DEFAULT_FORMATS,
  recipeId,
  recipesOf,
  type Recipe,
  type RecipeSet,
} from '../../../src-shared/recipes/recipe.ts';
import { findDerivedKinds, pickCombinedRecipe, toRecipeSet } from '../../../src-shared/recipes/recipe-set.ts';
import { parseRecipeFile, toRecipeFile, type RecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import {
  findBuiltInRecipe,
  isBuiltInRecipe,
  BUILT_IN_RECIPE_IDS,
} from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { toDiskError } from '../../folders/disk-error.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import { makeFolder } from '../../base/files/make-folder.ts';
import { refreshReferences } from '../../pipeline/reference-store.ts';
import { systemDisk, type Disk } from '../../base/files/disk.ts';
import { findRecipeId } from './find-recipe-id.ts';
import { readRecipeText } from './read-recipe-text.ts';
import { message, type MessageOrText } from '../../../src-shared/messages/message.ts';

/** A recipe of the list; a damaged file has a problem instead of a recipe. */
export type ListedRecipe =
  | { readonly id: string; readonly shipped: boolean; readonly recipes: RecipeSet; readonly problem: null }
  | { readonly id: string; readonly shipped: false; readonly recipes: null; readonly problem: MessageOrText };

/** Result of a recipe import; `exists`: nothing was written because a recipe with that id differs by these lines. */
interface RecipeImport {
  readonly outcome: 'added' | 'replaced' | 'same' | 'exists';
  readonly recipe: Recipe;
  readonly diff: readonly DiffLine[];
}

/** The recipe that a duplicate was made from has a newer version, which differs by these lines. */
interface RecipeUpgrade {
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly diff: readonly DiffLine[];
}

/** The built-in and the custom recipes; a custom recipe is one file in the home. */
export interface RecipeBook {
  /** All recipes; a damaged file is listed with its name and does not affect the others. */
  list(): Promise<ListedRecipe[]>;
  /** The recipes of an id; throws `config_invalid` when there are none or the file is damaged. */
  get(id: string): Promise<RecipeSet>;
  /** As `get`, with a full check for the service in use and the formats of the draft, ready to create jobs. */
  choose(id: string, formats: readonly MeshFormat[]): Promise<RecipeSet>;
  /**
   * Imports the text of a file; an existing recipe with its id is replaced only with `replace`, by a newer version. `take`
   * receives the file before anything is written: it imports the images, and rejects the recipe by throwing.
   */
  import(
    text: string,
    subject: string,
    replace: boolean,
    take?: (file: RecipeFile, subject: string) => Promise<void>,
  ): Promise<RecipeImport>;
  /** Problems of a recipe under the rules of the service in use; the chain is checked even if the head is invalid. */
  check(draft: Recipe): RecipeIssue[];
  /** Turns a draft into a recipe for jobs; throws `config_invalid` with every reason. */
  accept(draft: Recipe): Recipe;
  /**
   * Checks and writes a custom recipe. An existing recipe with its id is replaced only with `replace`, and only if it has
   * the version of the given one; it then gets the next version.
   */
  save(recipe: Recipe, replace?: boolean): Promise<RecipeImport>;
  /**
   * A copy that records its origin and includes the variants for other kinds of sources whose recipes are alike;
   * without an id, it gets one derived from its name.
   */
  duplicate(
    id: string,
    copy: { readonly id?: string; readonly name?: string },
    takes: Recipe['takes'],
  ): Promise<Recipe>;
  /** Renames a custom recipe; its id is kept. */
  rename(id: string, name: string): Promise<Recipe>;
  remove(id: string): Promise<void>;
  /** Changes in the built-in recipe since a duplicate of it was made; null: none. */
  upgradeOf(recipe: Recipe): RecipeUpgrade | null;
}

/** Folder of the custom recipes. */
export function recipesFolder(home: string): string {
  return path.join(home, 'recipes');
}

/** Opens the recipes of a home and reads them lazily. `context` names the service in use. */
export function createRecipeBook(home: string, context: () => RecipeContext, disk: Disk = systemDisk): RecipeBook {
  const folder = recipesFolder(home);
  const fileOf = (id: string): string => path.join(folder, `${id}.json`);

  const read = async (id: string): Promise<Recipe> => {
    const name = `${id}.json`;
    const { recipe } = parseRecipeFile(await readRecipeText(fileOf(id)), name, context());
    if (recipe.id !== id) throw misuse(name, message('recipe.id-inside', { id: recipe.id }));
    return recipe;
  };
  const findOwn = async (id: string): Promise<Recipe | null> => {
    const entry = recipeId.safeParse(id).success ? await disk.stat(fileOf(id)) : null;
    return entry === null ? null : read(id);
  };
  /** A recipe referenced before a change may be restored; one referenced after it is kept until then. */
  const refreshImages = async (id: string, text = ''): Promise<void> => {
    const before = await readRecipeText(fileOf(id)).catch(() => '');
    await refreshReferences(home, before + text, disk);
  };
  const write = async (recipe: Recipe): Promise<void> => {
    const text = toRecipeFile(recipe);
    try {
      await makeFolder(folder, disk);
      await refreshImages(recipe.id, text);
      await writeFileDurably(fileOf(recipe.id), text, disk);
    } catch (error) {
      throw toDiskError(error, folder);
    }
  };
  const names = async (): Promise<string[]> => {
    const found = await disk.list(folder).catch(() => []);
    return found.filter((name) => /^[^.].*\.json$/.test(name)).map((name) => name.slice(0, -'.json'.length));
  };
  const get = async (id: string, formats: readonly MeshFormat[] = DEFAULT_FORMATS): Promise<RecipeSet> => {
    const shipped = findBuiltInRecipe(id, formats);
    if (shipped) return shipped;
    const own = await findOwn(id);
    if (own) return toRecipeSet(own);
    const known = [...BUILT_IN_RECIPE_IDS, ...(await names())];
    throw misuse(message('subject.recipe', { id: id.slice(0, 60) }), message('recipe.not-found-of', { names: known }));
  };
  const assertOwn = (id: string): void => {
    const parsed = recipeId.safeParse(id);
    if (!parsed.success)
      throw misuse(`“${id.slice(0, 60)}”`, message('recipe.id-form', { rule: parsed.error.issues[0]?.message ?? '' }));
    if (!isBuiltInRecipe(id)) return;
    throw misuse(message('subject.recipe', { id }), message('recipe.built-in'));
  };
  const assertSound = (recipe: Recipe): void => {
    const issues = checkRecipe(recipe, context());
    if (issues.length > 0) throw misuse(message('subject.recipe', { id: recipe.id }), describeIssues(issues, recipe));
  };
  const accept = (draft: Recipe): Recipe => {
    const { recipe, issues } = parseRecipe(draft, context());
    if (recipe) return recipe;
    throw misuse(message('subject.recipe', { id: draft.id.slice(0, 60) }), describeIssues(issues, draft));
  };
  let lastChange: Promise<unknown> = Promise.resolve();
  /** Runs writes one after the other, so that none is based on a recipe that another is about to replace. */
  const inTurn = <T>(change: () => Promise<T>): Promise<T> => {
    const turn = lastChange.then(change, change);
    lastChange = turn.catch(() => undefined);
    return turn;
  };
  const save = async (draft: Recipe, replace = false): Promise<RecipeImport> => {
    assertOwn(draft.id);
    const recipe = accept(draft);
    // A damaged file with that id is never overwritten implicitly.
    const before = await findOwn(recipe.id);
    if (before === null) return write(recipe).then(() => ({ outcome: 'added', recipe, diff: [] as const }));
    const diff = diffRecipes(before, recipe);
    if (diff.length === 0) return { outcome: 'same', recipe: before, diff };
    if (!replace || before.version !== recipe.version) return { outcome: 'exists', recipe: before, diff };
    const next = { ...recipe, version: before.version + 1 };
    await write(next);
    return { outcome: 'replaced', recipe: next, diff };
  };
  const importText: RecipeBook['import'] = async (text, subject, replace, take) => {
    const file = parseRecipeFile(text, subject, context());
    const { recipe } = file;
    assertOwn(recipe.id);
    await take?.(file, subject);
    // A damaged file with that id is replaced only on request, too.
    const before = await findOwn(recipe.id).catch((error: unknown) => {
      if (error instanceof AppError) return 'damaged' as const;
      throw toDiskError(error, folder);
    });
    if (before === null) return write(recipe).then(() => ({ outcome: 'added', recipe, diff: [] as const }));
    const isDamaged = before === 'damaged';
    const diff = isDamaged
      ? [{ change: 'changed', text: message('recipe-diff.file-damaged') } as const]
      : diffRecipes(before, recipe);
    if (diff.length === 0) return { outcome: 'same', recipe, diff };
    if (!replace) return { outcome: 'exists', recipe, diff };
    // A draft of the version before must not pass as one of this version, see `save`.
    const { version } = isDamaged ? recipe : before;
    const next = { ...recipe, version: Math.max(version + 1, recipe.version) };
    await write(next);
    return { outcome: 'replaced', recipe: next, diff };
  };
  const duplicate: RecipeBook['duplicate'] = async (id, { id: given, name }, takes) => {
    const set = await get(id);
    const { also, ...original } = pickCombinedRecipe(set, takes);
    const kinds = also ?? findDerivedKinds(set, original);
    const newId = given ?? findRecipeId(name ?? id, new Set([...BUILT_IN_RECIPE_IDS, ...(await names())]));
    assertOwn(newId);
    if ((await disk.stat(fileOf(newId))) !== null) {
      throw misuse(message('subject.recipe', { id: newId }), message('recipe.id-taken'));
    }
    const { version } = original;
    const head = { id: newId, name: name ?? newId, version: 1, basedOn: { id, version } };
    const copy = accept({ ...original, ...(kinds.length > 0 ? { also: [...kinds] } : {}), ...head });
    await write(copy);
    return copy;
  };
  const remove = async (id: string): Promise<void> => {
    assertOwn(id);
    if ((await disk.stat(fileOf(id))) === null)
      throw misuse(message('subject.recipe', { id }), message('recipe.not-found'));
    await refreshImages(id);
    await disk.remove(fileOf(id)).catch((error: unknown) => {
      throw toDiskError(error, folder);
    });
  };

  return {
    get: (id) => get(id),
    choose: async (id, formats) => {
      const set = await get(id, formats);
      for (const recipe of recipesOf(set)) assertSound(recipe);
      return set;
    },
    list: async () => {
      const shipped = BUILT_IN_RECIPE_IDS.map((id) => {
        const recipes = findBuiltInRecipe(id, DEFAULT_FORMATS) as RecipeSet;
        return { id, shipped: true, recipes, problem: null } as const;
      });
      const own = (await names()).sort().map(async (id): Promise<ListedRecipe> => {
        try {
          // Built-in recipes take precedence, so a file of that name is never used.
          assertOwn(id);
          return { id, shipped: false, recipes: toRecipeSet(await read(id)), problem: null };
        } catch (error) {
          return { id, shipped: false, recipes: null, problem: toErrorInfo(error).detail };
        }
      });
      return [...shipped, ...(await Promise.all(own))];
    },
    import: (text, subject, replace, take) => inTurn(() => importText(text, subject, replace, take)),
    check: (draft) => {
      const { issues } = parseRecipe(draft, context());
      const isHead = issues.length > 0 && issues.every(({ step }) => step === null);
      return isHead ? [...issues, ...checkRecipe(draft, context())] : [...issues];
    },
    accept,
    save: (draft, replace) => inTurn(() => save(draft, replace)),
    duplicate: (id, copy, takes) => inTurn(() => duplicate(id, copy, takes)),
    rename: (id, name) =>
      inTurn(async () => {
        assertOwn(id);
        const own = pickCombinedRecipe(await get(id), 'picture');
        return (await save({ ...own, name }, true)).recipe;
      }),
    remove: (id) => inTurn(() => remove(id)),
    upgradeOf: toUpgrade,
  };
}

function toUpgrade(recipe: Recipe): RecipeUpgrade | null {
  const { basedOn } = recipe;
  const current = basedOn && findBuiltInRecipe(basedOn.id, DEFAULT_FORMATS)?.[recipe.takes];
  if (!basedOn || !current || current.version <= basedOn.version) return null;
  const { name, also } = recipe;
  const diff = diffRecipes(recipe, { ...current, name, ...(also ? { also } : {}) });
  return { id: basedOn.id, from: basedOn.version, to: current.version, diff };
}

function misuse(subject: MessageOrText, detail: MessageOrText): AppError {
  return new AppError('config_invalid', detail, { subject });
}
