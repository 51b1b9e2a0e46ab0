import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Interval at which the proxy asks its processes whether they are ready. */
const CHECK_MS = 50;

/** Where an API process listens. */
interface Upstream {
  readonly port: number;
  readonly operationsPort: number;
}

/** A reverse proxy in front of API processes. */
export interface ReadyProxy {
  readonly baseUrl: string;
  /** Adds a process, or one that takes the place of an earlier one on its port; resolves when it gets requests. */
  add(upstream: Upstream): Promise<void>;
  /** Requests that no process answered, with the reason. */
  readonly failures: readonly string[];
  close(): Promise<void>;
}

/**
 * Listens on a free port. It keeps connections, sends each request to the next process whose /readyz says so, and never
 * sends a request twice: each one that a process does not answer is a failure.
 */
export async function startReadyProxy(): Promise<ReadyProxy> {
  const upstreams = new Map<
    number,
    Upstream & { isReady: boolean; readonly whenReady: () => void; readonly agent: Agent }
  >();
  const failures: string[] = [];
  let turn = 0;

  const forward = (asked: IncomingMessage, answer: ServerResponse): void => {
    const fail = (reason: string): void => {
      failures.push(`${asked.method} ${asked.url}: ${reason}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    const ready = [...upstreams.values()].filter(({ isReady }) => isReady);
    const upstream = ready[turn++ % ready.length];
    if (!upstream) return fail('no process is ready');
    const { port, agent } = upstream;
    const { url: path, method, headers } = asked;
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent }, (got) => {
      const { connection: _, ...told } = got.headers;
      answer.writeHead(got.statusCode ?? 502, told);
      got.on('error', (error) => fail(error.message)).pipe(answer);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message));
    asked.pipe(sent);
  };

  const check = (): void => {
    for (const upstream of upstreams.values()) {
      const url = `http://127.0.0.1:${upstream.operationsPort}/readyz`;
      const asked = request(url, { agent: false }, (got) => {
        let words = '';
        got.setEncoding('utf8').on('data', (text: string) => (words += text));
        got.on('end', () => {
          // A database that is slow for a moment says nothing about the process.
          if (words.startsWith('No answer')) return;
          upstream.isReady = got.statusCode === 200;
          if (upstream.isReady) upstream.whenReady();
        });
      });
      asked.on('error', () => (upstream.isReady = false)).end();
    }
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checks = setInterval(check, CHECK_MS);
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(upstream) {
      upstreams.get(upstream.port)?.agent.destroy();
      const { promise, resolve } = Promise.withResolvers<void>();
      const agent = new Agent({ keepAlive: true });
      upstreams.set(upstream.port, { ...upstream, isReady: false, whenReady: resolve, agent });
      return promise;
    },
    failures,
    async close() {
      clearInterval(checks);
      for (const { agent } of upstreams.values()) agent.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
