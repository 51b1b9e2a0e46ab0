import type { Spending, SpendingInput } from '../../../src-shared/settings/settings.ts';
import { parseSpending } from '../../settings/parse-spending.ts';
import { groupThousands } from '../../../src-shared/base/group-thousands.ts';
import { maskControlCharacters } from '../lib/output/mask-control-characters.ts';
import { openSettings } from '../lib/open/open-settings.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';

/** Removes a limit. */
const NONE = 'none';

/** One limit: its kind, and the id of the recipe or folder it applies to. */
export type BudgetLimit =
  | { readonly kind: 'day' | 'pause-below' | 'confirm-above' }
  | { readonly kind: 'recipe' | 'folder'; readonly id: string };

/** Shows the spending limits of a home. */
export function showBudget({ home }: CommandContext): CommandResult {
  return toResult(openSettings(home.path).get().spending);
}

/** Sets one spending limit; `none` removes it. */
export function setBudget(limit: BudgetLimit, amount: string, { home }: CommandContext): CommandResult {
  const settings = openSettings(home.path);
  const { spending } = settings.get();
  return toResult(settings.set({ spending: parseSpending(spending, toPatch(limit, amount, spending)) }).spending);
}

function toPatch(limit: BudgetLimit, amount: string, { perRecipe, perFolder }: Spending): SpendingInput {
  switch (limit.kind) {
    case 'day':
      return { perDay: orNone(amount) };
    case 'pause-below':
      return { pauseBelow: orNone(amount) };
    case 'confirm-above':
      return { confirmAbove: amount };
    case 'recipe':
      return { perRecipe: withLimit(perRecipe, limit.id, amount) };
    case 'folder':
      return { perFolder: withLimit(perFolder, limit.id, amount) };
  }
}

function orNone(amount: string): string | null {
  return amount === NONE ? null : amount;
}

function withLimit(limits: Readonly<Record<string, string>>, id: string, amount: string): Record<string, string> {
  const others = Object.entries(limits).filter(([other]) => other !== id);
  return Object.fromEntries(amount === NONE ? others : [...others, [id, amount]]);
}

function toResult(spending: Spending): CommandResult {
  const { confirmAbove, perDay, perRecipe, perFolder, pauseBelow } = spending;
  const named = (kind: string, limits: Readonly<Record<string, string>>): string[] =>
    Object.entries(limits).map(
      ([id, limit]) => `${kind} “${maskControlCharacters(id)}”: at most ${groupThousands(limit)} credits a day.`,
    );
  const lines = [
    confirmAbove === '0.00'
      ? 'Everything that costs credits needs confirmation.'
      : `Batches above ${groupThousands(confirmAbove)} credits need confirmation.`,
    perDay === null ? 'No daily limit.' : `At most ${groupThousands(perDay)} credits a day.`,
    ...named('Recipe', perRecipe),
    ...named('Folder', perFolder),
    ...(pauseBelow === null
      ? []
      : [`The queue pauses before the balance falls below ${groupThousands(pauseBelow)} credits.`]),
  ];
  return { data: { spending }, text: lines.map((line) => `${line}\n`).join('') };
}
