import os from 'node:os';
import path from 'node:path';

/** A folder as people write it: `Documents › Dropforge › Export` below the home directory, else from the root. */
export function describeFolder(folder: string): string {
  const inHome = path.relative(os.homedir(), folder);
  const below = inHome !== '' && !inHome.startsWith('..') && !path.isAbsolute(inHome);
  return (below ? inHome : folder)
    .split(/[\\/]+/)
    .filter(Boolean)
    .join(' › ');
}
