import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** Port and secret of the served page; the secret is never sent over the network. */
export interface LoopbackSession {
  /** 0 for any free port. */
  readonly port: number;
  readonly token: string;
}

const TOKEN_BYTES = 32;
/** Maximum age of a saved session. */
const MAX_AGE_MS = 12 * 60 * 60_000;

/**
 * The saved session of this home, so that an open page continues after a restart; a new session with a new token if it is too
 * old or for another port (0 for any port).
 */
export async function findLoopbackSession(home: string, port: number, now: number): Promise<LoopbackSession> {
  const last = await readSession(fileIn(home), now);
  const isSame = last !== null && (port === 0 || port === last.port);
  return isSame ? last : createLoopbackSession(port);
}

/** Creates a session with a new 256-bit token. */
export function createLoopbackSession(port: number): LoopbackSession {
  return { port, token: randomBytes(TOKEN_BYTES).toString('base64url') };
}

/** Saves the session, readable only by this user. */
export async function saveLoopbackSession(home: string, place: LoopbackSession): Promise<void> {
  await mkdir(home, { recursive: true });
  await writeFile(fileIn(home), JSON.stringify(place), { mode: 0o600 });
  // An existing file keeps its old mode.
  await chmod(fileIn(home), 0o600);
}

async function readSession(file: string, now: number): Promise<LoopbackSession | null> {
  try {
    if (now - (await stat(file)).mtimeMs > MAX_AGE_MS) return null;
    const { port, token } = parseBoundedJson(await readFile(file, 'utf8')) as Partial<
      Record<keyof LoopbackSession, unknown>
    >;
    const isWhole = typeof token === 'string' && Buffer.from(token, 'base64url').byteLength === TOKEN_BYTES;
    return isWhole && Number.isInteger(port) ? { port: port as number, token } : null;
  } catch {
    // Missing or damaged.
    return null;
  }
}

function fileIn(home: string): string {
  return path.join(home, 'page.json');
}
