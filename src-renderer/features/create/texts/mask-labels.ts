import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { MASK_TEXTS } from './mask-texts.ts';

/** Texts of the mask dialog, which are loaded with the sheet. */
export const MASK = translated({ en: MASK_TEXTS, zh: () => chineseTexts()?.masks });
