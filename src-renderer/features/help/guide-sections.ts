import type { SettingsSection } from '../../app/settings-section.ts';
import type { View } from '../../app/navigation.svelte.ts';

/** A section of the guide: a page of `docs` and the anchor of a heading. */
export type GuideSection = `${'user-guide' | 'recipes' | 'hot-folders'}#${string}`;

/** Sections that explain the fields of a view. */
export const VIEW_SECTIONS: Readonly<Record<Exclude<View, 'settings'>, GuideSection>> = {
  queue: 'user-guide#follow-jobs',
  gallery: 'user-guide#use-the-gallery',
  recipes: 'recipes#edit-a-recipe-in-the-window',
  folders: 'user-guide#generate-models-automatically',
  account: 'user-guide#limit-spending',
  operations: 'user-guide#run-an-operation-on-a-finished-model',
};

/** Sections that explain the fields of a section of the settings. */
export const SETTINGS_GUIDE_SECTIONS: Readonly<Record<SettingsSection, GuideSection>> = {
  general: 'user-guide#change-settings',
  making: 'user-guide#choose-a-recipe-and-output-formats',
  service: 'user-guide#choose-a-recipe-and-output-formats',
  spending: 'user-guide#limit-spending',
  export: 'user-guide#export-and-deliver-models',
  places: 'user-guide#generate-models-automatically',
  app: 'user-guide#change-settings',
  doctor: 'user-guide#change-settings',
  log: 'user-guide#change-settings',
  about: 'user-guide#change-settings',
};

/** Sections that explain the fields of a dialog; other dialogs belong to their view. */
export const DIALOG_SECTIONS: Readonly<Partial<Record<string, GuideSection>>> = {
  hotFolder: 'hot-folders#add-a-hot-folder',
  limits: 'user-guide#limit-spending',
  imports: 'user-guide#export-and-deliver-models',
};

/** The section for fields of the sheet, in which sources become jobs. */
export const SHEET_SECTION: GuideSection = 'user-guide#review-the-plan';
