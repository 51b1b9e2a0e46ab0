import { z } from 'zod';
import { hashFile } from '../../base/files/hash-file.ts';
import { writeFileDurably } from '../../base/files/durable-file.ts';
import type { Disk } from '../../base/files/disk.ts';
import type { System } from '../../base/system.ts';

/** What a part is a part of, so that it may go on later: the entity it began with, and how much of it surely lies there. */
export interface PartState {
  /** The value for `If-Range`: a strong ETag, or a Last-Modified that is old enough to mean one content. */
  readonly validator: string;
  /** Length of the whole entity. */
  readonly length: number;
  /** Bytes that survived or would survive a power cut. */
  readonly bytes: number;
}

const partState = z.object({
  validator: z.string().min(1).max(1024),
  length: z.int().positive(),
  bytes: z.int().positive(),
});

/** Buffers that take turns: one is filled while the other is written. */
const BUFFERS = 2;
const BUFFER_BYTES = 1024 * 1024;
/**
 * What a kill or a power cut costs at most, both together: so many bytes, or so long a time where more come in it. Each
 * time the disk is made to keep what it has.
 */
const CHECKPOINT = { bytes: 8 * 1024 * 1024, ms: 1_000 } as const;

/** Where the state of a part lies. */
export function statePathOf(part: string): string {
  return `${part}.json`;
}

/** The state of a part that may go on, already cut to what it says; null: there is none, begin anew. */
export async function reopenPart(part: string, disk: Disk): Promise<PartState | null> {
  const state = disk.truncate ? await readState(statePathOf(part), disk) : null;
  const there = state && (await disk.stat(part));
  if (!state || !there || there.isFolder || there.bytes < state.bytes || state.bytes > state.length) return null;
  await disk.truncate?.(part, state.bytes);
  return state;
}

/** Removes a part and its state; nothing happens where nothing is. Rejects when either is still there. */
export async function removePart(part: string, disk: Disk): Promise<void> {
  // Neither goes on without the other: where one cannot be removed, removing the other will do.
  const ends = await Promise.allSettled([disk.remove(statePathOf(part)), disk.remove(part)]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** A part that is being written. Its calls reject with the system's error. */
export interface PartWriter {
  /** Bytes taken so far, with those that lay there before. */
  readonly bytes: number;
  /** Takes a piece; the caller may use its memory again at once. */
  push(piece: Uint8Array): Promise<void>;
  /** Writes and syncs all; answers the hash of what lies on the disk. */
  finish(): Promise<string>;
  /** Ends early; where the entity allows it, everything that came is kept with its state. */
  abandon(): Promise<void>;
}

interface PartPlan {
  readonly system: Pick<System, 'clock' | 'disk'>;
  readonly part: string;
  /** Bytes that lie there and stay; 0 begins anew. */
  readonly from: number;
  /** What to write down for a later resumption; null: the entity allows none. */
  readonly entity: Pick<PartState, 'validator' | 'length'> | null;
  /** Length the entity announced; null where it did not. */
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
      // What a sync failed to write is not told again by the next one: nothing that lies there can be leaned on.
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
  /** Begins to write the full buffer and turns to the other one, once that is free. */
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

/** The error is told to whoever awaits it next; until then it is no unhandled one. */
function silent<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function readState(path: string, disk: Disk): Promise<PartState | null> {
  const file = await disk.open(path, 'read').catch(() => null);
  if (!file) return null;
  try {
    const bytes = Buffer.alloc(4096);
    return partState.parse(JSON.parse(bytes.toString('utf8', 0, await file.read(bytes, 0))));
  } catch {
    return null;
  } finally {
    await file.close();
  }
}
