import { SvelteMap } from 'svelte/reactivity';
import type { Language } from '../../../src-shared/settings/pick-language.ts';

/** Languages in menu order. */
export const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '简体中文' };

/** BCP 47 tags of the languages, for `lang` and `Intl`. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };

// Templates track Svelte's map, which needs no compiler, so texts also work outside the page.
const held = new SvelteMap<'language', Language>([['language', 'en']]);

/** Set while texts are read in another language than the page's. */
let borrowed: Language | null = null;

/** Returns the page's language; English until one is set. Reactive in templates and effects. */
export function currentLanguage(): Language {
  return borrowed ?? held.get('language') ?? 'en';
}

/** Runs `read` with texts in the given language; its results must not be cached by table parts. */
export function inLanguage<T>(language: Language, read: () => T): T {
  const before = borrowed;
  borrowed = language;
  try {
    return read();
  } finally {
    borrowed = before;
  }
}

/** Sets the page's language. */
export function setLanguage(language: Language): void {
  held.set('language', language);
}
