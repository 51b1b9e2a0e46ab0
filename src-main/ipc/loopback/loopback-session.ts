import { randomBytes } from 'node:crypto';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSmallFile } from '../../base/files/small-file.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Port and secret of the served page; the secret goes only to a page that proved itself with a ticket. */
export interface LoopbackSession {
  /** 0 for any free port. */
  readonly port: number;
  readonly token: string;
  /** Random id of this life of the server, which makes it; links to the page are valid in one life only. */
  readonly life: string;
}

const TOKEN_BYTES = 32;
const LIFE_BYTES = 16;
const MAX_PORT = 65_535;
/** Maximum age of a saved session. */
const MAX_AGE_MS = 12 * 60 * 60_000;
const MAX_SESSION_BYTES = 4_096;

/**
 * The saved session of this home, so that an open page continues after a restart; a new session with a new token if it is too
 * old or for another port (0 for any port).
 */
export async function findLoopbackSession(home: string, port: number, now: number): Promise<LoopbackSession> {
  const last = await readSavedSession(home);
  const isSame = last !== null && now - last.savedAt <= MAX_AGE_MS && (port === 0 || port === last.place.port);
  return isSame ? last.place : createLoopbackSession(port);
}

/** Creates a session with a new 256-bit token and a new life. */
export function createLoopbackSession(port: number): LoopbackSession {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64url');
  return { port, token: random(TOKEN_BYTES), life: random(LIFE_BYTES) };
}

/** Saves the session, readable only by this user. */
export async function saveLoopbackSession(home: string, place: LoopbackSession): Promise<void> {
  await mkdir(home, { recursive: true });
  await writeFile(fileIn(home), JSON.stringify(place), { mode: 0o600 });
  // An existing file keeps its old mode.
  await chmod(fileIn(home), 0o600);
}

/** The session that a server of this home saved last, of any age, and when; null if there is none. */
export async function readSavedSession(home: string): Promise<{ place: LoopbackSession; savedAt: number } | null> {
  try {
    const { text, modifiedMs } = await readSmallFile(fileIn(home), MAX_SESSION_BYTES);
    const { port, token, life } = parseBoundedJson(text ?? '') as Partial<Record<keyof LoopbackSession, unknown>>;
    const isWhole = typeof token === 'string' && Buffer.from(token, 'base64url').byteLength === TOKEN_BYTES;
    if (!isWhole || !isPort(port)) return null;
    // Older versions saved no life.
    return { place: { port, token, life: typeof life === 'string' ? life : '' }, savedAt: modifiedMs };
  } catch {
    // Missing or damaged.
    return null;
  }
}

function fileIn(home: string): string {
  return path.join(home, 'page.json');
}

function isPort(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= MAX_PORT;
}
