import { ONBOARDING_TEXTS } from '../../features/onboarding/texts/onboarding-texts.ts';
import { HELP_TEXTS } from '../../features/help/texts/help-texts.ts';
import { CREATE_TEXTS } from '../../features/create/texts/create-texts.ts';
import { INSPECTOR_TEXTS } from '../../features/inspector/texts/inspector-texts.ts';
import { SHORTCUT_TEXTS } from '../../features/palette/texts/shortcut-texts.ts';
import { CRASH_TEXTS } from '../../features/doctor/crash-texts.ts';
import { ACCOUNT_TEXTS } from '../../features/account/texts/account-texts.ts';
import { APP_TEXTS } from './app-texts.ts';
import { COMMAND_TEXTS } from '../commands/command-texts.ts';
import { GENERATOR_TEXTS } from '../../features/generators/texts/generator-texts.ts';
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
import { chineseTexts } from './load-language.ts';
import { translated } from './translated.ts';
import { UPDATE_TEXTS } from '../../features/settings/texts/update-texts.ts';
import { VIEWER_TEXTS } from '../../features/viewer/texts/viewer-texts.ts';

/** All texts of the page in its language, except those of job states, operations, fields and the doctor. */
export const TEXTS = translated({
  en: {
    ...APP_TEXTS,
    onboarding: ONBOARDING_TEXTS,
    help: HELP_TEXTS,
    create: CREATE_TEXTS,
    inspector: INSPECTOR_TEXTS,
    shortcuts: SHORTCUT_TEXTS,
    commands: COMMAND_TEXTS,
    settings: SETTINGS_TEXTS,
    crash: CRASH_TEXTS,
    glossary: GLOSSARY_TEXTS,
    account: ACCOUNT_TEXTS,
    spending: SPENDING_TEXTS,
    queue: QUEUE_TEXTS,
    recipes: RECIPE_TEXTS,
    recipeEditor: RECIPE_EDITOR_TEXTS,
    folders: FOLDER_TEXTS,
    confirmation: CONFIRMATION_TEXTS,
    gallery: GALLERY_TEXTS,
    generators: GENERATOR_TEXTS,
    sheet: SHEET_TEXTS,
    library: LIBRARY_TEXTS,
    links: LINK_TEXTS,
    targets: TARGET_TEXTS,
    updates: UPDATE_TEXTS,
    viewer: VIEWER_TEXTS,
  },
  zh: () => chineseTexts()?.page,
});
