import type { LIBRARY_TEXTS } from './library-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** Words about the limit of the library, in Simplified Chinese. */
export const LIBRARY_TEXTS_ZH: Translated<typeof LIBRARY_TEXTS> = {
  limit: '资料库超过以下大小时提醒',
  limitHelp: '留空表示不限制。Dropforge 不会自动移除文件；清理时绝不移除唯一副本。',
  none: '不设上限',
  unit: 'GB',
  invalid: '输入数字，例如 20 或 0.5',
  above: (bytes, limit) => `资料库占用 ${bytes}，超出你设置的 ${limit}。`,
  change: '更改上限',
};
