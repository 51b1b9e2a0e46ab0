import { readSmallFile } from '../../base/files/small-file.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Maximum size of a protocol file; the same as in the bridges. */
export const MAX_STATE_FILE_BYTES = 1 << 20;

/** A protocol file that other programs write. */
export interface StateFile {
  /** The parsed JSON; undefined if invalid or too large. */
  readonly value: unknown;
  readonly bytes: number;
  /** By the clock of the file system, in whole milliseconds. */
  readonly modifiedMs: number;
}

/**
 * Reads a protocol file; null if it does not exist. Links are not followed; large files and pipes are not read. Rejects
 * with the system's error, which may pass: too many open files, a share that does not respond.
 */
export async function readStateFile(file: string, maxBytes = MAX_STATE_FILE_BYTES): Promise<StateFile | null> {
  const read = await readSmallFile(file, maxBytes).catch(nullIfMissing);
  return read && { value: parse(read.text), bytes: read.bytes, modifiedMs: read.modifiedMs };
}

/** For `catch`: null if nothing exists at the path; other errors are thrown. */
export function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
