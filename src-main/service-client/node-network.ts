import type { Readable } from 'node:stream';
import { Agent, request as send, type Dispatcher } from 'undici';
import { createGuardedDispatcher } from './address-guard.ts';
import type { Answer, Network, Request } from './network.ts';
import { sendOnce } from './send-once.ts';

/** The network through Node's own stack. */
export function createNodeNetwork(): Network {
  const own = new Agent({ connect: { timeout: 10_000 }, headersTimeout: 30_000, bodyTimeout: 30_000 });
  const foreign = createGuardedDispatcher();
  return {
    ask: (request) => ask(request, own),
    askForeign: (request) => ask(request, foreign),
    sendOnce,
    close: async () => {
      await Promise.all([own.destroy(), foreign.destroy()]);
    },
  };
}

async function ask({ method, url, headers, body, signal, answerMs }: Request, dispatcher: Dispatcher): Promise<Answer> {
  const answer = await send(url, {
    dispatcher,
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
    // undici takes any async iterable; its types name only streams.
    ...(body === undefined ? {} : { body: body as string | Readable }),
    ...(signal ? { signal } : {}),
    headersTimeout: answerMs,
  });
  return {
    status: answer.statusCode,
    header: (name) => [answer.headers[name]].flat()[0],
    body: answer.body,
    // Destroying a body says so as an error; nobody else listens by then.
    discard: () => void answer.body.on('error', () => undefined).destroy(),
  };
}
