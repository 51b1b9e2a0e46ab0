import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from '../../base/project-root.ts';

/**
 * What can be built alone: a window needs main (with its preload) and the page, a browser the page only. The extras of
 * the page are what it runs without: source maps, and its files compressed for browsers.
 */
export const BUILD_PARTS = ['main', 'page', 'extras'] as const;
export type BuildPart = (typeof BUILD_PARTS)[number];

/** A file for each built part, with the time of the newest source that it was built from. */
const STAMPS = path.join(PROJECT_ROOT, 'dist', 'built-from');

/** Those parts that were not built from the sources as they are now. Reads times only: a few milliseconds. */
export function findStale(parts: readonly BuildPart[]): BuildPart[] {
  const newest = String(newestSource());
  return parts.filter((part) => !existsSync(stampOf(part)) || readFileSync(stampOf(part), 'utf8') !== newest);
}

export function markStale(parts: readonly BuildPart[]): void {
  // Older versions kept one file here.
  if (statSync(STAMPS, { throwIfNoEntry: false })?.isFile()) rmSync(STAMPS);
  for (const part of parts) rmSync(stampOf(part), { force: true });
}

/** Remembers what a part was built from; see `newestSource`. */
export function markBuilt(part: BuildPart, builtFrom: number): void {
  mkdirSync(STAMPS, { recursive: true });
  writeFileSync(stampOf(part), String(builtFrom));
}

/** The latest change of a source, milliseconds; folders count, because they change when a file is removed or renamed. */
export function newestSource(): number {
  const folders = readdirSync(PROJECT_ROOT).filter(
    (name) => name.startsWith('src-') || name === 'assets' || name === 'docs',
  );
  const below = folders.flatMap((folder) =>
    readdirSync(path.join(PROJECT_ROOT, folder), { recursive: true }).map((file) => path.join(folder, String(file))),
  );
  const times = ['vite.config.ts', 'package-lock.json', ...folders, ...below].map(
    (file) => statSync(path.join(PROJECT_ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return times.reduce((newest, time) => Math.max(newest, time), 0);
}

function stampOf(part: BuildPart): string {
  return path.join(STAMPS, part);
}
