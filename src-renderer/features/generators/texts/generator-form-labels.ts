import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { GENERATOR_FORM_TEXTS } from './generator-form-texts.ts';

/** Texts of the form for generators, in the page's language; they are loaded with the form. */
export const GENERATOR_FORM = translated({ en: GENERATOR_FORM_TEXTS, zh: () => chineseTexts()?.generatorForm });
