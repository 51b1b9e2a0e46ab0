import { OPERATION_DESCRIPTIONS_ZH } from '../../features/operations/texts/operation-descriptions.zh.ts';
import { FIELD_LABELS_ZH } from '../../features/operations/texts/field-labels.zh.ts';
import { FIELD_TEXTS_ZH } from '../../features/operations/texts/field-texts.zh.ts';
import { JOB_TEXTS_ZH } from '../../features/queue/texts/job-texts.zh.ts';
import { OPERATION_TEXTS_ZH } from '../../features/operations/texts/operation-texts.zh.ts';
import { OPERATION_VIEW_TEXTS_ZH } from '../../features/operations/texts/operation-view-texts.zh.ts';
import { CLEANUP_TEXTS_ZH } from '../../features/generators/texts/cleanup-texts.zh.ts';
import { GENERATOR_FORM_TEXTS_ZH } from '../../features/generators/texts/generator-form-texts.zh.ts';
import { REASON_TEXTS_ZH } from './reason-texts.zh.ts';
import { STEP_RESULT_TEXTS_ZH } from '../../features/operations/texts/step-result-texts.zh.ts';
import { ONBOARDING_TEXTS_ZH } from '../../features/onboarding/texts/onboarding-texts.zh.ts';
import { HELP_TEXTS_ZH } from '../../features/help/texts/help-texts.zh.ts';
import { CREATE_TEXTS_ZH } from '../../features/create/texts/create-texts.zh.ts';
import { INSPECTOR_TEXTS_ZH } from '../../features/inspector/texts/inspector-texts.zh.ts';
import { SHORTCUT_TEXTS_ZH } from '../../features/palette/texts/shortcut-texts.zh.ts';
import { ACCOUNT_TEXTS_ZH } from '../../features/account/texts/account-texts.zh.ts';
import { APP_TEXTS_ZH } from './app-texts.zh.ts';
import { APP_SETTINGS_TEXTS_ZH } from '../../features/settings/texts/app-settings-texts.zh.ts';
import { COMMAND_TEXTS_ZH } from '../commands/command-texts.zh.ts';
import { CRASH_TEXTS_ZH } from '../../features/doctor/crash-texts.zh.ts';
import { DOCTOR_TEXTS_ZH } from '../../features/doctor/doctor-texts.zh.ts';
import { FOLDER_LOG_TEXTS_ZH } from '../../features/folders/texts/folder-log-texts.zh.ts';
import { NETWORK_TEXTS_ZH } from '../../features/generators/texts/network-texts.zh.ts';
import { GENERATOR_TEXTS_ZH } from '../../features/generators/texts/generator-texts.zh.ts';
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
import { MASK_TEXTS_ZH } from '../../features/create/texts/mask-texts.zh.ts';
import { SHEET_TEXTS_ZH } from '../../features/create/texts/sheet-texts.zh.ts';
import { TARGET_TEXTS_ZH } from '../../features/targets/texts/target-texts.zh.ts';
import { UPDATE_TEXTS_ZH } from '../../features/settings/texts/update-texts.zh.ts';
import { VIEWER_TEXTS_ZH } from '../../features/viewer/texts/viewer-texts.zh.ts';

export { CHINESE } from '../../../src-shared/messages/chinese.ts';
export { translateToChinese } from '../../../src-shared/messages/translate-to-chinese.ts';

/** All Chinese texts of the page, in one module that is loaded when Chinese is first used; see `load-language.ts`. */
export const CHINESE_TEXTS = {
  page: {
    ...APP_TEXTS_ZH,
    onboarding: ONBOARDING_TEXTS_ZH,
    help: HELP_TEXTS_ZH,
    create: CREATE_TEXTS_ZH,
    inspector: INSPECTOR_TEXTS_ZH,
    shortcuts: SHORTCUT_TEXTS_ZH,
    commands: COMMAND_TEXTS_ZH,
    settings: SETTINGS_TEXTS_ZH,
    crash: CRASH_TEXTS_ZH,
    glossary: GLOSSARY_TEXTS_ZH,
    account: ACCOUNT_TEXTS_ZH,
    spending: SPENDING_TEXTS_ZH,
    queue: QUEUE_TEXTS_ZH,
    recipes: RECIPE_TEXTS_ZH,
    recipeEditor: RECIPE_EDITOR_TEXTS_ZH,
    folders: FOLDER_TEXTS_ZH,
    confirmation: CONFIRMATION_TEXTS_ZH,
    gallery: GALLERY_TEXTS_ZH,
    generators: GENERATOR_TEXTS_ZH,
    sheet: SHEET_TEXTS_ZH,
    library: LIBRARY_TEXTS_ZH,
    links: LINK_TEXTS_ZH,
    targets: TARGET_TEXTS_ZH,
    updates: UPDATE_TEXTS_ZH,
    viewer: VIEWER_TEXTS_ZH,
  },
  masks: MASK_TEXTS_ZH,
  doctor: DOCTOR_TEXTS_ZH,
  networks: NETWORK_TEXTS_ZH,
  jobs: JOB_TEXTS_ZH,
  reasons: REASON_TEXTS_ZH,
  operations: OPERATION_TEXTS_ZH,
  operationView: OPERATION_VIEW_TEXTS_ZH,
  operationDescriptions: OPERATION_DESCRIPTIONS_ZH,
  appSettings: APP_SETTINGS_TEXTS_ZH,
  folderLog: FOLDER_LOG_TEXTS_ZH,
  cleanup: CLEANUP_TEXTS_ZH,
  generatorForm: GENERATOR_FORM_TEXTS_ZH,
  fields: FIELD_TEXTS_ZH,
  fieldLabels: FIELD_LABELS_ZH,
  stepResults: STEP_RESULT_TEXTS_ZH,
} as const;
