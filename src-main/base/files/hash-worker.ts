import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { HashResponse, HashRequest } from './growing-hash.ts';

/** A file being hashed. */
interface Hashing {
  readonly file: number;
  readonly hash: Hash;
  done: number;
}

/** Half of a usual second-level cache, so that data is hashed while it is still cached. */
const PIECE_BYTES = 512 * 1024;

const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
const hashings = new Map<number, Hashing>();

parentPort?.on('message', (question: HashRequest) => {
  try {
    if (question.kind === 'close') return forget(question.id);
    const hashing = hashings.get(question.id) ?? begin(question);
    readOn(hashing, question.bytes);
    if (question.kind === 'finish') say({ id: question.id, sha256: hashing.hash.digest('hex') });
  } catch (error) {
    // A read error is reported at the end; until then there is no listener.
    if (question.kind !== 'finish') return;
    const { code, message } = error as NodeJS.ErrnoException;
    say({ id: question.id, code: code ?? null, message });
  }
  if (question.kind === 'finish') forget(question.id);
});

function begin({ id, path }: HashRequest): Hashing {
  const hashing = { file: openSync(path, 'r'), hash: createHash('sha256'), done: 0 };
  hashings.set(id, hashing);
  return hashing;
}

function readOn(hashing: Hashing, bytes: number): void {
  while (hashing.done < bytes) {
    const wanted = Math.min(PIECE_BYTES, bytes - hashing.done);
    const length = readSync(hashing.file, piece, 0, wanted, hashing.done);
    if (length === 0) throw new Error('The file is shorter than what was written.');
    hashing.hash.update(piece.subarray(0, length));
    hashing.done += length;
  }
}

function forget(id: number): void {
  const hashing = hashings.get(id);
  hashings.delete(id);
  if (hashing) closeSync(hashing.file);
}

function say(answer: HashResponse): void {
  parentPort?.postMessage(answer);
}
