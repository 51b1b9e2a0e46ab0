import path from 'node:path';
import { AppError } from '../../../src-shared/base/errors.ts';
import type { HotFolder } from '../../../src-shared/hot-folders/hot-folder.ts';
import { maskControlCharacters } from '../../base/mask-control-characters.ts';

/** Id of the hot folder with an id or a path. Throws `not_found`. */
export function findHotFolder(folders: readonly HotFolder[], idOrPath: string): string {
  const at = path.resolve(idOrPath);
  const found = folders.find(({ id, path: folder }) => id === idOrPath || folder === at);
  if (!found) throw new AppError('not_found', `There is no hot folder “${maskControlCharacters(idOrPath)}”.`);
  return found.id;
}
