import { app, Menu } from 'electron';
import { toMenuItemStates, type MenuState } from './menu-state.ts';
import { toMenuTemplate, type MenuActions } from './menu-template.ts';
import type { ShellTexts } from '../shell-texts.ts';

/** Sets the menu bar; call again when the language changes. */
export function setAppMenu(texts: ShellTexts, actions: MenuActions): void {
  const options = { texts, platform: process.platform, isDevelopment: !app.isPackaged };
  Menu.setApplicationMenu(Menu.buildFromTemplate(toMenuTemplate(options, actions)));
}

/** Updates the items of the menu bar in place, so that an open menu stays open. */
export function updateAppMenu(state: MenuState): void {
  const menu = Menu.getApplicationMenu();
  for (const [id, { checked, enabled }] of toMenuItemStates(state)) {
    const item = menu?.getMenuItemById(id);
    if (!item) continue;
    if (checked !== undefined) item.checked = checked;
    if (enabled !== undefined) item.enabled = enabled;
  }
}
