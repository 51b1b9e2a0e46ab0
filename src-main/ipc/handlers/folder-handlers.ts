import type { OutputLocation } from '../../../src-shared/hot-folders/hot-folder.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { folderCalls } from '../../../src-shared/ipc/calls/folder-calls.ts';
import type { Desktop } from '../../app-deps.ts';
import type { FolderLog } from '../../hot-folders/folder-log.ts';
import { applyFolderChange, toNewFolder, type FolderSettings } from '../../hot-folders/folder-settings.ts';
import type { HotFolders } from '../../hot-folders/hot-folders.ts';
import { previewHotFolder } from '../../hot-folders/preview-hot-folder.ts';
import { revealPath } from '../files/reveal-path.ts';
import type { ChangeConfirmation } from '../page-access/change-confirmation.ts';
import type { PageFolders } from '../page-access/page-folders.ts';

interface Parts {
  readonly hotFolders: Pick<HotFolders, 'list' | 'approve' | 'folderOf' | 'check'>;
  readonly folderSettings: FolderSettings;
  readonly folderLog: Pick<FolderLog, 'lines'>;
  readonly desktop: Pick<Desktop, 'revealPath'>;
  readonly pageFolders: PageFolders;
  readonly confirmation: Pick<ChangeConfirmation, 'confirmSettings'>;
}

/** Handlers of the calls about hot folders; the page knows them by id, never by path. */
export function createFolderHandlers(parts: Parts): HandlersOf<typeof folderCalls> {
  const { hotFolders, folderSettings, folderLog, desktop, pageFolders, confirmation } = parts;
  /** Empty if the output folder stays the same. */
  const chooseResults = async (results: OutputLocation | undefined): Promise<{ outFolder?: string | null }> => {
    if (results === undefined) return {};
    if (results.kind === 'export') return { outFolder: null };
    const chosen = await pageFolders.choose(results.kind === 'typed' ? results.path : null, 'output');
    return chosen === null ? {} : { outFolder: chosen };
  };
  /** Those that can become hot folders beside the existing ones and the output folders. */
  const listUsable = async (folders: readonly string[]): Promise<string[]> => {
    const results = await Promise.allSettled(
      folders.map((at) => hotFolders.check({ id: '', path: at, outFolder: null })),
    );
    return folders.filter((_, index) => results[index]?.status === 'fulfilled');
  };
  return {
    'folders:list': async () => hotFolders.list(),
    'folders:preview': async ({ typed }) => {
      if (typed === '') return { folders: await listUsable(await pageFolders.list()), files: null };
      const { folders, files } = await previewHotFolder(await pageFolders.check(typed, 'hot'));
      return { folders: await listUsable(folders), files };
    },
    'folders:choose': async () => {
      const folder = await pageFolders.choose(null, 'hot');
      return folder === null ? null : { path: folder, files: (await previewHotFolder(folder)).files };
    },
    'folders:add': async ({ typed, recipe, change, results }) => {
      const chosen = await pageFolders.choose(typed, 'hot');
      if (chosen === null) return null;
      const place = await chooseResults(results);
      // Canceling the dialog cancels the whole call.
      if (results?.kind === 'choose' && place.outFolder === undefined) return null;
      const wanted = { path: chosen, recipe, outFolder: place.outFolder ?? null };
      const draft = toNewFolder(wanted);
      await confirmation.confirmSettings((now) => applyFolderChange(now, draft, change));
      return (await folderSettings.add(wanted, change)).id;
    },
    'folders:change': async ({ id, change, results }) => {
      const place = await chooseResults(results);
      await confirmation.confirmSettings((now) => {
        const stored = now.hotFolders.find((folder) => folder.id === id);
        return stored ? applyFolderChange(now, stored, change) : {};
      });
      await folderSettings.change(id, { ...change, ...place });
      return null;
    },
    'folders:remove': async ({ id }) => (folderSettings.remove(id), null),
    'folders:restore': async ({ id }) => (await folderSettings.restore(id), null),
    'folders:approve': async ({ id, agreed }) => (await hotFolders.approve(id, agreed), null),
    'folders:reveal': async ({ id }) => (revealPath(desktop, hotFolders.folderOf(id).path), null),
    'folders:log': async (filter) => folderLog.lines(filter),
  };
}
