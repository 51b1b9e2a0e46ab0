import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookEvent, taskEventData } from '../../../src-shared/api/protocol/webhook-event.ts';
import { LIMITS } from '../../../src-shared/api/protocol/limits.ts';
import {
  parseWebhookSignature,
  webhookSignatureInput,
  type WebhookSignature,
} from '../../../src-shared/api/protocol/webhook-signature.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { registerOwnPort } from '../../base/network/own-ports.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { findWebhookHeaders } from './find-webhook-headers.ts';
import { parseBoundedJson } from '../../../src-shared/formats/parse-bounded-json.ts';

/** HTTP server for webhooks. An event is never trusted: it only names the task to query. */
export interface WebhookReceiver {
  readonly port: number;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

interface Options {
  /** Address to listen on; other addresses than this computer's are the user's decision. */
  readonly address: string;
  /** 0 for any free port. */
  readonly port: number;
  /** First part of the header names, in lowercase; null: found in each request. */
  readonly headerPrefix: string | null;
  /** The signing secret, `whsec_…`; null if there is none, then every event is refused. */
  secret(): Promise<string | null>;
  /** Epoch ms. */
  now(): number;
  /** Stores a delivery id; returns whether it is new. */
  markSeen(delivery: string): boolean;
  /** Called with the task of a verified event. */
  onTask(taskId: string): void;
}

/** Maximum length of a body; an event contains a few URLs. */
const LONGEST_BODY_BYTES = 256 * 1024;
/** Maximum duration of a request, and how often it is checked, in ms. */
const REQUEST_MS = 10_000;
const CHECK_MS = 1_000;
/** Maximum number of connections. With a body each, they need 16 MB; a service waits and sends again. */
const MAX_CONNECTIONS = 64;

/** Listens for signed deliveries (spec part 6). Throws `port_taken` if the port is not available. */
export async function startWebhookReceiver(options: Options): Promise<WebhookReceiver> {
  const limits = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS };
  const server = createServer(limits, (request, response) => {
    void receive(request, options)
      .catch(() => 400)
      .then((status) => {
        response.writeHead(status, {
          'content-length': 0,
          connection: 'close',
          ...(status === 405 ? { allow: 'POST' } : {}),
        });
        response.end();
        // What is left of a body that is too long is not waited for.
        if (!request.complete) request.destroy();
      });
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new AppError('port_taken', message('webhook.port-unavailable', { port: options.port }), { cause }));
    });
    server.listen(options.port, options.address, resolve);
  });
  server.on('error', () => undefined);
  const { port } = server.address() as AddressInfo;
  const letGo = registerOwnPort(port);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        letGo();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns the status of the response, and reports the task of a verified, new event. */
async function receive(request: IncomingMessage, options: Options): Promise<number> {
  if (request.method !== 'POST') return 405;
  const headers = findWebhookHeaders(request.headers, options.headerPrefix);
  const signature = headers && parseWebhookSignature(headers.signature);
  // Before the body is read: most strangers do not get further.
  if (!signature || !isRecent(signature.t, options.now())) return 401;
  const secret = await options.secret();
  if (secret === null) return 503;
  const body = await readBody(request);
  if (body === null) return 413;
  if (!isGenuine(signature, body, secret)) return 401;
  const { delivery } = headers;
  if (delivery === '') return 400;
  if (!options.markSeen(delivery)) return 200;
  const event = webhookEvent.safeParse(parseBoundedJson(body.toString('utf8')));
  const task = event.success ? taskEventData.safeParse(event.data.data) : null;
  if (task?.success) options.onTask(task.data.task_id);
  return 200;
}

/** The raw body; null if it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > LONGEST_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Whether a delivery was signed at most about five minutes ago or ahead (spec 6.4). */
function isRecent(signedAt: number, now: number): boolean {
  return Math.abs(now / 1000 - signedAt) <= LIMITS.webhookToleranceSeconds;
}

/** Whether the raw bytes are signed with our secret (spec 6.4). */
function isGenuine({ t, v1 }: WebhookSignature, body: Buffer, secret: string): boolean {
  // The prefix is plain ASCII, so the body's bytes can follow it as they came.
  const expected = createHmac('sha256', secret).update(webhookSignatureInput(t, '')).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}
