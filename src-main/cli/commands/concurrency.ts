import { parseArgs } from 'node:util';
import { CATEGORIES, type Category } from '../../../src-shared/api/models/categories.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { concurrency as concurrencySchema } from '../../../src-shared/settings/settings.ts';
import { resolveHome } from '../../settings/home.ts';
import { alignColumns } from '../lib/output/text-columns.ts';
import { printResult, maskControlCharacters } from '../lib/output/command-result.ts';
import { openSettings } from '../lib/open/open-settings.ts';

/** What takes a pool's size back to the documented one. */
const DEFAULT = 'default';

/** `dropforge concurrency show|set`: tasks at once by pool, where the account has other numbers than the documented ones. */
export async function concurrency(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { home: { type: 'string' }, json: { type: 'boolean', default: false } },
  });
  const [action = 'show', ...words] = positionals;
  return printResult(values.json, async () => {
    const settings = openSettings(resolveHome(values.home, process.env).path);
    if (action === 'set' && words.length === 2) {
      const [pool = '', size = ''] = words;
      settings.set({ concurrency: withSize(settings.get().concurrency, readPool(pool), size) });
    } else if (action !== 'show' || words.length > 0) {
      throw misuse(`There are show, and set ${Object.keys(CATEGORIES).join('|')} N|${DEFAULT}.`);
    }
    const own = settings.get().concurrency;
    const rows = poolNames().map((pool) => ({
      pool,
      size: own[pool] ?? CATEGORIES[pool].concurrency,
      own: pool in own,
    }));
    const cells = rows.map((row) => [row.pool, String(row.size), row.own ? 'set by you' : '']);
    return { data: { pools: rows }, text: alignColumns(cells, [1]) };
  });
}

type Sizes = Partial<Record<Category, number>>;

function withSize(sizes: Readonly<Sizes>, pool: Category, typed: string): Sizes {
  const { [pool]: _before, ...others } = sizes;
  if (typed === DEFAULT) return others;
  const read = concurrencySchema.safeParse({ ...others, [pool]: /^\d{1,4}$/.test(typed) ? Number(typed) : 0 });
  if (!read.success)
    throw misuse(`“${maskControlCharacters(typed)}” is no number of tasks; it is 1 to 1000, or ${DEFAULT}.`);
  return read.data;
}

function readPool(word: string): Category {
  const pool = poolNames().find((name) => name === word);
  if (pool) return pool;
  throw misuse(`There is no pool “${maskControlCharacters(word)}”; there are ${poolNames().join(', ')}.`);
}

function poolNames(): Category[] {
  return Object.keys(CATEGORIES) as Category[];
}

function misuse(detail: string): AppError {
  return new AppError('config_invalid', detail, { subject: 'concurrency' });
}
