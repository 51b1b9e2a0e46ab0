import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { READ_WITHOUT_WAITING } from './regular-file.ts';

/** A small file that another program may have written. */
export interface SmallFile {
  /** Null if it is too large or not a regular file, such as a pipe. */
  readonly text: string | null;
  readonly bytes: number;
  /** By the clock of the file system, in whole milliseconds. */
  readonly modifiedMs: number;
}

// Windows has no such flag.
const { O_NOFOLLOW = 0 } = constants as Partial<typeof constants> & typeof constants;
const FLAGS = READ_WITHOUT_WAITING | O_NOFOLLOW;

/** Reads a text of at most `maxBytes`. Links are not followed: they reject with ELOOP. Rejects with the system's error. */
export async function readSmallFile(file: string, maxBytes: number): Promise<SmallFile> {
  const handle = await open(file, FLAGS);
  try {
    const facts = await handle.stat({ bigint: true });
    const buffer = toBuffer(facts, maxBytes);
    const length = buffer ? (await handle.read(buffer, 0, buffer.byteLength, 0)).bytesRead : 0;
    return toSmallFile(facts, buffer?.subarray(0, length));
  } finally {
    await handle.close();
  }
}

/** As `readSmallFile`, but a link is followed: for files whose path the user entered, such as a secret of Kubernetes. */
export async function readLinkedFile(file: string, maxBytes: number): Promise<SmallFile> {
  return readSmallFile(await realpath(file), maxBytes);
}

/** As `readSmallFile`, synchronously. */
export function readSmallFileSync(file: string, maxBytes: number): SmallFile {
  const descriptor = openSync(file, FLAGS);
  try {
    const facts = fstatSync(descriptor, { bigint: true });
    const buffer = toBuffer(facts, maxBytes);
    const length = buffer ? readSync(descriptor, buffer, 0, buffer.byteLength, 0) : 0;
    return toSmallFile(facts, buffer?.subarray(0, length));
  } finally {
    closeSync(descriptor);
  }
}

/** A buffer of the file's size, which may grow meanwhile; null if the file is not to be read. */
function toBuffer(facts: BigIntStats, maxBytes: number): Buffer | null {
  return facts.isFile() && facts.size <= maxBytes ? Buffer.alloc(Number(facts.size)) : null;
}

function toSmallFile({ size, mtimeNs }: BigIntStats, bytes: Buffer | undefined): SmallFile {
  return {
    text: bytes?.toString('utf8') ?? null,
    bytes: Number(size),
    modifiedMs: Number(mtimeNs / 1_000_000n),
  };
}
