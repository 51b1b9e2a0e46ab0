import { join } from 'node:path';
import { BrowserWindow, dialog, nativeImage, shell } from 'electron';
import type { Desktop } from '../app-deps.ts';
import { PROJECT_ROOT } from '../base/project-root.ts';

/** Icon shown while a model is dragged out; macOS requires one. */
const DRAG_ICON = join(PROJECT_ROOT, 'assets/icons/64x64.png');

/** Desktop integration of the app. Files are shown in their folder but never opened, because they are untrusted. */
export const electronDesktop: Desktop = {
  revealPath: (path) => shell.showItemInFolder(path),
  chooseFolder: async (title) => {
    const { filePaths } = await dialog.showOpenDialog({ title, properties: ['openDirectory', 'createDirectory'] });
    return filePaths[0] ?? null;
  },
  startDrag: ([file, ...others]) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.startDrag({ file, files: [file, ...others], icon: nativeImage.createFromPath(DRAG_ICON) });
  },
};
