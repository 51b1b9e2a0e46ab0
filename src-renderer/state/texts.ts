import { APP_TEXTS } from './app-texts.ts';
import { FOLDER_TEXTS } from './folder-texts.ts';
import { GALLERY_TEXTS } from './gallery-texts.ts';
import { MONEY_TEXTS } from './money-texts.ts';
import { QUEUE_TEXTS } from './queue-texts.ts';
import { RECIPE_TEXTS } from './recipe-texts.ts';
import { TARGET_TEXTS } from './target-texts.ts';
import { translated } from './translated.ts';
import { VIEWER_TEXTS } from './viewer-texts.ts';
import { APP_TEXTS_ZH } from './zh/app-texts.ts';
import { FOLDER_TEXTS_ZH } from './zh/folder-texts.ts';
import { GALLERY_TEXTS_ZH } from './zh/gallery-texts.ts';
import { MONEY_TEXTS_ZH } from './zh/money-texts.ts';
import { QUEUE_TEXTS_ZH } from './zh/queue-texts.ts';
import { RECIPE_TEXTS_ZH } from './zh/recipe-texts.ts';
import { TARGET_TEXTS_ZH } from './zh/target-texts.ts';
import { VIEWER_TEXTS_ZH } from './zh/viewer-texts.ts';

/** Every word of the page but those of `words.ts`, by the part that shows it, in the language of the page. */
export const TEXTS = translated({
  en: {
    ...APP_TEXTS,
    money: MONEY_TEXTS,
    control: QUEUE_TEXTS,
    recipes: RECIPE_TEXTS,
    folders: FOLDER_TEXTS,
    gallery: GALLERY_TEXTS,
    targets: TARGET_TEXTS,
    scene: VIEWER_TEXTS,
  },
  zh: {
    ...APP_TEXTS_ZH,
    money: MONEY_TEXTS_ZH,
    control: QUEUE_TEXTS_ZH,
    recipes: RECIPE_TEXTS_ZH,
    folders: FOLDER_TEXTS_ZH,
    gallery: GALLERY_TEXTS_ZH,
    targets: TARGET_TEXTS_ZH,
    scene: VIEWER_TEXTS_ZH,
  },
});
