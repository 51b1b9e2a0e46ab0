import { join } from 'node:path';
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import type { ShellTexts } from '../shell-texts.ts';
import { formatTrayText, type TrayState } from './tray-text.ts';

/** Actions of the tray menu. */
export interface TrayActions {
  show(): void;
  togglePause(): void;
  openExport(): void;
  quit(): void;
}

/** The icon in the tray, on macOS in the menu bar. */
export interface AppTray {
  update(texts: ShellTexts, state: TrayState): void;
  close(): void;
}

/** The icon and its size; the macOS menu bar is smaller than a tray. */
const ICON = join(PROJECT_ROOT, 'assets/icons/64x64.png');
const ICON_SIZE = process.platform === 'darwin' ? 18 : 32;

/** Creates the tray icon; `update` changes its menu and tooltip only if they differ. */
export function createTray(actions: TrayActions): AppTray {
  const tray = new Tray(nativeImage.createFromPath(ICON).resize({ width: ICON_SIZE, height: ICON_SIZE }));
  tray.on('click', actions.show);
  let shown = '';
  return {
    update: (texts, state) => {
      const { tip, lines } = formatTrayText(texts, state);
      const text = JSON.stringify([tip, lines, state.isPaused, texts.show]);
      if (text === shown) return;
      shown = text;
      tray.setToolTip(tip);
      const items: MenuItemConstructorOptions[] = [
        { id: 'show', label: texts.show, click: actions.show },
        { type: 'separator' },
        ...lines.map((label) => ({ label, enabled: false })),
        {
          id: 'pause',
          label: state.isPaused ? texts.resumeEverything : texts.pauseEverything,
          click: actions.togglePause,
        },
        { id: 'openExport', label: texts.openExport, click: actions.openExport },
        { type: 'separator' },
        { id: 'quit', label: texts.quit, click: actions.quit },
      ];
      tray.setContextMenu(Menu.buildFromTemplate(items));
    },
    close: () => tray.destroy(),
  };
}
