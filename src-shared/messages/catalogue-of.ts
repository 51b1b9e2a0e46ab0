import type { MessageCatalogue } from '../api/messages/format-message.ts';
import type { Language } from '../settings/pick-language.ts';
import { CHINESE } from './chinese.ts';
import { ENGLISH } from './english.ts';

/** The messages of a language. The page loads its catalogues itself, as it needs them. */
export function catalogueOf(language: Language): MessageCatalogue {
  return language === 'zh' ? CHINESE : ENGLISH;
}
