import os from 'node:os';
import path from 'node:path';

/** Display form of a folder: `Documents › Dropforge › Export` below the home directory, otherwise from the root. */
export function describeFolder(folder: string): string {
  const inHome = path.relative(os.homedir(), folder);
  const below = inHome !== '' && !inHome.startsWith('..') && !path.isAbsolute(inHome);
  return (below ? inHome : folder)
    .split(/[\\/]+/)
    .filter(Boolean)
    .join(' › ');
}
