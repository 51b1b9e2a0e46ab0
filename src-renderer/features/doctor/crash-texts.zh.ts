import type { Translated } from '../../app/language/translated.ts';
import type { CRASH_TEXTS } from './crash-texts.ts';

/** The texts about a crash in Simplified Chinese. */
export const CRASH_TEXTS_ZH: Translated<typeof CRASH_TEXTS> = {
  app: 'Dropforge 意外停止，已重新启动。任务会继续。',
  page: '页面意外停止，已重新加载。任务不受影响。',
  graphics: '图形进程意外停止，已重新启动。任务不受影响。',
  helper: '窗口的一个进程意外停止。任务不受影响。',
  show: '显示报告',
  hide: '隐藏报告',
  dismiss: '关闭',
  report: '崩溃报告',
  help: '报告只保存在这台电脑上。支持包会包含它。',
};
