import type { ErrorInfo } from '../../../src-shared/base/errors.ts';
import type { Output } from '../../../src-shared/ipc/contract.ts';
import type { PageBridge, PickedFile, Reply } from '../../../src-shared/ipc/page-bridge.ts';
import { MAX_CALL_BYTES, toTooLargeReply } from '../../../src-shared/ipc/call-limits.ts';
import { SOCKET_PATH, SUBPROTOCOL, UNPROVEN } from '../../../src-shared/ipc/page-handshake.ts';
import { keepSecret, keptSecret, loopbackSecret } from './loopback-secret.ts';
import { loopbackSession } from './loopback-session.ts';
import { createPageHandshake } from './page-handshake.ts';
import { uploadFiles } from './upload-files.ts';
import { WAITING_CALLS } from './waiting-calls.ts';
import { TEXTS } from '../language/texts.ts';

/**
 * A push created by this bridge: a `Connection` whenever the connection to the loopback server opens or closes.
 */
export const CONNECTION_PUSH = 'connection:changed';

/** State of the connection; `locked`: this tab has no secret, another one than the server, or a link that was used. */
export type Connection = 'connected' | 'reconnecting' | 'locked';

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;

type Listener = (payload: unknown) => void;
type Message =
  { readonly id: number; readonly reply: Reply<unknown> } | { readonly push: string; readonly payload: unknown };

/**
 * Creates the bridge to the loopback server of `dropforge serve`: calls and pushes use one WebSocket that reconnects
 * automatically, files use `POST /upload`. Calls made before the first connection wait for it. After a connection was lost,
 * actions fail with `disconnected` at once, and so do calls in progress when it breaks, because the server may or may not
 * have received them; the other calls wait. Nothing is sent to a server that does
 * not prove that it is the one of this session.
 */
export function createBrowserBridge(): PageBridge {
  const secret = loopbackSecret();
  const listeners = new Map<string, Set<Listener>>();
  const pending = new Map<number, (reply: Reply<unknown>) => void>();
  const unsent = new Map<number, string>();
  let socket: WebSocket | null = null;
  let wait = FIRST_WAIT_MS;
  let lastId = 0;
  let hasConnected = false;
  /** Ends the uploads in progress when the connection breaks. */
  let lost = Promise.withResolvers<void>();

  function tell(channel: string, payload: unknown): void {
    for (const listener of listeners.get(channel) ?? []) listener(payload);
  }

  function connect(known: string): void {
    let next = known;
    const line = new WebSocket(new URL(SOCKET_PATH, location.href.replace(/^http/, 'ws')), [SUBPROTOCOL]);
    const handshake = createPageHandshake(known);
    let hasProven = false;
    let isStranger = false;

    async function shakeHands(message: unknown): Promise<void> {
      if (!hasProven) {
        const proof = await handshake.prove(message);
        hasProven = proof !== null;
        isStranger = proof === null;
        if (proof === null) line.close();
        else line.send(proof);
        return;
      }
      const session = handshake.readGrant(message);
      if (session === null) return line.close();
      loopbackSession.grant(session);
      next = keepSecret(handshake.readSecret(message) ?? known);
      socket = line;
      hasConnected = true;
      lost = Promise.withResolvers<void>();
      wait = FIRST_WAIT_MS;
      for (const call of unsent.values()) line.send(call);
      unsent.clear();
      tell(CONNECTION_PUSH, 'connected' satisfies Connection);
    }

    line.addEventListener('open', () => line.send(handshake.hello));
    line.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      if (socket !== line) return void shakeHands(message);
      if ('push' in message) {
        tell(message.push, message.payload);
        return;
      }
      pending.get(message.id)?.(message.reply);
      pending.delete(message.id);
    });
    line.addEventListener('close', ({ code }) => {
      const isLocked = isStranger || (code === UNPROVEN && socket !== line);
      if (socket === line) {
        socket = null;
        loopbackSession.end();
        lost.resolve();
        for (const [id, answer] of pending)
          if (!unsent.has(id)) {
            pending.delete(id);
            answer(refusal(TEXTS.status.lineBroke));
          }
      }
      // A link that was used, in a tab that is let in without one.
      if (isLocked) next = keptSecret() ?? known;
      tell(CONNECTION_PUSH, (isLocked ? 'locked' : 'reconnecting') satisfies Connection);
      setTimeout(() => connect(next), wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    });
  }

  function isLost(): boolean {
    return socket === null && hasConnected;
  }

  function call(channel: string, input: unknown): Promise<Reply<unknown>> {
    if (isLost() && !WAITING_CALLS.has(channel)) return Promise.resolve(refusal());
    const id = ++lastId;
    const message = JSON.stringify({ id, channel, input });
    // The server would close the connection.
    if (new TextEncoder().encode(message).byteLength > MAX_CALL_BYTES) return Promise.resolve(toTooLargeReply());
    return new Promise((resolve) => {
      pending.set(id, resolve);
      if (socket) socket.send(message);
      else unsent.set(id, message);
    });
  }

  async function takeFiles(files: readonly PickedFile[]): Promise<Reply<unknown>> {
    if (isLost()) return refusal();
    const uploads = await Promise.race([uploadFiles(files as File[]), lost.promise]);
    if (!uploads) return refusal(TEXTS.status.lineBroke);
    const refused = uploads.flatMap((upload) => (upload.ok ? [] : [upload.error]));
    const ids = uploads.flatMap((upload) => (upload.ok ? [upload.value] : []));
    const reply = (await call('sources:take', ids)) as Reply<Output<'sources:take'>>;
    return reply.ok ? { ok: true, value: { ...reply.value, refused: [...refused, ...reply.value.refused] } } : reply;
  }

  if (secret !== null) connect(secret);
  return {
    host: 'browser',
    call,
    takeFiles,
    on(channel, listener) {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set.add(listener));
      // Without a secret nothing else will ever be told.
      if (channel === CONNECTION_PUSH && secret === null) listener('locked' satisfies Connection);
      return () => set.delete(listener);
    },
    artifactUrl: (id) => `/artifact/${encodeURIComponent(id)}`,
  };
}

function refusal(detail = ''): { readonly ok: false; readonly error: ErrorInfo } {
  return { ok: false, error: { code: 'disconnected', subject: null, detail, retryable: true, requestId: null } };
}
