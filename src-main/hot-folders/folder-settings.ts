import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../src-shared/errors.ts';
import { hotFolder, type HotFolder, type HotFolderChange } from '../../src-shared/hot-folder.ts';
import { toDiskError } from '../folders/disk-error.ts';
import { toFolderWords } from '../folders/folder-words.ts';
import { makeFolder } from '../folders/make-folder.ts';
import type { AppSettings } from '../settings/app-settings.ts';
import { readSpending } from '../settings/read-spending.ts';
import type { HotFolders } from './hot-folders.ts';

/** A hot folder as a person asks for one. */
export interface NewHotFolder {
  readonly path: string;
  readonly recipe: string;
  readonly outFolder: string | null;
}

/** What of a hot folder is changed; an absolute folder for its results, null: the export folder of the settings. */
export type FolderChange = HotFolderChange & { readonly outFolder?: string | null };

/** The hot folders that are remembered, and what a person changes about them. */
export interface FolderSettings {
  /** Makes the folder if it is not there; throws AppError when it cannot be a hot folder, or the recipe is none. */
  add(wanted: NewHotFolder, change?: FolderChange): Promise<HotFolder>;
  /** Throws AppError, with nothing changed, as `add`, and where results cannot go to a folder. */
  change(id: string, change: FolderChange): Promise<HotFolder>;
  /** Forgets a folder and its cap; files and jobs stay. */
  remove(id: string): void;
}

/** Ties the settings to the hot folders that are open. */
export function createFolderSettings(
  settings: AppSettings,
  folders: Pick<HotFolders, 'check' | 'checkOutput'>,
  assertRecipe: (id: string) => Promise<unknown>,
): FolderSettings {
  const known = (id: string): HotFolder | undefined => settings.get().hotFolders.find((folder) => folder.id === id);
  const assertOutput = async (folder: HotFolder): Promise<void> => {
    const { outFolder } = folder;
    if (outFolder === null) return;
    if (!path.isAbsolute(outFolder)) {
      throw new AppError('config_invalid', 'Give the whole path of a folder.', { subject: 'The output folder' });
    }
    await folders.check(folder);
    await folders.checkOutput(outFolder);
    await assertFolder(outFolder);
  };
  const getOne = (id: string): HotFolder => {
    const found = known(id);
    if (!found) throw new AppError('not_found', 'There is no such hot folder.');
    return found;
  };
  const setCap = (id: string, cap: string | null | undefined): void => {
    if (cap === undefined) return;
    const { spending } = settings.get();
    const { [id]: _, ...others } = spending.perFolder;
    const perFolder = cap === null ? others : { ...others, [id]: cap };
    settings.set({ spending: readSpending(spending, { perFolder }) });
  };
  const save = async (folder: HotFolder, { capPerDay, ...change }: FolderChange): Promise<HotFolder> => {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const read = hotFolder.safeParse({ ...folder, ...given });
    if (!read.success) {
      const { path: at = [], message = '' } = read.error.issues[0] ?? {};
      throw new AppError('config_invalid', `${at.join('.')} ${message}`, { subject: toFolderWords(folder.path) });
    }
    await assertRecipe(read.data.recipe);
    if (read.data.outFolder !== known(folder.id)?.outFolder) await assertOutput(read.data);
    setCap(folder.id, capPerDay);
    const { hotFolders } = settings.get();
    const others = hotFolders.filter(({ id }) => id !== folder.id);
    const at = hotFolders.findIndex(({ id }) => id === folder.id);
    settings.set({ hotFolders: at < 0 ? [...others, read.data] : others.toSpliced(at, 0, read.data) });
    return read.data;
  };

  return {
    add: async (wanted, change = {}) => {
      const folder = hotFolder.parse({ ...wanted, path: path.normalize(wanted.path), id: randomUUID().slice(0, 8) });
      await folders.check(folder);
      await assertOutput(folder);
      await assertFolder(folder.path);
      return save(folder, change);
    },
    change: async (id, change) => save(getOne(id), change),
    remove: (id) => {
      getOne(id);
      settings.set({ hotFolders: settings.get().hotFolders.filter((folder) => folder.id !== id) });
      setCap(id, null);
    },
  };
}

/** A hot folder that is not remembered; the same folder has the same id each time, so that nothing is taken twice. */
export function toPassingFolder(wanted: NewHotFolder): HotFolder {
  const at = path.resolve(wanted.path);
  const id = `at-${createHash('sha256').update(at).digest('hex').slice(0, 12)}`;
  return hotFolder.parse({ ...wanted, path: at, id });
}

/** Makes a folder that is not there; throws AppError when something else is, or it cannot be made. */
export async function assertFolder(at: string): Promise<void> {
  try {
    await makeFolder(at);
    if (!(await stat(at)).isDirectory())
      throw new AppError('config_invalid', 'It is no folder.', { subject: toFolderWords(at) });
  } catch (error) {
    throw toDiskError(error, toFolderWords(at));
  }
}
