import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One delivery as it came. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: { id: string; type: string; created_at: string; data: Readonly<Record<string, unknown>> };
}

/** A real receiver of webhooks on loopback. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Waits until this many deliveries have come. */
  until(count: number): Promise<Received[]>;
}

/** Listens until the test ends; `answer` gets the number of the delivery, from 1, and answers it, or does not. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => response.end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, raw, body: JSON.parse(raw) as Received['body'] });
      answer(response, received.length);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length >= count) resolve(received);
        };
        waiting.push(look);
        look();
      }),
  };
}
