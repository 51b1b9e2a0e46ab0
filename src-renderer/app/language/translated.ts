import { currentLanguage } from './language.ts';

/** The shape of a table of words in another language: the same keys, functions that take the same, nothing else. */
export type Translated<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof T]: Translated<T[Key]> };

type Table = Readonly<Record<string, unknown>>;

/**
 * One table that speaks the language of the page. Its parts may be kept in constants and taken apart; its words are to be
 * read where they are shown, because each reading is answered in the language of that moment.
 */
export function translated<T extends object>(tables: { readonly en: T; readonly zh: Translated<T> }): Translated<T> {
  return follow(tables.en as Table, tables.zh as Table) as Translated<T>;
}

function follow(en: Table, zh: Table): object {
  const live = {};
  for (const [key, english] of Object.entries(en)) {
    const chinese = zh[key];
    const read = () => (currentLanguage() === 'zh' ? chinese : english);
    const part = isTable(english) ? { value: follow(english, chinese as Table) } : { get: read };
    Object.defineProperty(live, key, { ...part, enumerable: true });
  }
  return live;
}

/** Lists of words are taken whole, so that they may differ in length where their type lets them. */
function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
