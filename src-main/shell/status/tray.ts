import { join } from 'node:path';
import { Menu, nativeImage, Tray, type MenuItemConstructorOptions } from 'electron';
import { PROJECT_ROOT } from '../../base/project-root.ts';
import type { ShellTexts } from '../shell-texts.ts';
import { formatTrayText, type TrayState } from './tray-text.ts';

/** What the tray's menu can do. */
export interface TrayActions {
  show(): void;
  togglePause(): void;
  openExport(): void;
  quit(): void;
}

/** The icon in the tray, or in the menu bar of macOS. */
export interface AppTray {
  update(words: ShellTexts, facts: TrayState): void;
  close(): void;
}

/** The one icon an installed app brings along, and how large it is drawn: the menu bar of macOS is lower than a tray. */
const ICON = join(PROJECT_ROOT, 'assets/icons/64x64.png');
const ICON_SIZE = process.platform === 'darwin' ? 18 : 32;

/** Puts the icon there; its menu and what it says follow `update`, and are touched only when they change. */
export function createTray(acts: TrayActions): AppTray {
  const tray = new Tray(nativeImage.createFromPath(ICON).resize({ width: ICON_SIZE, height: ICON_SIZE }));
  tray.on('click', acts.show);
  let shown = '';
  return {
    update: (words, facts) => {
      const { tip, lines } = formatTrayText(words, facts);
      const text = JSON.stringify([tip, lines, facts.isPaused, words.show]);
      if (text === shown) return;
      shown = text;
      tray.setToolTip(tip);
      const items: MenuItemConstructorOptions[] = [
        { id: 'show', label: words.show, click: acts.show },
        { type: 'separator' },
        ...lines.map((label) => ({ label, enabled: false })),
        {
          id: 'pause',
          label: facts.isPaused ? words.resumeEverything : words.pauseEverything,
          click: acts.togglePause,
        },
        { id: 'openExport', label: words.openExport, click: acts.openExport },
        { type: 'separator' },
        { id: 'quit', label: words.quit, click: acts.quit },
      ];
      tray.setContextMenu(Menu.buildFromTemplate(items));
    },
    close: () => tray.destroy(),
  };
}
