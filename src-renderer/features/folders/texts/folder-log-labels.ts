import { chineseTexts } from '../../../app/language/load-language.ts';
import { translated } from '../../../app/language/translated.ts';
import { FOLDER_LOG_TEXTS } from './folder-log-texts.ts';

/** Texts of the log of hot folders, in the page's language; they are loaded with its view. */
export const FOLDER_LOG = translated({ en: FOLDER_LOG_TEXTS, zh: () => chineseTexts()?.folderLog });
