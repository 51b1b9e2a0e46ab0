import type { SettingsView } from '../../../src-shared/settings/settings.ts';
import { pickLanguage, type Language } from '../../../src-shared/settings/pick-language.ts';
import { LANGUAGE_TAGS, setLanguage } from './language.ts';
import { loadLanguage } from './load-language.ts';

/** The latest requested language: an earlier one that loads more slowly must not replace it. */
let latest: Language | null = null;

/** Applies the language of the setting or the system once its texts are loaded. */
export async function applyLanguage(setting: SettingsView['language']): Promise<void> {
  const language = pickLanguage(setting, navigator.language);
  latest = language;
  await loadLanguage(language);
  if (latest !== language) return;
  setLanguage(language);
  document.documentElement.lang = LANGUAGE_TAGS[language];
}

/** Keeps the page's language in sync with the setting and the system. Call it during component initialization. */
export function followLanguage(read: () => SettingsView['language']): void {
  $effect(() => {
    const setting = read();
    const apply = () => {
      void applyLanguage(setting);
    };
    apply();
    addEventListener('languagechange', apply);
    return () => {
      removeEventListener('languagechange', apply);
    };
  });
}
