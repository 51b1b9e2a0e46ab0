import type { BigIntStats } from 'node:fs';
import path from 'node:path';

/** A complete file and its version at that time. */
export interface ReadyFile {
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  /** Device and file number: the same file under whatever name (Windows: volume and file id). */
  readonly fileId: string;
  /** Another text whenever the content may be another, as long as it is the same file. */
  readonly stamp: string;
  /** Another text whenever it may be another file or another content. */
  readonly version: string;
}

/** What a path holds, as a file that may become ready; null where it never will as it is: a link, a folder, nothing. */
export function toReadyFile(filePath: string, facts: BigIntStats): ReadyFile | null {
  if (!facts.isFile() || facts.size === 0n) return null;
  const fileId = `${facts.dev}:${facts.ino}`;
  const stamp = `${facts.size}:${facts.mtimeNs}`;
  return { path: filePath, bytes: Number(facts.size), fileId, stamp, version: `${fileId}:${stamp}` };
}

/** Endings programs give to files they have not finished. */
const UNFINISHED = /(~|\.(part|partial|tmp|temp|crdownload|download|filepart|swp|lock))$/i;

/** Whether a name is none of a person's: hidden, or another program's for the time being. */
export function isTemporaryFile(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~$') || UNFINISHED.test(path.basename(name));
}
