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

/** Reads a protocol file; null if it does not exist. Links are not followed; large files and pipes are not read. */
export async function readStateFile(file: string, maxBytes = MAX_STATE_FILE_BYTES): Promise<StateFile | null> {
  const read = await readSmallFile(file, maxBytes).catch(() => null);
  return read && { value: parse(read.text), bytes: read.bytes, modifiedMs: read.modifiedMs };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
