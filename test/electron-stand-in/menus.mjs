// `Menu`, `MenuItem` and `Tray`: trees that a test can click, nothing is drawn.
import { EventEmitter } from 'node:events';
import { app } from './app.mjs';
import { record, state } from './state.mjs';
import { strict } from './strict.mjs';

const roles = {
  quit: () => app.quit(),
  close: () => state.focused?.close(),
  minimize: () => state.focused?.minimize(),
  reload: () => state.focused?.webContents.reload(),
};

export class MenuItem {
  constructor(options) {
    const type = options.submenu ? 'submenu' : 'normal';
    Object.assign(this, { type, enabled: true, visible: true, checked: false, label: options.role ?? '' }, options);
    if (Array.isArray(options.submenu)) this.submenu = Menu.buildFromTemplate(options.submenu);
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      (options.click ?? roles[options.role])?.(this, state.focused, {});
    };
  }
}

class MenuTree extends EventEmitter {
  items = [];
  append(item) {
    this.items.push(item);
  }
  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  static buildFromTemplate(template) {
    const menu = new MenuTree();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return strict('Menu', menu);
  }
  static setApplicationMenu(menu) {
    state.applicationMenu = menu;
  }
  static getApplicationMenu() {
    return state.applicationMenu;
  }
}

export const Menu = strict('Menu', MenuTree);

export class Tray extends EventEmitter {
  constructor(image) {
    super();
    this.image = image;
    state.trays.push(this);
  }
  setToolTip(text) {
    record('tray.setToolTip', text);
    this.toolTip = text;
  }
  setContextMenu(menu) {
    this.menu = menu;
  }
  setImage(image) {
    this.image = image;
  }
  destroy() {
    state.trays = state.trays.filter((tray) => tray !== this);
  }
  isDestroyed() {
    return !state.trays.includes(this);
  }
}
