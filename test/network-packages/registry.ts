import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** How a registry answers a request. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A registry on this computer for one test. */
export interface Registry {
  readonly url: URL;
  /** Paths of the requests so far. */
  readonly requests: readonly string[];
}

/** Starts a registry that answers each request in turn, the last answer again and again. */
export async function startRegistry(...answers: readonly (Answer | Uint8Array)[]): Promise<Registry> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.push(request.url ?? ''), answers.length) - 1];
    if (typeof answer === 'function') answer(request, response);
    else response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), requests };
}
