import path from 'node:path';

/** True if a path is below a folder, by name only: links are not resolved. */
export function isInside(inner: string, folder: string): boolean {
  const between = path.relative(folder, inner);
  return between !== '' && !between.startsWith(`..${path.sep}`) && between !== '..' && !path.isAbsolute(between);
}
