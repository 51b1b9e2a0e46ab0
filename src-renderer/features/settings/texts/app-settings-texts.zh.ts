import type { APP_SETTINGS_TEXTS } from './app-settings-texts.ts';
import type { Translated } from '../../../app/language/translated.ts';

/** What the app does outside its window, in Simplified Chinese. */
export const APP_SETTINGS_TEXTS_ZH: Translated<typeof APP_SETTINGS_TEXTS> = {
  tray: '在系统托盘中显示图标',
  trayHelp: '显示运行中的任务和需要处理的任务。菜单可暂停队列。',
  keepRunning: '关闭窗口后继续在托盘中运行',
  keepRunningHelp: '监视文件夹保持工作。从托盘或“文件”菜单退出。',
  keepRunningNeeds: '需要托盘图标。',
  notify: '通知',
  notifyHelp: '当 Dropforge 在后台时，批次完成、任务失败或需要处理时通知我。通知只显示任务名称。',
  startAtLogin: '登录时启动',
  startAtLoginHelp: '如果启用了托盘图标则在托盘中启动，否则打开窗口。',
  browser: '这些设置用于桌面应用，不用于浏览器。',
};
