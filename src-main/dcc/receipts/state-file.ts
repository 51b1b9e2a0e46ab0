import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
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
  // Non-blocking, so that a pipe cannot block the reader. Windows supports neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & typeof constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (!handle) return null;
  try {
    const facts = await handle.stat({ bigint: true });
    const [bytes, modifiedMs] = [Number(facts.size), Number(facts.mtimeNs / 1_000_000n)];
    const isReadable = facts.isFile() && bytes <= maxBytes;
    return { value: isReadable ? parse(await handle.readFile('utf8')) : undefined, bytes, modifiedMs };
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

function parse(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
