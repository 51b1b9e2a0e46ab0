import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { signFeeds } from '../../src-main/updates/sign-feeds.ts';
import { findPackages } from './packaged-apps.ts';
import { BILL, CHECKSUMS, NOTES } from './release-file-names.ts';
import { writeFeeds } from './write-feeds.ts';

/** A release whose packages were built on several machines. */
interface JoinedRelease {
  /** Folder with a folder `packages-SYSTEM-ARCH` for each machine. */
  readonly parts: string;
  /** Folder of the files to publish. */
  readonly files: string;
  readonly version: string;
  readonly releasedAt: Date;
  readonly privateKey: string;
}

/**
 * Puts everything that is published into one folder: the packages, a bill of materials for each machine, signed feeds and the
 * checksums of all of them. Returns the names of the feeds.
 */
export function joinParts({ parts, files, version, releasedAt, privateKey }: JoinedRelease): string[] {
  mkdirSync(files, { recursive: true });
  let notes = '';
  for (const part of readdirSync(parts).toSorted()) {
    const from = (name: string): string => path.join(parts, part, name);
    for (const name of findPackages(path.join(parts, part))) copyFileSync(from(name), path.join(files, name));
    copyFileSync(from(BILL), path.join(files, BILL.replace('.', `-${part.replace('packages-', '')}.`)));
    notes = readFileSync(from(NOTES), 'utf8');
  }
  writeFeeds(files, { version, releasedAt, notes });
  const feeds = signFeeds(files, privateKey);
  writeFileSync(path.join(files, CHECKSUMS), toChecksums(files, readdirSync(files).toSorted()));
  return feeds;
}

/** Checksums in the format of sha256sum. */
export function toChecksums(folder: string, names: readonly string[]): string {
  const lines = names.map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  return lines.join('');
}
