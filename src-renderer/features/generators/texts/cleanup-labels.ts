import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { CLEANUP_TEXTS } from './cleanup-texts.ts';

/** Texts about the clean-up of results, in the page's language; they are loaded with its form. */
export const CLEANUP = translated({ en: CLEANUP_TEXTS, zh: () => chineseTexts()?.cleanup });
