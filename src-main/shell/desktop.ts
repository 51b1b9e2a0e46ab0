import { join } from 'node:path';
import { app, BrowserWindow, dialog, nativeImage, shell, type MessageBoxOptions } from 'electron';
import { formatMessage } from '../../src-shared/api/messages/format-message.ts';
import { catalogueOf } from '../../src-shared/messages/catalogue-of.ts';
import { message, type MessageOrText } from '../../src-shared/messages/message.ts';
import { pickLanguage } from '../../src-shared/settings/pick-language.ts';
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
  chooseFile: async (title) => {
    const { filePaths } = await dialog.showOpenDialog({ title, properties: ['openFile'] });
    return filePaths[0] ?? null;
  },
  confirm: async (question, language) => {
    const catalogue = catalogueOf(pickLanguage(language, app.getLocale()));
    const text = (part: MessageOrText): string => formatMessage(catalogue, part);
    const options = {
      type: 'warning',
      title: 'Dropforge',
      message: text(message('confirmation.title')),
      detail: [question, message('confirmation.origin')].map(text).join('\n\n'),
      buttons: [text(message('confirmation.cancel')), text(message('confirmation.allow'))],
      // A key that is pressed while the dialog appears does not allow the change.
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    } as const satisfies MessageBoxOptions;
    const [window] = BrowserWindow.getAllWindows();
    const answer = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options);
    return (await answer).response === 1;
  },
  showCode: null,
  startDrag: ([file, ...others]) => {
    const [window] = BrowserWindow.getAllWindows();
    window?.webContents.startDrag({ file, files: [file, ...others], icon: nativeImage.createFromPath(DRAG_ICON) });
  },
};
