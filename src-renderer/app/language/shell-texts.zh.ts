import type { AROUND_TEXTS } from './shell-texts.ts';
import type { Translated } from './translated.ts';

/** What the app does outside its window, in Simplified Chinese. */
export const AROUND_TEXTS_ZH: Translated<typeof AROUND_TEXTS> = {
  tray: '托盘图标',
  trayHelp: '显示正在运行的和需要你的；托盘菜单可以全部暂停。',
  keepRunning: '关闭窗口后继续在托盘中运行',
  keepRunningHelp: '监视文件夹继续工作。从托盘或文件菜单退出。',
  keepRunningNeeds: '需要托盘图标。',
  notify: '通知',
  notifyHelp: '一批完成、有任务失败或需要你，而你在看别处时通知。只写任务名称，别的都不写。',
  startAtLogin: '随电脑启动',
  startAtLoginHelp: '有托盘图标时在托盘中启动，否则打开窗口。',
  browser: '浏览器页面没有这些。它们只在应用自己的窗口中起作用。',
};
