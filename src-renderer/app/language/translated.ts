import { currentLanguage } from './language.ts';

/** The type of a text table in another language: the same keys, and functions with the same parameters. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

type Table = Readonly<Record<string, unknown>>;

/**
 * Combines the text tables of all languages into one that returns texts in the language of the page. `zh` returns
 * undefined until its table is loaded; texts are English until then. Parts of the result may be stored in constants or
 * destructured, but read texts where they are displayed: each read uses the current language.
 */
export function translated<T extends object>(tables: {
  readonly en: T;
  readonly zh: () => Translated<T> | undefined;
}): Translated<T> {
  return follow(tables.en as Table, tables.zh as () => Table | undefined) as Translated<T>;
}

function follow(en: Table, zh: () => Table | undefined): object {
  const live = {};
  for (const [key, english] of Object.entries(en)) {
    const chinese = () => zh()?.[key];
    const read = () => (currentLanguage() === 'zh' ? (chinese() ?? english) : english);
    const part = isTable(english) ? { value: follow(english, chinese as () => Table | undefined) } : { get: read };
    Object.defineProperty(live, key, { ...part, enumerable: true });
  }
  return live;
}

/** Lists of texts are returned as a whole, so their lengths may differ if their type allows it. */
function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
