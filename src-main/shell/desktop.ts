import { dialog, shell } from 'electron';
import type { Desktop } from '../app-deps.ts';

/** What the desktop does for the app. Files are shown in their folder, never opened: a model may be anything. */
export const electronDesktop: Desktop = {
  revealPath: (path) => shell.showItemInFolder(path),
  chooseFolder: async (title) => {
    const { filePaths } = await dialog.showOpenDialog({ title, properties: ['openDirectory', 'createDirectory'] });
    return filePaths[0] ?? null;
  },
};
