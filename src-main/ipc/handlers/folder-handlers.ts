import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { OutputLocation } from '../../../src-shared/hot-folders/hot-folder.ts';
import type { HandlersOf } from '../../../src-shared/ipc/calls/call-table.ts';
import type { folderCalls } from '../../../src-shared/ipc/calls/folder-calls.ts';
import type { Desktop } from '../../app-deps.ts';
import type { FolderLog } from '../../hot-folders/folder-log.ts';
import type { FolderSettings } from '../../hot-folders/folder-settings.ts';
import type { HotFolders } from '../../hot-folders/hot-folders.ts';
import { revealPath } from '../files/reveal-path.ts';
import { message } from '../../../src-shared/messages/message.ts';

interface Parts {
  readonly hotFolders: Pick<HotFolders, 'list' | 'approve' | 'folderOf'>;
  readonly folderSettings: FolderSettings;
  readonly folderLog: Pick<FolderLog, 'lines'>;
  readonly desktop: Pick<Desktop, 'chooseFolder' | 'revealPath'>;
}

/** Handlers of the calls about hot folders; the page knows them by id, never by path. */
export function createFolderHandlers(parts: Parts): HandlersOf<typeof folderCalls> {
  const { hotFolders, folderSettings, folderLog, desktop } = parts;
  const choose = async (typed: string | null, title: string): Promise<string | null> => {
    const chosen = typed ?? (await desktop.chooseFolder?.(title)) ?? null;
    if (chosen !== null && !path.isAbsolute(chosen)) {
      throw new AppError('config_invalid', message('folder.whole-path'), { subject: title });
    }
    return chosen;
  };
  /** Empty if the output folder stays the same. */
  const chooseResults = async (results: OutputLocation | undefined): Promise<{ outFolder?: string | null }> => {
    if (results === undefined) return {};
    if (results.kind === 'export') return { outFolder: null };
    const chosen = await choose(results.kind === 'typed' ? results.path : null, 'Output folder');
    return chosen === null ? {} : { outFolder: chosen };
  };
  return {
    'folders:list': async () => hotFolders.list(),
    'folders:add': async ({ typed, recipe, change, results }) => {
      const chosen = await choose(typed, 'Hot folder');
      if (chosen === null) return null;
      const place = await chooseResults(results);
      // Canceling the second dialog cancels the whole call.
      if (results?.kind === 'choose' && place.outFolder === undefined) return null;
      return (await folderSettings.add({ path: chosen, recipe, outFolder: place.outFolder ?? null }, change)).id;
    },
    'folders:change': async ({ id, change, results }) => {
      await folderSettings.change(id, { ...change, ...(await chooseResults(results)) });
      return null;
    },
    'folders:remove': async ({ id }) => (folderSettings.remove(id), null),
    'folders:approve': async ({ id, agreed }) => (await hotFolders.approve(id, agreed), null),
    'folders:reveal': async ({ id }) => (revealPath(desktop, hotFolders.folderOf(id).path), null),
    'folders:log': async (filter) => folderLog.lines(filter),
  };
}
