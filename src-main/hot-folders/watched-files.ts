import path from 'node:path';
import { IMAGE_EXTENSIONS, MODEL_EXTENSIONS, PROMPT_EXTENSIONS } from '../../src-shared/formats/formats.ts';
import { ARCHIVE_FOLDERS } from '../../src-shared/hot-folders/hot-folder.ts';

/** File extensions that a hot folder watches, in lower case. */
export const WATCHED_EXTENSIONS: readonly string[] = [...IMAGE_EXTENSIONS, ...MODEL_EXTENSIONS, ...PROMPT_EXTENSIONS];

/** Absolute folders inside a hot folder that are not watched. */
export function archiveFoldersOf(folder: string): string[] {
  return Object.values(ARCHIVE_FOLDERS).map((name) => path.join(folder, name));
}
