import type { RawData, WebSocket } from 'ws';
import { z } from 'zod';
import type { App } from '../../app-deps.ts';
import { dispatch } from '../dispatch.ts';
import { MAX_CALL_VALUES } from '../../../src-shared/ipc/call-limits.ts';
import { JSON_LIMITS, parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

const callMessage = z.object({ id: z.int(), channel: z.string(), input: z.unknown() });

/** A page with more unread data is disconnected; it reloads its state when it reconnects. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

/** Connects one page over a WebSocket: receives calls (`{id, channel, input}`), sends replies and pushes. */
export function serveSocket(socket: WebSocket, app: App): void {
  const send = (message: unknown): void => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  const page = app.openPage();
  const stop = app.onPush((channel, payload) => send({ push: channel, payload }));
  socket.on('close', () => {
    stop();
    page.close();
  });
  socket.on('error', () => socket.terminate());
  socket.on('message', (data: RawData) => {
    const parsed = callMessage.safeParse(parseJson(data));
    if (!parsed.success) return socket.close(1008, 'Invalid call.');
    const { id, channel, input } = parsed.data;
    void dispatch(page, channel, input).then((reply) => send({ id, reply }));
  });
}

function parseJson(data: RawData): unknown {
  try {
    const text = Buffer.isBuffer(data) ? data.toString('utf8') : '';
    return parseBoundedJson(text, { ...JSON_LIMITS, values: MAX_CALL_VALUES });
  } catch {
    return null;
  }
}
