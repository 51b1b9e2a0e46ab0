import path from 'node:path';
import { IMAGE_EXTENSIONS, MODEL_EXTENSIONS, PROMPT_EXTENSIONS } from '../../src-shared/formats/formats.ts';
import { isNoteFile } from '../../src-shared/sources/note-files.ts';
import { ARCHIVE_FOLDERS } from '../../src-shared/hot-folders/hot-folder.ts';

/** File extensions that a hot folder watches, in lower case. */
export const WATCHED_EXTENSIONS: readonly string[] = [...IMAGE_EXTENSIONS, ...MODEL_EXTENSIONS, ...PROMPT_EXTENSIONS];

/** True if a hot folder creates jobs from files with this name. */
export function isWatchedFile(fileName: string): boolean {
  return WATCHED_EXTENSIONS.includes(path.extname(fileName).slice(1).toLowerCase()) && !isNoteFile(fileName);
}

/** Absolute folders inside a hot folder that are not watched. */
export function archiveFoldersOf(folder: string): string[] {
  return Object.values(ARCHIVE_FOLDERS).map((name) => path.join(folder, name));
}
