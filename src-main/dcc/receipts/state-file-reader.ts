import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { describeNewerVersion, describeUnreadable } from '../../../src-shared/delivery/describe-delivery.ts';
import { MAX_STATE_FILE_BYTES, readStateFile } from './state-file.ts';

/** A file of the protocol that agrees with its schema. */
export interface ParsedFile<T> {
  readonly value: T;
  readonly bytes: number;
  /** By the clock of the disk, whole milliseconds. */
  readonly modifiedMs: number;
}

/** Reads files of an export folder again and again; one that did not change is neither opened nor parsed again. */
export interface StateFileReader {
  /** A file that agrees with a schema; null where there is none, or a sentence on it in `problems`. */
  read<T>(relative: string, schema: z.ZodType<T>, mostBytes?: number): Promise<ParsedFile<T> | null>;
  /** Sentences on files that were read since the last call and cannot be used. */
  takeProblems(): string[];
}

interface Known {
  readonly version: string;
  readonly read: ParsedFile<unknown> | null;
  readonly problem: string | null;
}

/** A reader that knows nothing yet. */
export function createStateFileReader(folder: string): StateFileReader {
  const known = new Map<string, Known>();
  let problems: string[] = [];

  const parse = async <T>(
    relative: string,
    schema: z.ZodType<T>,
    version: string,
    mostBytes: number,
  ): Promise<Known> => {
    const file = await readStateFile(path.join(folder, relative), mostBytes);
    const parsed = schema.safeParse(file?.value);
    if (file && parsed.success) {
      return { version, read: { value: parsed.data, bytes: file.bytes, modifiedMs: file.modifiedMs }, problem: null };
    }
    return {
      version,
      read: null,
      problem: isNewer(file?.value) ? describeNewerVersion(relative) : describeUnreadable(relative),
    };
  };

  return {
    read: async <T>(relative: string, schema: z.ZodType<T>, mostBytes = MAX_STATE_FILE_BYTES) => {
      const facts = await lstat(path.join(folder, relative), { bigint: true }).catch(() => null);
      if (!facts?.isFile()) {
        known.delete(relative);
        return null;
      }
      const { ino, size, mtimeNs, ctimeNs } = facts;
      const version = `${ino} ${size} ${mtimeNs} ${ctimeNs}`;
      const before = known.get(relative);
      const now = before?.version === version ? before : await parse(relative, schema, version, mostBytes);
      known.set(relative, now);
      if (now.problem !== null) problems.push(now.problem);
      // One path is only ever read with one schema.
      return now.read as ParsedFile<T> | null;
    },
    takeProblems: () => {
      const taken = problems.sort();
      problems = [];
      return taken;
    },
  };
}

function isNewer(value: unknown): boolean {
  const version = (value as { schema?: unknown } | null | undefined)?.schema;
  return typeof version === 'number' && version > 1;
}
