import type { Translated } from '../../../app/language/translated.ts';
import type { SHORTCUT_TEXTS } from './shortcut-texts.ts';

/** Texts of the list of keyboard shortcuts, in Simplified Chinese. */
export const SHORTCUT_TEXTS_ZH: Translated<typeof SHORTCUT_TEXTS> = {
  title: '键盘快捷键',
  queue: '队列',
  window: '窗口',
  paste: '粘贴复制的图像',
  nextPane: '下一个面板',
  back: '关闭打开的面板',
  ends: '第一个或最后一个任务',
  extend: '扩展选择',
  all: '全选',
};
