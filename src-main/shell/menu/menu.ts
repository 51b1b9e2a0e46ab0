import { app, Menu } from 'electron';
import { toMenuItemStates, type MenuState } from './menu-state.ts';
import { toMenuTemplate, type MenuActions } from './menu-template.ts';
import type { ShellTexts } from '../shell-texts.ts';

/** Sets the menu bar in a language; set again when the language changes. */
export function setAppMenu(words: ShellTexts, acts: MenuActions): void {
  const setting = { words, platform: process.platform, isDeveloped: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(toMenuTemplate(setting, acts)));
}

/** Marks the items of the menu bar as a state has them, in place: a menu that is open stays open. */
export function updateAppMenu(state: MenuState): void {
  const menu = Menu.getApplicationMenu();
  for (const [id, { checked, enabled }] of toMenuItemStates(state)) {
    const item = menu?.getMenuItemById(id);
    if (!item) continue;
    if (checked !== undefined) item.checked = checked;
    if (enabled !== undefined) item.enabled = enabled;
  }
}
