import type { SettingsView } from '../../../src-shared/settings/settings.ts';
import { LANGUAGE_TAGS, pickLanguage, setLanguage, type Language } from './language.ts';
import { loadMessages } from './message-text.ts';

/** The language that was asked for last: one whose messages load slower must not replace it. */
let latest: Language | null = null;

/** Shows the page in the language of the setting and the system, once its messages are loaded. */
export async function applyLanguage(wish: SettingsView['language']): Promise<void> {
  const language = pickLanguage(wish, navigator.language);
  latest = language;
  await loadMessages(language);
  if (latest !== language) return;
  setLanguage(language);
  document.documentElement.lang = LANGUAGE_TAGS[language];
}

/** Keeps the page's language as the setting and the system say. Call it while a component starts. */
export function followLanguage(read: () => SettingsView['language']): void {
  $effect(() => {
    const wish = read();
    const apply = () => {
      void applyLanguage(wish);
    };
    apply();
    addEventListener('languagechange', apply);
    return () => {
      removeEventListener('languagechange', apply);
    };
  });
}
