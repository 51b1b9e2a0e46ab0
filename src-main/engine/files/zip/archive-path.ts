/** Normalizes a path as archives write it and resolves `.` and `..`; null if it is outside. */
export function resolvePath(path: string, folder: string): string | null {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/');
}

/** Returns the folder of a path; empty at the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
