import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { OutputLocation } from '../../../src-shared/hot-folders/hot-folder.ts';
import type { Handlers } from '../../../src-shared/ipc/contract.ts';
import type { FolderLog } from '../../hot-folders/folder-log.ts';
import type { FolderSettings } from '../../hot-folders/folder-settings.ts';
import type { HotFolders } from '../../hot-folders/hot-folders.ts';
import { message } from '../../../src-shared/messages/message.ts';

type FolderCalls =
  | 'folders:list'
  | 'folders:add'
  | 'folders:change'
  | 'folders:remove'
  | 'folders:approve'
  | 'folders:reveal'
  | 'folders:log';

interface FolderParts {
  readonly hotFolders: Pick<HotFolders, 'list' | 'approve' | 'folderOf'>;
  readonly folderSettings: FolderSettings;
  readonly folderLog: Pick<FolderLog, 'lines'>;
  /** The system's dialog; null in a browser. */
  readonly chooseFolder: ((title: string) => Promise<string | null>) | null;
  reveal(target: string): null;
}

/** What the page may ask about hot folders; it knows them by id and by words, never by path. */
export function createFolderHandlers(parts: FolderParts): Pick<Handlers, FolderCalls> {
  const { hotFolders, folderSettings } = parts;
  const choose = async (typed: string | null, title: string): Promise<string | null> => {
    const chosen = typed ?? (await parts.chooseFolder?.(title)) ?? null;
    if (chosen !== null && !path.isAbsolute(chosen)) {
      throw new AppError('config_invalid', message('folder.whole-path'), { subject: title });
    }
    return chosen;
  };
  /** Nothing where they are to go where they went. */
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
      // Whoever left the second dialog did not want it like that.
      if (results?.kind === 'choose' && place.outFolder === undefined) return null;
      return (await folderSettings.add({ path: chosen, recipe, outFolder: place.outFolder ?? null }, change)).id;
    },
    'folders:change': async ({ id, change, results }) => {
      await folderSettings.change(id, { ...change, ...(await chooseResults(results)) });
      return null;
    },
    'folders:remove': async ({ id }) => (folderSettings.remove(id), null),
    'folders:approve': async ({ id, agreed }) => (await hotFolders.approve(id, agreed), null),
    'folders:reveal': async ({ id }) => parts.reveal(hotFolders.folderOf(id).path),
    'folders:log': async (wish) => parts.folderLog.lines(wish),
  };
}
