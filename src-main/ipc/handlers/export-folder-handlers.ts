import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { exportFolderCalls } from '../../../src-shared/ipc/calls/export-folder-calls.ts';
import type { Desktop } from '../../app-deps.ts';
import type { HotFolders } from '../../hot-folders/hot-folders.ts';
import type { AccountSettings } from '../account-settings.ts';
import { revealPath } from '../files/reveal-path.ts';
import type { PageFolders } from '../page-access/page-folders.ts';

interface Parts {
  readonly accountSettings: Pick<AccountSettings, 'setExportFolder' | 'view'>;
  readonly hotFolders: Pick<HotFolders, 'checkOutput'>;
  readonly desktop: Pick<Desktop, 'revealPath'>;
  readonly pageFolders: PageFolders;
  exportFolder(): string;
}

/** Handlers of the calls about the output folder. */
export function createExportFolderHandlers(parts: Parts): HandlersOf<typeof exportFolderCalls> {
  const { accountSettings, hotFolders, desktop, pageFolders, exportFolder } = parts;
  return {
    'exportFolder:reveal': async () => (revealPath(desktop, exportFolder()), null),
    'exportFolder:choose': async ({ typed }) => {
      const chosen = await pageFolders.choose(typed, 'output');
      if (chosen === null) return accountSettings.view();
      await hotFolders.checkOutput(chosen);
      await accountSettings.setExportFolder(chosen);
      return accountSettings.view();
    },
  };
}
