import type { SettingsView } from '../../../src-shared/settings/settings.ts';
import { LANGUAGE_TAGS, pickLanguage, setLanguage } from './language.ts';

/** Lets the page speak as the setting and the system say, from now on. */
export function applyLanguage(wish: SettingsView['language']): void {
  const language = pickLanguage(wish, navigator.language);
  setLanguage(language);
  document.documentElement.lang = LANGUAGE_TAGS[language];
}

/** Keeps the page's language as the setting and the system say. Call it while a component starts. */
export function followLanguage(read: () => SettingsView['language']): void {
  $effect(() => {
    const wish = read();
    const apply = () => {
      applyLanguage(wish);
    };
    apply();
    addEventListener('languagechange', apply);
    return () => {
      removeEventListener('languagechange', apply);
    };
  });
}
