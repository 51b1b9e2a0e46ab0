import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

/** SHA-256 of a file that is still being written; read back from the disk, so it covers what is really stored. */
export interface GrowingHash {
  /** The first `bytes` bytes of the file are final, so they can be hashed. */
  upTo(bytes: number): void;
  /** The hash, hex, of the file's first bytes. Rejects with the system's error, or if the file is shorter. */
  finish(bytes: number): Promise<string>;
  /** Ends without a result; does nothing after `finish`. */
  close(): void;
}

/** Requests to the thread: continue reading, read to the end and respond, or cancel. */
export interface HashRequest {
  readonly id: number;
  readonly kind: 'up_to' | 'finish' | 'close';
  readonly path: string;
  readonly bytes: number;
}

/** Response of the thread to `finish`. */
export type HashResponse =
  | { readonly id: number; readonly sha256: string }
  | { readonly id: number; readonly code: string | null; readonly message: string };

/** Smaller files are hashed in chunks by the caller's own thread, which is faster than using another thread. */
const WORTH_A_THREAD_BYTES = 8 * 1024 * 1024;
const PIECE_BYTES = 256 * 1024;

const waiting = new Map<number, { resolve: (sha256: string) => void; reject: (error: Error) => void }>();
let thread: Worker | null = null;
let nextId = 1;

/** One thread hashes for all callers; it is started by the first large file and keeps no process alive. */
export function createGrowingHash(filePath: string): GrowingHash {
  const id = nextId++;
  let isAsked = false;
  const ask = (kind: HashRequest['kind'], bytes: number): void => {
    thread ??= startThread();
    thread.postMessage({ id, kind, path: filePath, bytes } satisfies HashRequest);
    isAsked = kind !== 'close';
  };
  return {
    upTo: (bytes) => {
      if (bytes >= WORTH_A_THREAD_BYTES) ask('up_to', bytes);
    },
    finish: (bytes) => {
      if (bytes < WORTH_A_THREAD_BYTES && !isAsked) return hashHere(filePath, bytes);
      return new Promise<string>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        ask('finish', bytes);
        isAsked = false;
        thread?.ref();
      }).finally(() => {
        if (waiting.size === 0) thread?.unref();
      });
    },
    close: () => {
      if (isAsked) ask('close', 0);
    },
  };
}

function startThread(): Worker {
  const extension = path.extname(new URL(import.meta.url).pathname);
  const started = new Worker(new URL(`./hash-worker${extension}`, import.meta.url));
  started.unref();
  started.on('message', (answer: HashResponse) => {
    const asker = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('sha256' in answer) asker?.resolve(answer.sha256);
    else asker?.reject(Object.assign(new Error(answer.message), answer.code === null ? {} : { code: answer.code }));
  });
  started.on('error', (error) => {
    if (thread === started) thread = null;
    for (const { reject } of waiting.values()) reject(error as Error);
    waiting.clear();
  });
  return started;
}

async function hashHere(filePath: string, bytes: number): Promise<string> {
  const file = await open(filePath, 'r');
  try {
    const hash = createHash('sha256');
    const piece = Buffer.allocUnsafe(Math.max(1, Math.min(PIECE_BYTES, bytes)));
    for (let at = 0; at < bytes;) {
      const { bytesRead } = await file.read(piece, 0, Math.min(piece.byteLength, bytes - at), at);
      if (bytesRead === 0) throw new Error('The file is shorter than what was written.');
      hash.update(piece.subarray(0, bytesRead));
      at += bytesRead;
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}
