import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy in front of a service that can hold back the files of finished tasks. */
export interface HoldingProxy {
  readonly baseUrl: string;
  /** Downloads of outputs wait from now on. */
  hold(): void;
  /** Resolves when a download waits. */
  readonly whenHeld: Promise<void>;
  /** Lets them pass. */
  release(): void;
  close(): Promise<void>;
}

/** Listens on a free port. */
export async function startHoldingProxy(target: string): Promise<HoldingProxy> {
  const service = new URL(target);
  let waiting: (() => void)[] | null = null;
  let tellHeld = (): void => undefined;
  const whenHeld = new Promise<void>((resolve) => (tellHeld = resolve));

  const forward = (asked: IncomingMessage, answer: ServerResponse): void => {
    const { url: path, method, headers } = asked;
    const to = {
      hostname: service.hostname,
      port: service.port,
      path,
      method,
      headers: { ...headers, host: service.host },
    };
    const sent = request(to, (got) => {
      const { statusCode = 502, headers: told } = got;
      if (!told['content-type']?.includes('json')) return void got.pipe(answer.writeHead(statusCode, told));
      // The service names itself in its URLs.
      void buffer(got).then((bytes) => {
        const body = bytes.toString().replaceAll(service.host, new URL(baseUrl()).host);
        answer.writeHead(statusCode, { ...told, 'content-length': Buffer.byteLength(body) }).end(body);
      });
    });
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
  };
  const server = createServer((asked, answer) => {
    if (!waiting || !asked.url?.startsWith('/outputs/')) return forward(asked, answer);
    waiting.push(() => forward(asked, answer));
    tellHeld();
  });
  const baseUrl = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: baseUrl(),
    hold: () => (waiting = []),
    whenHeld,
    release: () => {
      const held = waiting ?? [];
      waiting = null;
      for (const pass of held) pass();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
