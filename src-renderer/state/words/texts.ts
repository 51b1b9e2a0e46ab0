import { DOCTOR_TEXTS } from '../../../src-shared/doctor/doctor-texts.ts';
import { ACCOUNT_TEXTS } from './account-texts.ts';
import { APP_TEXTS } from './app-texts.ts';
import { AROUND_TEXTS } from './around-texts.ts';
import { COMMAND_TEXTS } from './command-texts.ts';
import { FOLDER_LOG_TEXTS } from './folder-log-texts.ts';
import { FOLDER_TEXTS } from './folder-texts.ts';
import { GLOSSARY_TEXTS } from './glossary-texts.ts';
import { HELD_TEXTS } from './held-texts.ts';
import { GALLERY_TEXTS } from './gallery-texts.ts';
import { LIBRARY_TEXTS } from './library-texts.ts';
import { LINK_TEXTS } from './link-texts.ts';
import { MONEY_TEXTS } from './money-texts.ts';
import { PREFERENCE_TEXTS } from './preference-texts.ts';
import { QUEUE_TEXTS } from './queue-texts.ts';
import { RECIPE_EDITOR_TEXTS } from './recipe-editor-texts.ts';
import { RECIPE_TEXTS } from './recipe-texts.ts';
import { SHEET_TEXTS } from './sheet-texts.ts';
import { TARGET_TEXTS } from './target-texts.ts';
import { translated } from './translated.ts';
import { UPDATE_TEXTS } from './update-texts.ts';
import { VIEWER_TEXTS } from './viewer-texts.ts';
import { ACCOUNT_TEXTS_ZH } from './zh/account-texts.ts';
import { APP_TEXTS_ZH } from './zh/app-texts.ts';
import { AROUND_TEXTS_ZH } from './zh/around-texts.ts';
import { COMMAND_TEXTS_ZH } from './zh/command-texts.ts';
import { DOCTOR_WORDS_ZH } from './zh/doctor-words.ts';
import { FOLDER_LOG_TEXTS_ZH } from './zh/folder-log-texts.ts';
import { FOLDER_TEXTS_ZH } from './zh/folder-texts.ts';
import { GLOSSARY_TEXTS_ZH } from './zh/glossary-texts.ts';
import { HELD_TEXTS_ZH } from './zh/held-texts.ts';
import { GALLERY_TEXTS_ZH } from './zh/gallery-texts.ts';
import { LIBRARY_TEXTS_ZH } from './zh/library-texts.ts';
import { LINK_TEXTS_ZH } from './zh/link-texts.ts';
import { MONEY_TEXTS_ZH } from './zh/money-texts.ts';
import { PREFERENCE_TEXTS_ZH } from './zh/preference-texts.ts';
import { QUEUE_TEXTS_ZH } from './zh/queue-texts.ts';
import { RECIPE_EDITOR_TEXTS_ZH } from './zh/recipe-editor-texts.ts';
import { RECIPE_TEXTS_ZH } from './zh/recipe-texts.ts';
import { SHEET_TEXTS_ZH } from './zh/sheet-texts.ts';
import { TARGET_TEXTS_ZH } from './zh/target-texts.ts';
import { UPDATE_TEXTS_ZH } from './zh/update-texts.ts';
import { VIEWER_TEXTS_ZH } from './zh/viewer-texts.ts';

/** Every word of the page but those of `words.ts`, by the part that shows it, in the language of the page. */
export const TEXTS = translated({
  en: {
    ...APP_TEXTS,
    commands: COMMAND_TEXTS,
    preferences: PREFERENCE_TEXTS,
    doctor: DOCTOR_TEXTS,
    glossary: GLOSSARY_TEXTS,
    account: ACCOUNT_TEXTS,
    around: AROUND_TEXTS,
    money: MONEY_TEXTS,
    control: QUEUE_TEXTS,
    recipes: RECIPE_TEXTS,
    chain: RECIPE_EDITOR_TEXTS,
    folders: FOLDER_TEXTS,
    held: HELD_TEXTS,
    folderLog: FOLDER_LOG_TEXTS,
    gallery: GALLERY_TEXTS,
    sheet: SHEET_TEXTS,
    library: LIBRARY_TEXTS,
    links: LINK_TEXTS,
    targets: TARGET_TEXTS,
    updates: UPDATE_TEXTS,
    scene: VIEWER_TEXTS,
  },
  zh: {
    ...APP_TEXTS_ZH,
    commands: COMMAND_TEXTS_ZH,
    preferences: PREFERENCE_TEXTS_ZH,
    doctor: DOCTOR_WORDS_ZH,
    glossary: GLOSSARY_TEXTS_ZH,
    account: ACCOUNT_TEXTS_ZH,
    around: AROUND_TEXTS_ZH,
    money: MONEY_TEXTS_ZH,
    control: QUEUE_TEXTS_ZH,
    recipes: RECIPE_TEXTS_ZH,
    chain: RECIPE_EDITOR_TEXTS_ZH,
    folders: FOLDER_TEXTS_ZH,
    held: HELD_TEXTS_ZH,
    folderLog: FOLDER_LOG_TEXTS_ZH,
    gallery: GALLERY_TEXTS_ZH,
    sheet: SHEET_TEXTS_ZH,
    library: LIBRARY_TEXTS_ZH,
    links: LINK_TEXTS_ZH,
    targets: TARGET_TEXTS_ZH,
    updates: UPDATE_TEXTS_ZH,
    scene: VIEWER_TEXTS_ZH,
  },
});
