import { join } from 'node:path';
import { BrowserWindow, dialog, nativeImage, shell } from 'electron';
import type { Desktop } from '../app-deps.ts';
import { PROJECT_ROOT } from '../base/project-root.ts';

/** What hangs on the pointer while a model is dragged out; macOS refuses to drag without a picture. */
const DRAG_ICON = join(PROJECT_ROOT, 'assets/icons/64x64.png');

/** What the desktop does for the app. Files are shown in their folder, never opened: a model may be anything. */
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
