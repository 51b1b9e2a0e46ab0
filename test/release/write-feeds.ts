import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { feedFileName } from '../../src-main/updates/feed-file-name.ts';
import { findPackages } from './packaged-apps.ts';

/** A version as its feeds describe it. */
export interface ReleasedVersion {
  readonly version: string;
  readonly releasedAt: Date;
  /** Markdown. */
  readonly notes: string;
}

/** The packages that the app can install, for each platform with a feed. */
export const FEEDS = [
  { platform: 'win32', arch: 'x64', kind: 'exe', packages: /-windows-(?:x64|arm64)-setup\.exe$/ },
  { platform: 'darwin', arch: 'x64', kind: 'zip', packages: /-macos-(?:x64|arm64)\.zip$/ },
  { platform: 'linux', arch: 'x64', kind: 'AppImage', packages: /-linux-x86_64\.AppImage$/ },
  { platform: 'linux', arch: 'arm64', kind: 'AppImage', packages: /-linux-arm64\.AppImage$/ },
] as const;

/**
 * Writes the feed of every platform that has packages in a folder, in the format of electron-builder; returns their names.
 * Not by electron-builder, which runs on one machine for each architecture: their feeds would have to be merged.
 */
export function writeFeeds(folder: string, version: ReleasedVersion): string[] {
  const packages = findPackages(folder);
  return FEEDS.flatMap(({ platform, arch, packages: pattern }) => {
    const names = packages.filter((name) => pattern.test(name));
    if (names.length === 0) return [];
    const feed = feedFileName(platform, arch);
    writeFileSync(path.join(folder, feed), toFeed(folder, names, version));
    return [feed];
  });
}

/** JSON texts are YAML. */
function toFeed(folder: string, names: readonly string[], { version, releasedAt, notes }: ReleasedVersion): string {
  const files = names.map((name) => {
    const file = path.join(folder, name);
    const sha512 = createHash('sha512').update(readFileSync(file)).digest('base64');
    return `  - url: ${name}\n    sha512: ${sha512}\n    size: ${statSync(file).size}\n`;
  });
  const fields = `releaseDate: '${releasedAt.toISOString()}'\nreleaseNotes: ${JSON.stringify(notes)}\n`;
  return `version: ${version}\nfiles:\n${files.join('')}${fields}`;
}
