import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/base/errors.ts';
import { hotFolder, type HotFolder, type HotFolderChange } from '../../src-shared/hot-folders/hot-folder.ts';
import type { Settings, Spending } from '../../src-shared/settings/settings.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { describeFolder } from '../folders/describe-folder.ts';
import { makeFolder } from '../base/files/make-folder.ts';
import { log } from '../base/log/log.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { parseSpending } from '../settings/parse-spending.ts';
import type { HotFolders } from './hot-folders.ts';
import { message } from '../../src-shared/messages/message.ts';

/** Beginning of the ids of folders that are watched without being in the settings. */
const TEMPORARY = 'at-';

/** Settings of a new hot folder. */
export interface NewHotFolder {
  readonly path: string;
  readonly recipe: string;
  readonly outFolder: string | null;
}

/** A change of a hot folder; the output folder as an absolute path, null: the output folder of the settings. */
type FolderChange = HotFolderChange & { readonly outFolder?: string | null };

/** The stored hot folders, and changes to them. */
export interface FolderSettings {
  /** Creates the folder if it is missing; throws AppError when it cannot be a hot folder, or the recipe does not exist. */
  add(wanted: NewHotFolder, change?: FolderChange): Promise<HotFolder>;
  /**
   * Throws AppError without changes like `add`, and if the output folder is invalid. Concurrent changes are kept;
   * `not_found` if the folder was removed.
   */
  change(id: string, change: FolderChange): Promise<HotFolder>;
  /** Removes a folder from the settings; its files and jobs are kept, and its cap, which still applies to its jobs. */
  remove(id: string): void;
  /**
   * Puts a folder back that was removed since the start: in its place, with its id and settings. Throws `not_found`,
   * or an error like `add` if it can no longer be a hot folder beside the others.
   */
  restore(id: string): Promise<void>;
  /** Removes the caps of removed folders, except of those with jobs. A change that cannot be saved is logged. */
  removeUnusedCaps(hasJobs: (id: string) => boolean): void;
}

/** Connects the settings to the open hot folders. */
export function createFolderSettings(
  settings: AppSettings,
  folders: Pick<HotFolders, 'check' | 'checkOutput'>,
  assertRecipe: (id: string) => Promise<unknown>,
): FolderSettings {
  const assertOutput = async (folder: HotFolder): Promise<void> => {
    const { outFolder } = folder;
    if (outFolder === null) return;
    if (!path.isAbsolute(outFolder)) {
      throw new AppError('config_invalid', message('folder.whole-path'), { subject: message('subject.output-folder') });
    }
    await folders.check(folder);
    await folders.checkOutput(outFolder);
    await assertFolder(outFolder);
  };
  const getOne = (id: string): HotFolder => {
    const found = settings.get().hotFolders.find((folder) => folder.id === id);
    if (!found) throw new AppError('not_found', message('folder.no-such-hot-folder'));
    return found;
  };
  const saveNew = async (folder: HotFolder, change: FolderChange): Promise<HotFolder> => {
    const wanted = withChange(folder, change);
    await assertRecipe(wanted.recipe);
    if (wanted.outFolder !== folder.outFolder) await assertOutput(wanted);
    settings.set(applyFolderChange(settings.get(), wanted, change));
    return wanted;
  };
  const saveChange = async (before: HotFolder, change: FolderChange): Promise<HotFolder> => {
    const wanted = withChange(before, change);
    if (wanted.recipe !== before.recipe) await assertRecipe(wanted.recipe);
    if (wanted.outFolder !== before.outFolder) await assertOutput(wanted);
    // It may have been changed or removed in the meantime.
    const changed = withChange(getOne(before.id), change);
    settings.set(applyFolderChange(settings.get(), changed, change));
    return changed;
  };
  /** Folders that were removed since the start, by id. */
  const removed = new Map<string, { folder: HotFolder; index: number }>();
  const restore = async (id: string): Promise<void> => {
    const found = removed.get(id);
    if (!found) throw new AppError('not_found', message('folder.no-such-hot-folder'));
    await folders.check(found.folder);
    removed.delete(id);
    settings.set({ hotFolders: settings.get().hotFolders.toSpliced(found.index, 0, found.folder) });
  };
  /** Folders are added one at a time, because the stored folders determine if the next is allowed. */
  let adding: Promise<unknown> = Promise.resolve();
  const add = async (wanted: NewHotFolder, change: FolderChange): Promise<HotFolder> => {
    const folder = toNewFolder(wanted);
    await folders.check(folder);
    await assertOutput(folder);
    await assertFolder(folder.path);
    return saveNew(folder, change);
  };

  const addNext = <T>(run: () => Promise<T>): Promise<T> => {
    const added = adding.catch(() => undefined).then(run);
    adding = added;
    return added;
  };

  return {
    add: (wanted, change = {}) => addNext(() => add(wanted, change)),
    restore: (id) => addNext(() => restore(id)),
    change: async (id, change) => saveChange(getOne(id), change),
    remove: (id) => {
      const folder = getOne(id);
      const { hotFolders } = settings.get();
      removed.set(id, { folder, index: hotFolders.indexOf(folder) });
      settings.set({ hotFolders: hotFolders.filter((other) => other !== folder) });
    },
    removeUnusedCaps: (hasJobs) => {
      const { hotFolders, spending } = settings.get();
      const isUsed = (id: string): boolean =>
        id.startsWith(TEMPORARY) || hotFolders.some((folder) => folder.id === id) || hasJobs(id);
      const unused = Object.keys(spending.perFolder).filter((id) => !isUsed(id));
      if (unused.length === 0) return;
      try {
        settings.set({ spending: unused.reduce((left, id) => withCap(left, id, null), spending) });
      } catch (error) {
        log.warn('hot folders', 'unused limits were not removed', error);
      }
    },
  };
}

/** A new hot folder with default settings. */
export function toNewFolder(wanted: NewHotFolder): HotFolder {
  return hotFolder.parse({ ...wanted, path: path.normalize(wanted.path), id: randomUUID().slice(0, 8) });
}

/**
 * The settings that differ when a hot folder, new or stored, is saved with a change. Throws `config_invalid` naming the
 * invalid part.
 */
export function applyFolderChange(now: Settings, folder: HotFolder, change: FolderChange): Partial<Settings> {
  const changed = withChange(folder, change);
  const isStored = now.hotFolders.some(({ id }) => id === folder.id);
  const { capPerDay } = change;
  return {
    hotFolders: isStored
      ? now.hotFolders.map((other) => (other.id === folder.id ? changed : other))
      : [...now.hotFolders, changed],
    ...(capPerDay === undefined ? {} : { spending: withCap(now.spending, folder.id, capPerDay) }),
  };
}

/** Spending limits with another limit of a folder; null: none. */
function withCap(spending: Spending, id: string, cap: string | null): Spending {
  const { [id]: _, ...others } = spending.perFolder;
  return parseSpending(spending, { perFolder: cap === null ? others : { ...others, [id]: cap } });
}

/** A folder with a change applied; throws `config_invalid` naming the invalid part. */
function withChange(folder: HotFolder, { capPerDay: _, ...change }: FolderChange): HotFolder {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const read = hotFolder.safeParse({ ...folder, ...given });
  if (read.success) return read.data;
  const { path: at = [], message = '' } = read.error.issues[0] ?? {};
  throw new AppError('config_invalid', `${at.join('.')} ${message}`, { subject: describeFolder(folder.path) });
}

/** A temporary hot folder. The same folder always has the same id, so that no file is processed twice. */
export function toTemporaryFolder(wanted: NewHotFolder): HotFolder {
  const at = path.resolve(wanted.path);
  const id = `${TEMPORARY}${createHash('sha256').update(at).digest('hex').slice(0, 12)}`;
  return hotFolder.parse({ ...wanted, path: at, id });
}

/** Creates a missing folder; throws AppError if the path is not a folder, or it cannot be created. */
export async function assertFolder(at: string): Promise<void> {
  try {
    await makeFolder(at);
    if (!(await stat(at)).isDirectory())
      throw new AppError('config_invalid', message('folder.not-a-folder'), { subject: describeFolder(at) });
  } catch (error) {
    throw toDiskError(error, describeFolder(at));
  }
}
