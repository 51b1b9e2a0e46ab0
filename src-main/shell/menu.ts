import { app, Menu } from 'electron';
import { toMenuTemplate, type MenuActs } from './menu-template.ts';
import type { ShellWords } from './shell-words.ts';

/** Sets the menu bar in a language; set again when the language changes. */
export function setAppMenu(words: ShellWords, acts: MenuActs): void {
  const setting = { words, platform: process.platform, isDeveloped: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(toMenuTemplate(setting, acts)));
}
