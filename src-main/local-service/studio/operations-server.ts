import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { StartupError } from '../../base/startup-error.ts';
import type { Metrics } from './metrics.ts';
import { withTimeout } from './with-timeout.ts';

/** What operators of a process of a studio see. */
interface OperationsServerOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** Rejects while the process cannot do its work. */
  checkReady(): Promise<void>;
}

/** A server for operators. */
export interface OperationsServer {
  /** The port that it listens on. */
  readonly port: number;
  close(): Promise<void>;
}

/** A readiness check that takes longer has failed. */
const READY_MS = 2_000;

/**
 * Serves `/healthz` (the process answers), `/readyz` (it can do its work; else 503) and `/metrics` (Prometheus), apart from
 * the address of clients, so that it can be kept from them.
 */
export async function startOperationsServer(options: OperationsServerOptions): Promise<OperationsServer> {
  const { host, port, metrics, checkReady } = options;
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
      response.writeHead(status, { 'content-type': type }).end(text);
    };
    const fail = (error: unknown): void => answer(503, `${(error as Error).message}\n`);
    switch (request.method === 'GET' ? request.url : '') {
      case '/healthz':
        return answer(200, 'ok\n');
      case '/readyz':
        withTimeout(checkReady(), READY_MS).then(() => answer(200, 'ok\n'), fail);
        return;
      case '/metrics':
        metrics.read().then((text) => answer(200, text, metrics.registry.contentType), fail);
        return;
      default:
        return answer(404, 'There are /healthz, /readyz and /metrics.\n');
    }
  });
  await listen(server, host, port);
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartupError(
      `This process cannot listen on ${host}:${port} (${code}). Correct studio.host or studio.operationsPort.`,
    );
  }
}
