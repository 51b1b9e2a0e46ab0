import { CATEGORIES, CATEGORY_NAMES, type Category } from '../../../src-shared/api/models/categories.ts';
import { concurrency as concurrencySchema } from '../../../src-shared/settings/settings.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';
import { openSettings } from '../lib/open/open-settings.ts';
import type { CommandContext } from '../lib/command/define-command.ts';
import type { CommandResult } from '../lib/output/command-result.ts';
import { UsageError } from '../lib/usage-error.ts';

/** Resets a pool to its documented size. */
const DEFAULT = 'default';

/** Lists the pools with how many tasks each runs at once. */
export function showConcurrency({ home }: CommandContext): CommandResult {
  return toResult(openSettings(home.path).get().concurrency);
}

/** Sets how many tasks of a pool run at once; `default` resets it. */
export function setConcurrency(pool: Category, size: string, { home }: CommandContext): CommandResult {
  const settings = openSettings(home.path);
  return toResult(settings.set({ concurrency: withSize(settings.get().concurrency, pool, size) }).concurrency);
}

function toResult(own: Readonly<Sizes>): CommandResult {
  const rows = CATEGORY_NAMES.map((pool) => ({
    pool,
    size: own[pool] ?? CATEGORIES[pool].concurrency,
    own: pool in own,
  }));
  const cells = rows.map((row) => [row.pool, String(row.size), row.own ? 'set by you' : '']);
  return { data: { pools: rows }, text: alignColumns(cells, [1]) };
}

type Sizes = Partial<Record<Category, number>>;

function withSize(sizes: Readonly<Sizes>, pool: Category, typed: string): Sizes {
  const { [pool]: _before, ...others } = sizes;
  if (typed === DEFAULT) return others;
  const read = concurrencySchema.safeParse({ ...others, [pool]: /^\d{1,4}$/.test(typed) ? Number(typed) : 0 });
  if (!read.success)
    throw new UsageError(`“${maskControlCharacters(typed)}” is not valid. Use 1 to 1000, or ${DEFAULT}.`);
  return read.data;
}
