import { existsSync } from 'node:fs';
import path from 'node:path';

/** Programs by the package of Debian and Ubuntu that has them. */
const PROGRAMS = {
  /** Debian’s Blender needs numpy to import and export, and does not bring it. */
  blender: 'blender python3-numpy',
  assimp: 'assimp-utils',
  Xvfb: 'xvfb',
  inotifywait: 'inotify-tools',
  curl: 'curl',
} as const;

/** Something that a group needs and that not every computer has. */
export type Need = keyof typeof PROGRAMS;

/** The programs that are missing, with the command that installs them; null: none is. */
export function describeMissing(needs: readonly Need[], searchPath = process.env['PATH'] ?? ''): string | null {
  const folders = searchPath.split(path.delimiter);
  const missing = Object.entries(PROGRAMS).filter(
    ([name]) => needs.includes(name as Need) && !folders.some((folder) => existsSync(path.join(folder, name))),
  );
  if (missing.length === 0) return null;
  const names = missing.map(([name]) => name).join(', ');
  return `MISSING ${names}: sudo apt-get install ${missing.map(([, name]) => name).join(' ')}`;
}
