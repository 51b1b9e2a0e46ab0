import type { BigIntStats } from 'node:fs';
import { findTemporaryEnding } from '../../../src-shared/delivery/temporary-names.ts';

/** A complete file and its version at that time. */
export interface ReadyFile {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** Device and file number: identifies the file under any name (Windows: volume and file id). */
  readonly fileId: string;
  /** Changes whenever the content of this file may have changed. */
  readonly stamp: string;
  /** Changes whenever it may be another file or have other content. */
  readonly version: string;
}

/** The entry at a path that may become ready; null if it never will: a link, a folder, or missing. */
export function toReadyFile(filePath: string, facts: BigIntStats): ReadyFile | null {
  if (!facts.isFile() || facts.size === 0n) return null;
  const fileId = entryIdOf(facts);
  const stamp = stampOf(facts);
  return { path: filePath, bytes: Number(facts.size), fileId, stamp, version: `${fileId}:${stamp}` };
}

/** Identifies a file or folder under any path. */
export function entryIdOf({ dev, ino }: Pick<BigIntStats, 'dev' | 'ino'>): string {
  return `${dev}:${ino}`;
}

/** Changes whenever the content of a file may have changed. */
export function stampOf({ size, mtimeNs }: Pick<BigIntStats, 'size' | 'mtimeNs'>): string {
  return `${size}:${mtimeNs}`;
}

/** Extensions of files that programs keep beside a file that they edit. */
const EDITED = /\.(swp|lock)$/i;

/** True if a name is not a user's file: hidden, or a temporary file of another program. */
export function isTemporaryFile(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || findTemporaryEnding(name) !== null || EDITED.test(name);
}
