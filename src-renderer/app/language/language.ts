import { SvelteMap } from 'svelte/reactivity';
import type { SettingsView } from '../../../src-shared/settings/settings.ts';

/** A language the page has words in. */
export type Language = Exclude<SettingsView['language'], 'system'>;

/** The languages in the order they are offered. */
export const LANGUAGES: readonly Language[] = ['en', 'zh'];

/** What each language calls itself, for those who read no other. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '简体中文' };

/** The languages by their tags (BCP 47), for `lang` and for `Intl`. */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = { en: 'en', zh: 'zh-Hans' };

// Templates track Svelte's map, and it needs no compiler: words can be read without a page, too.
const held = new SvelteMap<'language', Language>([['language', 'en']]);

/** Set while words are read in a language that the page does not speak. */
let borrowed: Language | null = null;

/** The language the page speaks now; English until one is set. What reads it in a template or an effect follows it. */
export function currentLanguage(): Language {
  return borrowed ?? held.get('language') ?? 'en';
}

/** What words are in a language, whatever the page speaks; what is read meanwhile must not be kept by its parts. */
export function inLanguage<T>(language: Language, read: () => T): T {
  const before = borrowed;
  borrowed = language;
  try {
    return read();
  } finally {
    borrowed = before;
  }
}

/** Lets the page speak a language from now on. */
export function setLanguage(language: Language): void {
  held.set('language', language);
}

/** The language that is wished for; `system`: that of the system (BCP 47), Chinese of any kind as Simplified Chinese. */
export function pickLanguage(wish: SettingsView['language'], system: string): Language {
  if (wish !== 'system') return wish;
  return /^zh(?:-|$)/i.test(system) ? 'zh' : 'en';
}
