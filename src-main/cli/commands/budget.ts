import { parseArgs } from 'node:util';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { Spending, SpendingInput } from '../../../src-shared/settings/settings.ts';
import { parseSpending } from '../../settings/parse-spending.ts';
import { resolveHome } from '../../settings/home.ts';
import { groupThousands } from '../lib/output/text-columns.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { openSettings } from '../lib/open/open-settings.ts';

/** What takes `none`. */
const NONE = 'none';

/** `dropforge budget show|set`: how much may be spent, and when a person is asked. */
export async function budget(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [action = 'show', ...words] = positionals;
  return printResult(values.json, async () => {
    const settings = openSettings(resolveHome(values.home, process.env).path);
    if (action === 'set') {
      const { spending } = settings.get();
      settings.set({ spending: parseSpending(spending, toPatch(words, spending)) });
    } else if (action !== 'show' || words.length > 0) {
      throw misuse('There are show, and set day|recipe ID|folder ID|pause-below|confirm-above AMOUNT|none.');
    }
    const { spending } = settings.get();
    return { data: { spending }, text: toText(spending) };
  });
}

function toPatch(words: readonly string[], { perRecipe, perFolder }: Spending): SpendingInput {
  const [what, first = '', second] = words;
  const isNamed = what === 'recipe' || what === 'folder';
  if (words.length !== (isNamed ? 3 : 2))
    throw misuse(`“set ${what ?? ''}” takes ${isNamed ? 'an id and ' : ''}an amount.`);
  switch (what) {
    case 'day':
      return { perDay: orNone(first) };
    case 'pause-below':
      return { pauseBelow: orNone(first) };
    case 'confirm-above':
      return { confirmAbove: first };
    case 'recipe':
      return { perRecipe: withLimit(perRecipe, first, second as string) };
    case 'folder':
      return { perFolder: withLimit(perFolder, first, second as string) };
    default:
      throw misuse('Set day, recipe ID, folder ID, pause-below or confirm-above.');
  }
}

function orNone(amount: string): string | null {
  return amount === NONE ? null : amount;
}

function withLimit(limits: Readonly<Record<string, string>>, id: string, amount: string): Record<string, string> {
  const others = Object.entries(limits).filter(([other]) => other !== id);
  return Object.fromEntries(amount === NONE ? others : [...others, [id, amount]]);
}

function toText({ confirmAbove, perDay, perRecipe, perFolder, pauseBelow }: Spending): string {
  const named = (kind: string, limits: Readonly<Record<string, string>>): string[] =>
    Object.entries(limits).map(
      ([id, limit]) => `At most ${groupThousands(limit)} a day for ${kind} “${maskControlCharacters(id)}”.`,
    );
  const lines = [
    confirmAbove === '0.00'
      ? 'Whatever costs anything waits for a yes.'
      : `More than ${groupThousands(confirmAbove)} at once waits for a yes.`,
    perDay === null ? 'No limit a day.' : `At most ${groupThousands(perDay)} a day.`,
    ...named('recipe', perRecipe),
    ...named('folder', perFolder),
    ...(pauseBelow === null ? [] : [`The queue pauses before less than ${groupThousands(pauseBelow)} would be left.`]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'budget' });
}
