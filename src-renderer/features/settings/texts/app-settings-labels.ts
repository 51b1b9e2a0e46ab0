import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { APP_SETTINGS_TEXTS } from './app-settings-texts.ts';

/** Texts of the settings of the desktop app, in the page's language; they are loaded with the settings. */
export const APP_SETTINGS = translated({ en: APP_SETTINGS_TEXTS, zh: () => chineseTexts()?.appSettings });
