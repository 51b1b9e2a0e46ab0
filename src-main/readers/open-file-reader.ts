import path from 'node:path';
import type { FileReader } from './file-reader.ts';
import { startNodeReader } from './node-reader-process.ts';
import { createReadAttempts } from './read-attempts.ts';
import { READER_LIMITS } from './reader-limits.ts';
import { createReaderPool } from './reader-pool.ts';
import type { StartReader } from './reader-process.ts';

/** The file reader of a home; its processes start at the first read. */
export function openFileReader(home: string, start: StartReader = startNodeReader): FileReader {
  return createReaderPool(start, createReadAttempts(path.join(home, 'reading')), READER_LIMITS);
}
