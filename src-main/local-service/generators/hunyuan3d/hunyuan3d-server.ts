import { z } from 'zod';
import type { GeneratorServer } from '../http/generator-server.ts';
import { ServerRefusal } from '../http/server-errors.ts';
import { readStatus, type HunyuanStatus } from './read-status.ts';

/** What a server is: 2.1 has a worker id, which a restart changes. */
export interface HunyuanVersion {
  readonly version: '2.0' | '2.1';
  readonly workerId: string | null;
}

const health = z.object({ status: z.string(), worker_id: z.string().max(200) });
const status = z.object({ status: z.string() });
const sent = z.object({ uid: z.string().regex(/^[\w-]{1,100}$/) });

/** Servers say that they process any id that they do not know: no other kind of server does. */
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** A server that is not blocked says within this time which version it is. */
const VERSION_MS = 60_000;

/** Reads the version of a server, within `patienceMs` if that is shorter. Throws ServerAway and ServerRefusal. */
export async function readVersion(
  server: GeneratorServer,
  signal: AbortSignal,
  patienceMs = VERSION_MS,
): Promise<HunyuanVersion> {
  const request = { signal, timeoutMs: Math.min(VERSION_MS, patienceMs) };
  try {
    const { worker_id: workerId } = await server.readJson('/health', health, request);
    return { version: '2.1', workerId };
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.status !== 404) throw error;
    // 2.0 has no such route.
    await server.readJson(`/status/${UNKNOWN_ID}`, status, request);
    return { version: '2.0', workerId: null };
  }
}

/** Starts the work of a request; returns its id. Throws ServerAway and ServerRefusal. */
export async function sendWork(server: GeneratorServer, body: object, signal: AbortSignal): Promise<string> {
  return (await server.readJson('/send', sent, { method: 'POST', body, signal })).uid;
}

/** Reads the state of a request, and saves its model to a file. Throws ServerAway, ServerRefusal and ApiError. */
export async function queryWork(
  server: GeneratorServer,
  uid: string,
  { file, signal }: { readonly file: string; readonly signal: AbortSignal },
): Promise<HunyuanStatus> {
  return readStatus(await server.open(`/status/${uid}`, { signal }), { file, name: server.name, signal });
}
