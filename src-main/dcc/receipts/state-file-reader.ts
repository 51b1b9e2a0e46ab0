import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { describeNewerVersion, describeUnreadable } from '../../../src-shared/delivery/describe-delivery.ts';
import { MAX_STATE_FILE_BYTES, nullIfMissing, readStateFile } from './state-file.ts';
import { message, type Message } from '../../../src-shared/messages/message.ts';

/** A protocol file that was validated by its schema. */
export interface ParsedFile<T> {
  readonly value: T;
  readonly bytes: number;
  /** By the clock of the file system, in whole milliseconds. */
  readonly modifiedMs: number;
}

/** Repeatedly reads files of an output folder; unchanged files are neither opened nor parsed again. */
export interface StateFileReader {
  /** Reads and validates a file; null if it is missing, invalid or cannot be read. The last two are added to the problems. */
  read<T>(relative: string, schema: z.ZodType<T>, maxBytes?: number): Promise<ParsedFile<T> | null>;
  /** Returns the problems of files read since the last call. */
  drainProblems(): Message[];
  /** True if a file could not be read since the last call; it may be readable the next time, unchanged. */
  takeFailure(): boolean;
  /** Forgets the files that were not read since the last call. */
  forgetOthers(): void;
}

/** Size of all files of an output folder that are kept, in bytes. */
export interface KeptBytes {
  total: number;
}

/** Maximum of `KeptBytes`: a file in memory takes up to twice its size. */
const MAX_KEPT_BYTES = 64 * 1024 ** 2;

interface Known {
  readonly version: string;
  readonly read: ParsedFile<unknown> | null;
  readonly problem: Message | null;
}

/** Creates a reader with an empty cache; `kept` is shared by all readers of the folder. */
export function createStateFileReader(folder: string, kept: KeptBytes): StateFileReader {
  const known = new Map<string, Known>();
  let used = new Set<string>();
  let problems: Message[] = [];
  let hasFailed = false;

  const forget = (relative: string): void => {
    kept.total -= known.get(relative)?.read?.bytes ?? 0;
    known.delete(relative);
  };

  const parse = async <T>(
    relative: string,
    schema: z.ZodType<T>,
    version: string,
    maxBytes: number,
  ): Promise<Known | null> => {
    const file = await readStateFile(path.join(folder, relative), maxBytes);
    if (!file) return null;
    const parsed = schema.safeParse(file.value);
    if (parsed.success) {
      return { version, read: { value: parsed.data, bytes: file.bytes, modifiedMs: file.modifiedMs }, problem: null };
    }
    return {
      version,
      read: null,
      problem: isNewer(file.value) ? describeNewerVersion(relative) : describeUnreadable(relative),
    };
  };

  const read = async <T>(relative: string, schema: z.ZodType<T>, maxBytes: number): Promise<ParsedFile<T> | null> => {
    const facts = await lstat(path.join(folder, relative), { bigint: true }).catch(nullIfMissing);
    if (!facts?.isFile()) {
      forget(relative);
      return null;
    }
    used.add(relative);
    const { ino, size, mtimeNs, ctimeNs } = facts;
    const version = `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
    const before = known.get(relative);
    const isSame = before?.version === version;
    if (!isSame) forget(relative);
    if (!isSame && kept.total + Number(size) > MAX_KEPT_BYTES) {
      problems.push(message('delivery.too-much-data', { file: relative }));
      return null;
    }
    const now = isSame ? before : await parse(relative, schema, version, maxBytes);
    // It was removed after its version was read.
    if (!now) return null;
    if (!isSame) kept.total += now.read?.bytes ?? 0;
    known.set(relative, now);
    if (now.problem !== null) problems.push(now.problem);
    // Each path is always read with the same schema.
    return now.read as ParsedFile<T> | null;
  };

  return {
    read: async (relative, schema, maxBytes = MAX_STATE_FILE_BYTES) => {
      try {
        return await read(relative, schema, maxBytes);
      } catch {
        // Nothing is kept: the error says nothing about this version of the file.
        hasFailed = true;
        problems.push(describeUnreadable(relative));
        return null;
      }
    },
    takeFailure: () => {
      const had = hasFailed;
      hasFailed = false;
      return had;
    },
    drainProblems: () => {
      const drained = problems.sort((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
      problems = [];
      return drained;
    },
    forgetOthers: () => {
      for (const relative of known.keys()) if (!used.has(relative)) forget(relative);
      used = new Set();
    },
  };
}

function isNewer(value: unknown): boolean {
  const version = (value as { schema?: unknown } | null | undefined)?.schema;
  return typeof version === 'number' && version > 1;
}
