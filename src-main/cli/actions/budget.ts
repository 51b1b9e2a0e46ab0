import { AppError } from '../../../src-shared/base/errors.ts';
import type { Settings, SpendingInput } from '../../../src-shared/settings/settings.ts';
import { parseSpending } from '../../settings/parse-spending.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { findHotFolder } from '../lib/find-hot-folder.ts';
import { openRecipeBook } from '../lib/open/open-recipe-book.ts';
import { openSettings } from '../lib/open/open-settings.ts';
import type { RecipeBook } from '../../queue/recipes/recipe-book.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';

/** Removes a limit. */
const NONE = 'none';

/** One limit: its kind, and the id of the recipe, or the id or path of the hot folder, it applies to. */
export type BudgetLimit =
  | { readonly kind: 'day' | 'pause-below' | 'confirm-above' }
  | { readonly kind: 'recipe' | 'folder'; readonly id: string };

/** Shows the spending limits of a home. */
export function showBudget({ home }: CommandContext): CommandResult {
  return toResult(openSettings(home.path).get());
}

/** Sets one spending limit; `none` removes it. Throws `not_found` where it would limit nothing. */
export async function setBudget(limit: BudgetLimit, amount: string, { home }: CommandContext): Promise<CommandResult> {
  const settings = openSettings(home.path);
  const { spending } = settings.get();
  const patch = await toPatch(limit, amount, settings.get(), openRecipeBook(home.path));
  return toResult(settings.set({ spending: parseSpending(spending, patch) }));
}

async function toPatch(
  limit: BudgetLimit,
  amount: string,
  { spending: { perRecipe, perFolder }, hotFolders }: Settings,
  recipes: RecipeBook,
): Promise<SpendingInput> {
  switch (limit.kind) {
    case 'day':
      return { perDay: orNone(amount) };
    case 'pause-below':
      return { pauseBelow: orNone(amount) };
    case 'confirm-above':
      return { confirmAbove: amount };
    case 'recipe':
      if (!Object.hasOwn(perRecipe, limit.id)) await assertRecipe(recipes, limit.id);
      return { perRecipe: withLimit(perRecipe, limit.id, amount) };
    case 'folder': {
      // A folder of `watch --folder` has a limit, but is not in the settings.
      const id = Object.hasOwn(perFolder, limit.id) ? limit.id : findHotFolder(hotFolders, limit.id);
      return { perFolder: withLimit(perFolder, id, amount) };
    }
  }
}

async function assertRecipe(recipes: RecipeBook, id: string): Promise<void> {
  if ((await recipes.list()).some((listed) => listed.id === id)) return;
  throw new AppError('not_found', `There is no recipe “${maskControlCharacters(id)}”.`);
}

function orNone(amount: string): string | null {
  return amount === NONE ? null : amount;
}

function withLimit(limits: Readonly<Record<string, string>>, id: string, amount: string): Record<string, string> {
  const others = Object.entries(limits).filter(([other]) => other !== id);
  return Object.fromEntries(amount === NONE ? others : [...others, [id, amount]]);
}

function toResult({ spending, hotFolders }: Settings): CommandResult {
  const { confirmAbove, perDay, perRecipe, perFolder, pauseBelow } = spending;
  const toLine = (kind: string, name: string, limit: string): string =>
    `${kind} “${maskControlCharacters(name)}”: at most ${groupThousands(limit)} credits a day.`;
  const pathOf = (id: string): string => hotFolders.find((folder) => folder.id === id)?.path ?? id;
  const lines = [
    confirmAbove === '0.00'
      ? 'Everything that costs credits needs confirmation.'
      : `Batches above ${groupThousands(confirmAbove)} credits need confirmation.`,
    perDay === null ? 'No daily limit.' : `At most ${groupThousands(perDay)} credits a day.`,
    ...Object.entries(perRecipe).map(([id, limit]) => toLine('Recipe', id, limit)),
    ...Object.entries(perFolder).map(([id, limit]) => toLine('Folder', pathOf(id), limit)),
    ...(pauseBelow === null
      ? []
      : [`The queue pauses before the balance falls below ${groupThousands(pauseBelow)} credits.`]),
  ];
  return { data: { spending }, text: lines.map((line) => `${line}\n`).join('') };
}
