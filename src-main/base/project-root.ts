import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder with package.json, assets and dist; the same for sources and for a build. */
export const PROJECT_ROOT = findRoot(import.meta.dirname);

/**
 * The root of what a packaged app keeps outside its archive: files that other programs read, and sources of jobs. Electron gives
 * files in an archive no time in nanoseconds, and another inode at each call.
 */
export const UNPACKED_ROOT = toUnpackedRoot(PROJECT_ROOT);

/** The folder beside an archive, for its path; any other path is not changed. */
export function toUnpackedRoot(root: string): string {
  return root.replace(/app\.asar$/, 'app.asar.unpacked');
}

/** The version of this Dropforge. */
export const VERSION = (
  JSON.parse(readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8')) as { version: string }
).version;

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  const parent = path.dirname(from);
  if (parent === from) throw new Error('package.json is missing.');
  return findRoot(parent);
}
