import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { NETWORK_TEXTS } from './network-texts.ts';

/** Texts about networks for masks and depth, in the page’s language; loaded with the settings. */
export const NETWORK_LABELS = translated({ en: NETWORK_TEXTS, zh: () => chineseTexts()?.networks });
