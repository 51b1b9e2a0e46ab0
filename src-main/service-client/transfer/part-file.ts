import { z } from 'zod';
import { hashFile } from '../../base/files/hash-file.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import type { Disk } from '../../base/files/disk.ts';
import type { System } from '../../base/system.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** State of a part for a later resumption: its entity, and the bytes that are safely on the disk. */
export interface PartState {
  /** Value for `If-Range`: a strong ETag, or a Last-Modified that is old enough to identify the content. */
  readonly validator: string;
  /** Length of the entity, in bytes. */
  readonly length: number;
  /** Bytes that survive a power failure. */
  readonly bytes: number;
}

const partState = z.object({
  validator: z.string().min(1).max(1024),
  length: z.int().positive(),
  bytes: z.int().positive(),
});

/** Alternating buffers: one is filled while the other is written. */
const BUFFERS = 2;
const BUFFER_BYTES = 1024 * 1024;
/**
 * Maximum loss after a kill or a power failure: bytes, or time if more bytes arrive in it. The part is synced whenever
 * one is reached.
 */
const CHECKPOINT = { bytes: 8 * 1024 * 1024, ms: 1_000 } as const;

/** Path of the state of a part. */
export function statePathOf(part: string): string {
  return `${part}.json`;
}

/** The state of a resumable part, which is cut to its safe length; null if there is none. */
export async function reopenPart(part: string, disk: Disk): Promise<PartState | null> {
  const state = disk.truncate ? await readState(statePathOf(part), disk) : null;
  const there = state && (await disk.stat(part));
  if (!state || !there || there.isFolder || there.bytes < state.bytes || state.bytes > state.length) return null;
  await disk.truncate?.(part, state.bytes);
  return state;
}

/** Removes a part and its state, if they exist. Rejects if one of them remains. */
export async function removePart(part: string, disk: Disk): Promise<void> {
  // Each is useless without the other, so removing one of them is enough.
  const ends = await Promise.allSettled([disk.remove(statePathOf(part)), disk.remove(part)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** Writes a part. Its calls reject with the system's error. */
export interface PartWriter {
  /** Bytes so far, including those of earlier attempts. */
  readonly bytes: number;
  /** Adds a chunk; the caller can reuse its memory at once. */
  push(piece: Uint8Array): Promise<void>;
  /** Writes and syncs everything; returns the hash of the stored bytes. */
  finish(): Promise<string>;
  /** Ends early; if the entity is resumable, all bytes are kept with their state. */
  abandon(): Promise<void>;
}

interface PartPlan {
  readonly system: Pick<System, 'clock' | 'disk'>;
  readonly part: string;
  /** Bytes that exist and are kept; 0 starts again. */
  readonly from: number;
  /** State for a later resumption; null if the entity is not resumable. */
  readonly entity: Pick<PartState, 'validator' | 'length'> | null;
  /** Announced length of the entity; null if unknown. */
  readonly length: number | null;
}

/** Opens a part for writing. */
export async function openPartWriter({ system, part, from, entity, length }: PartPlan): Promise<PartWriter> {
  const { clock, disk } = system;
  const file = await disk.open(part, from > 0 ? 'append' : 'write');
  const hash = disk.hashWhileWriting?.(part);
  const size = Math.max(1, Math.min(BUFFER_BYTES, (length ?? BUFFER_BYTES) - from));
  const buffers = Array.from({ length: BUFFERS }, () => Buffer.allocUnsafeSlow(size));
  const canResume = entity !== null && disk.truncate !== undefined;
  let turn = 0;
  let filled = 0;
  let taken = from;
  let written = from;
  let kept = { bytes: from, at: clock.elapsed() };
  let isKeeping = false;
  let writing: Promise<unknown> = Promise.resolve();
  let keeping: Promise<unknown> = Promise.resolve();
  hash?.upTo(from);

  const keep = async (bytes: number): Promise<void> => {
    await file.sync().catch(async (error: unknown) => {
      // After a failed sync the next one does not report the lost data, so the part cannot be trusted.
      await disk.remove(statePathOf(part));
      throw error;
    });
    if (canResume)
      await writeFileDurably(statePathOf(part), JSON.stringify({ ...entity, bytes } satisfies PartState), disk);
  };
  const keepSometimes = (): void => {
    const isDue = written - kept.bytes >= CHECKPOINT.bytes && clock.elapsed() - kept.at >= CHECKPOINT.ms;
    if (!canResume || isKeeping || !isDue) return;
    kept = { bytes: written, at: clock.elapsed() };
    isKeeping = true;
    keeping = silent(keep(written).finally(() => (isKeeping = false)));
  };
  const writeOut = async (full: Uint8Array): Promise<void> => {
    await file.write(full);
    written += full.byteLength;
    hash?.upTo(written);
    keepSometimes();
  };
  /** Starts writing the full buffer and switches to the other one when it is free. */
  const turnOver = async (): Promise<void> => {
    const full = (buffers[turn % BUFFERS] as Buffer).subarray(0, filled);
    await writing;
    turn += 1;
    filled = 0;
    writing = silent(writeOut(full));
  };
  const flush = async (): Promise<void> => {
    if (filled > 0) await turnOver();
    await writing;
    await keeping;
  };

  return {
    get bytes() {
      return taken;
    },
    push: async (piece) => {
      for (let at = 0; at < piece.byteLength;) {
        const buffer = buffers[turn % BUFFERS] as Buffer;
        const share = Math.min(size - filled, piece.byteLength - at);
        buffer.set(piece.subarray(at, at + share), filled);
        filled += share;
        taken += share;
        at += share;
        if (filled === size) await turnOver();
      }
    },
    finish: async () => {
      try {
        await flush();
        await file.sync();
      } finally {
        await file.close();
      }
      return hash ? hash.finish(written) : (await hashFile(part, disk)).sha256;
    },
    abandon: async () => {
      hash?.close();
      try {
        if (canResume) await flush();
        if (canResume && written > 0) await keep(written);
        await Promise.allSettled([writing, keeping]);
      } finally {
        await file.close();
      }
    },
  };
}

/** The next caller that awaits it receives the error; until then it is not unhandled. */
function silent<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function readState(path: string, disk: Disk): Promise<PartState | null> {
  const file = await disk.open(path, 'read').catch(() => null);
  if (!file) return null;
  try {
    const bytes = Buffer.alloc(4096);
    return partState.parse(parseBoundedJson(bytes.toString('utf8', 0, await file.read(bytes, 0))));
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
