import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { toErrorInfo, type ErrorInfo } from '../../src-shared/base/errors.ts';
import { ownerOf } from './folder-claim.ts';
import { createOwnFile, isDenial, isReadOnly, makeOwnFolders, OWN_FOLDER, toSharingError } from './own-folder.ts';
import type { Clock } from '../base/clock.ts';
import { readSmallFile } from '../base/files/small-file.ts';
import { parseBoundedJson } from '../../src-shared/formats/parse-bounded-json.ts';

/** The holder of a lease, as written in the folder. */
const lease = z.object({
  schema: z.literal(1),
  /** A new one each time a folder is opened. */
  holder: z.string(),
  /** See `ownerOf`; a home is opened by one process at a time. */
  owner: z.string(),
  host: z.string(),
  beat: z.int(),
});

type Lease = Readonly<z.infer<typeof lease>>;

const MAX_LEASE_BYTES = 4_096;
const NAME = /^watch\.(\d{1,9})\.json$/;
/** Errors of reading something that is missing, a link or a socket. */
const NO_LEASE: readonly string[] = ['ENOENT', 'ELOOP', 'ENXIO'];
const BEAT_MS = 5_000;
/** A lease expires after this time without a heartbeat, measured with the monotonic clock of this computer. */
const SILENCE_MS = 20_000;
const LOOK_MS = 1_000;
/** A holder that was suspended for this time may have been replaced. */
const DOUBT_MS = 12_000;

/** The right to claim files in a folder that several Dropforge instances may watch. */
export interface FolderLease {
  /** Whether this instance holds the lease and may claim files. */
  isOurs(): boolean;
  /** The computer that holds the lease; null: this one, or none. */
  elsewhere(): string | null;
  /** Why this instance can neither hold the lease nor learn who does; null: it can, or the folder is missing. */
  problem(): ErrorInfo | null;
  close(): Promise<void>;
}

/**
 * Tries to get the lease of a folder and keeps it. Each lease is a numbered file that is created exclusively and never
 * replaced, so that only one instance succeeds an expired holder. A holder is alive while its heartbeat count changes
 * within a time measured by the local clock. In a read-only folder it needs no lease, unless another instance holds one.
 */
export function createFolderLease(folder: string, home: string, clock: Clock, onChange: () => void): FolderLease {
  const place = path.join(folder, OWN_FOLDER);
  const own = { schema: 1, holder: randomUUID(), owner: ownerOf(home, os.hostname()), host: os.hostname() } as const;
  let ours: number | null = null;
  /** The file of `ours`. */
  let held: FileHandle | null = null;
  let beat = 0;
  let lastBeat = -Infinity;
  let other: { readonly text: string; readonly host: string; readonly since: number } | null = null;
  let isAlone = false;
  /** Number of turns that failed since the last successful one. */
  let failures = 0;
  let problem: ErrorInfo | null = null;
  let isClosed = false;
  let unschedule: (() => void) | null = null;
  let inHand: Promise<void> = Promise.resolve();

  const fileOf = (number: number): string => path.join(place, `watch.${number}.json`);
  /** The text of a lease never becomes shorter. */
  const write = async (file: FileHandle): Promise<void> => {
    await file.write(JSON.stringify({ ...own, beat }), 0);
  };
  /** False if something else has its name, such as a link to another file, which must not be written to. */
  const isHeld = async (file: FileHandle, number: number): Promise<boolean> => {
    const [one, other] = await Promise.all([file.stat({ bigint: true }), lstat(fileOf(number), { bigint: true })]);
    return one.ino === other.ino && one.dev === other.dev;
  };
  const letGo = async (): Promise<void> => {
    const file = held;
    held = null;
    await file?.close().catch(() => undefined);
  };

  /** Does nothing if another instance was faster: the next check shows which one. */
  const take = async (number: number): Promise<boolean> => {
    await makeOwnFolders(folder);
    const file = await createOwnFile(folder, fileOf(number)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
      return null;
    });
    if (!file) return false;
    try {
      await write(file);
    } catch (error) {
      await file.close();
      throw error;
    }
    await letGo();
    held = file;
    ours = number;
    lastBeat = clock.elapsed();
    other = null;
    return true;
  };

  const look = async (): Promise<void> => {
    const newest = await findNewest(place);
    if (ours !== null) {
      const file = held as FileHandle;
      if (newest !== ours) ours = null;
      else if (clock.elapsed() - lastBeat >= BEAT_MS && !(await isHeld(file, ours))) ours = null;
      else if (clock.elapsed() - lastBeat >= BEAT_MS) {
        beat++;
        await write(file);
        lastBeat = clock.elapsed();
      }
      if (ours !== null) return;
    }
    if (newest === 0) return void (await take(1));
    const { text, read } = await readLease(fileOf(newest));
    const isOwnHome = read?.owner === own.owner;
    if (text === null || isOwnHome) return follow(newest);
    if (other?.text !== text) other = { text, host: read?.host ?? 'another computer', since: clock.elapsed() };
    else if (clock.elapsed() - other.since >= SILENCE_MS) await follow(newest);
  };
  const follow = async (number: number): Promise<void> => {
    if (await take(number + 1)) await rm(fileOf(number), { force: true }).catch(() => undefined);
  };

  const succeed = (): void => {
    failures = 0;
    problem = null;
  };
  const fail = async (error: NodeJS.ErrnoException): Promise<void> => {
    isAlone = isDenial(error) && (await isReadOnly(folder));
    if (isAlone) return succeed();
    ours = null;
    failures++;
    // A file that another instance removes at this moment causes a single failure. A missing folder has its own state.
    const isLasting = failures > 1 && error.code !== 'ENOENT';
    problem = isLasting ? toErrorInfo(toSharingError(error, folder)) : null;
  };
  const turn = async (): Promise<void> => {
    const toState = (): string => `${ours !== null || isAlone} ${other?.host} ${JSON.stringify(problem)}`;
    const before = toState();
    await look().then(() => {
      isAlone = false;
      succeed();
    }, fail);
    if (before !== toState() && !isClosed) onChange();
    if (!isClosed) unschedule = clock.after(LOOK_MS, () => void (inHand = turn()));
  };
  inHand = turn();

  return {
    // After sleep the lease is uncertain until the next check.
    isOurs: () => isAlone || (ours !== null && clock.elapsed() - lastBeat < DOUBT_MS),
    elsewhere: () => (ours === null && !isAlone && !problem ? (other?.host ?? null) : null),
    problem: () => problem,
    close: async () => {
      isClosed = true;
      unschedule?.();
      await inHand;
      await letGo();
      if (ours !== null) await rm(fileOf(ours), { force: true }).catch(() => undefined);
      ours = null;
    },
  };
}

/** The highest number; 0: there is none. */
async function findNewest(place: string): Promise<number> {
  const names = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return Math.max(0, ...names.map((name) => Number(NAME.exec(name)?.[1] ?? 0)));
}

/**
 * The text of a lease, null if it is missing or no file of that size; and what it says, null if it is invalid. Throws the
 * system's error if it cannot be read: its holder may be alive.
 */
export async function readLease(file: string): Promise<{ text: string | null; read: Lease | null }> {
  const text = await readSmallFile(file, MAX_LEASE_BYTES).then(
    (small) => small.text,
    (error: NodeJS.ErrnoException) => {
      if (error.code === undefined || !NO_LEASE.includes(error.code)) throw error;
      return null;
    },
  );
  try {
    const parsed = lease.safeParse(parseBoundedJson(text ?? ''));
    return { text, read: parsed.success ? parsed.data : null };
  } catch {
    return { text, read: null };
  }
}
