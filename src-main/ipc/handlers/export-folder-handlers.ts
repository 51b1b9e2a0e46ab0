import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { exportFolderCalls } from '../../../src-shared/ipc/calls/export-folder-calls.ts';
import { message } from '../../../src-shared/messages/message.ts';
import type { Desktop } from '../../app-deps.ts';
import type { HotFolders } from '../../hot-folders/hot-folders.ts';
import type { AccountSettings } from '../account-settings.ts';
import { revealPath } from '../files/reveal-path.ts';

interface Parts {
  readonly accountSettings: Pick<AccountSettings, 'setExportFolder' | 'view'>;
  readonly hotFolders: Pick<HotFolders, 'checkOutput'>;
  readonly desktop: Pick<Desktop, 'chooseFolder' | 'revealPath'>;
  exportFolder(): string;
}

/** Handlers of the calls about the output folder. */
export function createExportFolderHandlers(parts: Parts): HandlersOf<typeof exportFolderCalls> {
  const { accountSettings, hotFolders, desktop, exportFolder } = parts;
  return {
    'exportFolder:reveal': async () => (revealPath(desktop, exportFolder()), null),
    'exportFolder:choose': async ({ typed }) => {
      const chosen = typed ?? (await desktop.chooseFolder?.('Output folder')) ?? null;
      if (chosen === null) return accountSettings.view();
      if (!path.isAbsolute(chosen)) {
        const subject = message('subject.export-folder');
        throw new AppError('config_invalid', message('folder.whole-path'), { subject });
      }
      await hotFolders.checkOutput(chosen);
      await accountSettings.setExportFolder(path.normalize(chosen));
      return accountSettings.view();
    },
  };
}
