import { randomBytes } from 'node:crypto';
import type { RawData } from 'ws';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';
import {
  NONCE_BYTES,
  NONCE_OR_PROOF,
  proofInput,
  SOCKET_PATH,
  SUBPROTOCOL,
} from '../../../src-shared/ipc/page-handshake.ts';
import { matchesToken, signProof } from './access-control.ts';
import { readSavedSession, type LoopbackSession } from './loopback-session.ts';

/** The first answer of a server. */
const serverProof = z.strictObject({
  proof: z.string().regex(NONCE_OR_PROOF),
  nonce: z.string().regex(NONCE_OR_PROOF),
});

/** A server that has not proven itself after this time is taken for another program. */
const ANSWER_TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 1024;

/**
 * Finds the page that another process serves for this home; null if there is none. The address comes from a file that
 * only this user may read, and counts only if a server there proves that it knows the secret, which is not sent.
 */
export async function findRunningPage(home: string): Promise<LoopbackSession | null> {
  const saved = await readSavedSession(home);
  return saved !== null && (await isServed(saved.place)) ? saved.place : null;
}

function isServed({ port, token }: LoopbackSession): Promise<boolean> {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  const origin = `http://127.0.0.1:${port}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${SOCKET_PATH}`, [SUBPROTOCOL], {
    origin,
    handshakeTimeout: ANSWER_TIMEOUT_MS,
    maxPayload: MAX_ANSWER_BYTES,
  });
  return new Promise((resolve) => {
    const end = (isOurs: boolean): void => {
      clearTimeout(timer);
      resolve(isOurs);
      socket.terminate();
    };
    const timer = setTimeout(() => end(false), ANSWER_TIMEOUT_MS);
    socket.on('open', () => socket.send(JSON.stringify({ hello: nonce })));
    socket.on('message', (data) => {
      const answer = readProof(data);
      end(answer !== null && matchesToken(answer.proof, signProof(token, proofInput('server', nonce, answer.nonce))));
    });
    socket.on('error', () => end(false));
    socket.on('close', () => end(false));
  });
}

function readProof(data: RawData): z.infer<typeof serverProof> | null {
  try {
    return serverProof.safeParse(parseBoundedJson(Buffer.isBuffer(data) ? data.toString('utf8') : '')).data ?? null;
  } catch {
    return null;
  }
}
