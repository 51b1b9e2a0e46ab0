import { ONBOARDING_TEXTS } from '../../features/onboarding/texts/onboarding-texts.ts';
import { ONBOARDING_TEXTS_ZH } from '../../features/onboarding/texts/onboarding-texts.zh.ts';
import { CREATE_TEXTS } from '../../features/create/texts/create-texts.ts';
import { CREATE_TEXTS_ZH } from '../../features/create/texts/create-texts.zh.ts';
import { INSPECTOR_TEXTS } from '../../features/inspector/texts/inspector-texts.ts';
import { INSPECTOR_TEXTS_ZH } from '../../features/inspector/texts/inspector-texts.zh.ts';
import { SHORTCUT_TEXTS } from '../../features/palette/texts/shortcut-texts.ts';
import { SHORTCUT_TEXTS_ZH } from '../../features/palette/texts/shortcut-texts.zh.ts';
import { DOCTOR_TEXTS } from '../../../src-shared/doctor/doctor-texts.ts';
import { ACCOUNT_TEXTS } from '../../features/account/texts/account-texts.ts';
import { APP_TEXTS } from './app-texts.ts';
import { APP_SETTINGS_TEXTS } from '../../features/settings/texts/app-settings-texts.ts';
import { COMMAND_TEXTS } from '../commands/command-texts.ts';
import { FOLDER_LOG_TEXTS } from '../../features/folders/texts/folder-log-texts.ts';
import { FOLDER_TEXTS } from '../../features/folders/texts/folder-texts.ts';
import { GLOSSARY_TEXTS } from './glossary-texts.ts';
import { CONFIRMATION_TEXTS } from '../../features/queue/texts/confirmation-texts.ts';
import { GALLERY_TEXTS } from '../../features/gallery/texts/gallery-texts.ts';
import { LIBRARY_TEXTS } from '../../features/gallery/texts/library-texts.ts';
import { LINK_TEXTS } from '../../features/create/texts/link-texts.ts';
import { SPENDING_TEXTS } from '../../features/account/texts/spending-texts.ts';
import { SETTINGS_TEXTS } from '../../features/settings/texts/settings-texts.ts';
import { QUEUE_TEXTS } from '../../features/queue/texts/queue-texts.ts';
import { RECIPE_EDITOR_TEXTS } from '../../features/recipes/texts/recipe-editor-texts.ts';
import { RECIPE_TEXTS } from '../../features/recipes/texts/recipe-texts.ts';
import { SHEET_TEXTS } from '../../features/create/texts/sheet-texts.ts';
import { TARGET_TEXTS } from '../../features/targets/texts/target-texts.ts';
import { translated } from './translated.ts';
import { UPDATE_TEXTS } from '../../features/settings/texts/update-texts.ts';
import { VIEWER_TEXTS } from '../../features/viewer/texts/viewer-texts.ts';
import { ACCOUNT_TEXTS_ZH } from '../../features/account/texts/account-texts.zh.ts';
import { APP_TEXTS_ZH } from './app-texts.zh.ts';
import { APP_SETTINGS_TEXTS_ZH } from '../../features/settings/texts/app-settings-texts.zh.ts';
import { COMMAND_TEXTS_ZH } from '../commands/command-texts.zh.ts';
import { DOCTOR_TEXTS_ZH } from '../../features/doctor/doctor-texts.zh.ts';
import { FOLDER_LOG_TEXTS_ZH } from '../../features/folders/texts/folder-log-texts.zh.ts';
import { FOLDER_TEXTS_ZH } from '../../features/folders/texts/folder-texts.zh.ts';
import { GLOSSARY_TEXTS_ZH } from './glossary-texts.zh.ts';
import { CONFIRMATION_TEXTS_ZH } from '../../features/queue/texts/confirmation-texts.zh.ts';
import { GALLERY_TEXTS_ZH } from '../../features/gallery/texts/gallery-texts.zh.ts';
import { LIBRARY_TEXTS_ZH } from '../../features/gallery/texts/library-texts.zh.ts';
import { LINK_TEXTS_ZH } from '../../features/create/texts/link-texts.zh.ts';
import { SPENDING_TEXTS_ZH } from '../../features/account/texts/spending-texts.zh.ts';
import { SETTINGS_TEXTS_ZH } from '../../features/settings/texts/settings-texts.zh.ts';
import { QUEUE_TEXTS_ZH } from '../../features/queue/texts/queue-texts.zh.ts';
import { RECIPE_EDITOR_TEXTS_ZH } from '../../features/recipes/texts/recipe-editor-texts.zh.ts';
import { RECIPE_TEXTS_ZH } from '../../features/recipes/texts/recipe-texts.zh.ts';
import { SHEET_TEXTS_ZH } from '../../features/create/texts/sheet-texts.zh.ts';
import { TARGET_TEXTS_ZH } from '../../features/targets/texts/target-texts.zh.ts';
import { UPDATE_TEXTS_ZH } from '../../features/settings/texts/update-texts.zh.ts';
import { VIEWER_TEXTS_ZH } from '../../features/viewer/texts/viewer-texts.zh.ts';

/** All texts of the page in its language, except those of job states, operations and fields. */
export const TEXTS = translated({
  en: {
    ...APP_TEXTS,
    onboarding: ONBOARDING_TEXTS,
    create: CREATE_TEXTS,
    inspector: INSPECTOR_TEXTS,
    shortcuts: SHORTCUT_TEXTS,
    commands: COMMAND_TEXTS,
    settings: SETTINGS_TEXTS,
    doctor: DOCTOR_TEXTS,
    glossary: GLOSSARY_TEXTS,
    account: ACCOUNT_TEXTS,
    appSettings: APP_SETTINGS_TEXTS,
    spending: SPENDING_TEXTS,
    queue: QUEUE_TEXTS,
    recipes: RECIPE_TEXTS,
    recipeEditor: RECIPE_EDITOR_TEXTS,
    folders: FOLDER_TEXTS,
    confirmation: CONFIRMATION_TEXTS,
    folderLog: FOLDER_LOG_TEXTS,
    gallery: GALLERY_TEXTS,
    sheet: SHEET_TEXTS,
    library: LIBRARY_TEXTS,
    links: LINK_TEXTS,
    targets: TARGET_TEXTS,
    updates: UPDATE_TEXTS,
    viewer: VIEWER_TEXTS,
  },
  zh: {
    ...APP_TEXTS_ZH,
    onboarding: ONBOARDING_TEXTS_ZH,
    create: CREATE_TEXTS_ZH,
    inspector: INSPECTOR_TEXTS_ZH,
    shortcuts: SHORTCUT_TEXTS_ZH,
    commands: COMMAND_TEXTS_ZH,
    settings: SETTINGS_TEXTS_ZH,
    doctor: DOCTOR_TEXTS_ZH,
    glossary: GLOSSARY_TEXTS_ZH,
    account: ACCOUNT_TEXTS_ZH,
    appSettings: APP_SETTINGS_TEXTS_ZH,
    spending: SPENDING_TEXTS_ZH,
    queue: QUEUE_TEXTS_ZH,
    recipes: RECIPE_TEXTS_ZH,
    recipeEditor: RECIPE_EDITOR_TEXTS_ZH,
    folders: FOLDER_TEXTS_ZH,
    confirmation: CONFIRMATION_TEXTS_ZH,
    folderLog: FOLDER_LOG_TEXTS_ZH,
    gallery: GALLERY_TEXTS_ZH,
    sheet: SHEET_TEXTS_ZH,
    library: LIBRARY_TEXTS_ZH,
    links: LINK_TEXTS_ZH,
    targets: TARGET_TEXTS_ZH,
    updates: UPDATE_TEXTS_ZH,
    viewer: VIEWER_TEXTS_ZH,
  },
});
