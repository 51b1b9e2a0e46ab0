import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './black-box.ts';

/** One delivery as it came over the wire. */
export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly event: Event;
}

/** The body of a delivery (6.2). */
interface Event {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A receiver of webhooks that keeps all it gets, and answers the first delivery with 500. */
export interface HookReceiver {
  readonly url: string;
  readonly deliveries: readonly Delivery[];
  /** Waits for a delivery. */
  find(isIt: (delivery: Delivery) => boolean): Promise<Delivery>;
  close(): Promise<void>;
}

/** Listens on loopback until it is closed. */
export async function startHookReceiver(): Promise<HookReceiver> {
  const deliveries: Delivery[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      deliveries.push({ headers: request.headers, raw, event: JSON.parse(raw) as Event });
      response.writeHead(deliveries.length === 1 ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    deliveries,
    find: (isIt) => until(() => deliveries.find(isIt) ?? null),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
