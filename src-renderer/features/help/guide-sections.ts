import type { SettingsSection } from '../../app/settings-section.ts';
import type { View } from '../../app/navigation.svelte.ts';

/** A section of the guide: a page of `docs` and the anchor of a heading. */
export type GuideSection = `${'user-guide' | 'recipes' | 'hot-folders'}#${string}`;

/** Sections that explain the fields of a view. */
export const VIEW_SECTIONS: Readonly<Record<View, GuideSection>> = {
  queue: 'user-guide#follow-jobs',
  gallery: 'user-guide#use-the-gallery',
  recipes: 'recipes#edit-a-recipe-in-the-window',
  folders: 'user-guide#generate-models-automatically',
  account: 'user-guide#limit-spending',
  operations: 'user-guide#run-an-operation-on-a-finished-model',
  settings: 'user-guide#change-settings',
};

/** Parts of views that another section explains than the view’s; elements name them in `data-help-part`. */
type HelpPart = 'create' | 'recipe' | 'service' | 'viewer';

/** Sections that explain the fields of a part of a view or of a section of the settings. */
export const PART_SECTIONS: Readonly<Record<SettingsSection | HelpPart, GuideSection>> = {
  create: 'user-guide#add-images-prompts-and-models',
  recipe: 'user-guide#choose-a-recipe-and-output-formats',
  viewer: 'user-guide#inspect-a-model',
  general: 'user-guide#change-settings',
  making: 'user-guide#choose-a-recipe-and-output-formats',
  service: 'user-guide#use-a-cloud-service',
  generators: 'user-guide#use-your-own-generators',
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
  key: 'user-guide#use-a-cloud-service',
  addService: 'user-guide#use-a-cloud-service',
  addGenerator: 'user-guide#use-your-own-generators',
  serviceKey: 'user-guide#use-a-cloud-service',
};

/** The section for fields of the sheet, in which sources become jobs. */
export const SHEET_SECTION: GuideSection = 'user-guide#review-the-plan';
