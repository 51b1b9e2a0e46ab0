import type { Translated } from '../../../app/language/translated.ts';
import type { HELP_TEXTS } from './help-texts.ts';

/** Texts of the explanation of a field, in Simplified Chinese. */
export const HELP_TEXTS_ZH: Translated<typeof HELP_TEXTS> = {
  title: '这是什么？',
  guide: (section) => `用户指南：${section}`,
};
