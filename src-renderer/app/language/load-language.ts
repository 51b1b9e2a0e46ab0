import { SvelteMap } from 'svelte/reactivity';
import type { Language } from '../../../src-shared/settings/pick-language.ts';
import { inLanguage, LANGUAGES } from './language.ts';

type Chinese = typeof import('./chinese.ts');

/** Empty until Chinese is first used: most pages never load it. */
const loaded = new SvelteMap<'zh', Chinese>();

/** Loads the texts of a language. They are English until this resolves, so call it before `setLanguage`. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language === 'zh' && !loaded.has('zh')) loaded.set('zh', await import('./chinese.ts'));
}

/** Returns the messages in Chinese; undefined until they are loaded. Reactive in templates and effects. */
export function chineseMessages(): Pick<Chinese, 'CHINESE' | 'translateToChinese'> | undefined {
  return loaded.get('zh');
}

/** Returns the texts of the page in Chinese; undefined until they are loaded. Reactive in templates and effects. */
export function chineseTexts(): Chinese['CHINESE_TEXTS'] | undefined {
  return loaded.get('zh')?.CHINESE_TEXTS;
}

/** Returns a text in every language, for searches. Load the languages first; see `loadAllLanguages`. */
export function inEveryLanguage(read: () => string): readonly string[] {
  return LANGUAGES.map((language) => inLanguage(language, read));
}

/** Loads every language, so that a search finds all names. */
export async function loadAllLanguages(): Promise<void> {
  await Promise.all(LANGUAGES.map(loadLanguage));
}
