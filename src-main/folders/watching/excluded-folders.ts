import { stat } from 'node:fs/promises';
import path from 'node:path';
import { entryIdOf } from './ready-file.ts';

/** Folders inside a watched folder that are never entered. */
export interface ExcludedFolders {
  /** True for the path of one of them, in any spelling, and for everything in it. */
  has(at: string): boolean;
  /** Ids of the existing ones, as of `entryIdOf`: the file system may know other spellings, and one may be a link. */
  ids(): Promise<ReadonlySet<string>>;
}

/**
 * Excludes absolute paths. Upper and lower case, and the normal forms of Unicode, are the same name everywhere: the disk of a
 * folder may treat them so on any system, and it does not say whether it does.
 */
export function createExcludedFolders(folders: readonly string[]): ExcludedFolders {
  const names = folders.map(foldCase);
  return {
    has: (at) => {
      const name = foldCase(at);
      return names.some((excluded) => name === excluded || name.startsWith(`${excluded}${path.sep}`));
    },
    ids: async () => {
      const found = await Promise.all(folders.map((folder) => stat(folder, { bigint: true }).catch(() => null)));
      // Some network drives number no files: the same id would be that of every folder.
      return new Set(found.flatMap((facts) => (facts && facts.ino !== 0n ? [entryIdOf(facts)] : [])));
    },
  };
}

function foldCase(at: string): string {
  return at.normalize('NFC').toLowerCase();
}
