import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Longest file of the protocol; as in the bridges. */
export const MAX_STATE_FILE_BYTES = 1 << 20;

/** A file that others write. */
export interface StateFile {
  /** The JSON in it; undefined where it holds none, or too much. */
  readonly value: unknown;
  readonly bytes: number;
  /** By the clock of the disk, whole milliseconds. */
  readonly modifiedMs: number;
}

/** A file of the protocol; null where there is none. Links are not followed, long files and pipes not read. */
export async function readStateFile(file: string, mostBytes = MAX_STATE_FILE_BYTES): Promise<StateFile | null> {
  // Without waiting, so that a pipe put in its place stops nobody. Windows knows neither.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants> & typeof constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (!handle) return null;
  try {
    const facts = await handle.stat({ bigint: true });
    const [bytes, modifiedMs] = [Number(facts.size), Number(facts.mtimeNs / 1_000_000n)];
    const isReadable = facts.isFile() && bytes <= mostBytes;
    return { value: isReadable ? parse(await handle.readFile('utf8')) : undefined, bytes, modifiedMs };
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
