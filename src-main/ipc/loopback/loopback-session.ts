import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where the page is served and what opens it. */
export interface LoopbackSession {
  /** 0: any free port. */
  readonly port: number;
  readonly token: string;
}

const TOKEN_BYTES = 32;
/** A page that was left open for longer is not waited for. */
const KEPT_MS = 12 * 60 * 60_000;

/**
 * Where the page was served last from this home, so that one that was left open goes on after a restart; on another port
 * (0: no wish), or long after, a place of its own with a new token.
 */
export async function findLoopbackSession(home: string, port: number, now: number): Promise<LoopbackSession> {
  const last = await readPlace(fileIn(home), now);
  const isSame = last !== null && (port === 0 || port === last.port);
  return isSame ? last : createLoopbackSession(port);
}

/** A place nobody was at, with a token of 256 bits. */
export function createLoopbackSession(port: number): LoopbackSession {
  return { port, token: randomBytes(TOKEN_BYTES).toString('base64url') };
}

/** Remembers where the page is served, readable by this person only. */
export async function saveLoopbackSession(home: string, place: LoopbackSession): Promise<void> {
  await mkdir(home, { recursive: true });
  await writeFile(fileIn(home), JSON.stringify(place), { mode: 0o600 });
  // An older file keeps the mode it had.
  await chmod(fileIn(home), 0o600);
}

async function readPlace(file: string, now: number): Promise<LoopbackSession | null> {
  try {
    if (now - (await stat(file)).mtimeMs > KEPT_MS) return null;
    const { port, token } = JSON.parse(await readFile(file, 'utf8')) as Partial<Record<keyof LoopbackSession, unknown>>;
    const isWhole = typeof token === 'string' && Buffer.from(token, 'base64url').byteLength === TOKEN_BYTES;
    return isWhole && Number.isInteger(port) ? { port: port as number, token } : null;
  } catch {
    // None yet, or damaged.
    return null;
  }
}

function fileIn(home: string): string {
  return path.join(home, 'page.json');
}
