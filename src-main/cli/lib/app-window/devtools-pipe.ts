import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { parseBoundedJson } from '../../../../src-shared/formats/parse-bounded-json.ts';

/** A message of the browser: the answer to a command, or an event. */
const answer = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
});

/** Longer messages are not of those that this app asks for. */
const MAX_MESSAGE_BYTES = 1024 * 1024;

/** Commands to a browser over its pipes (`--remote-debugging-pipe`), which no other program can open. */
export interface DevtoolsPipe {
  /** Sends a command, to a page if a session is given. Rejects with a BrowserRefusal, or if the browser ends. */
  send(method: string, params: object, sessionId?: string): Promise<unknown>;
  onEvent(listen: (method: string, params: unknown) => void): void;
}

/** A command that the browser refused; it still runs. */
export class BrowserRefusal extends Error {
  constructor(error: unknown) {
    super(`The browser refused: ${JSON.stringify(error)}`);
  }
}

/** Connects to the pipes of a browser; messages are JSON that end with a zero byte. */
export function openDevtoolsPipe(toBrowser: Writable, fromBrowser: Readable): DevtoolsPipe {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const listeners: ((method: string, params: unknown) => void)[] = [];
  let lastId = 0;
  let rest = Buffer.alloc(0);
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new Error('The browser ended.'));
    waiting.clear();
  };
  const receive = (text: string): void => {
    const parsed = readAnswer(text);
    if (parsed === null) return void fromBrowser.destroy(new Error('A message of the browser cannot be read.'));
    const { id, method, params, result, error } = parsed;
    if (id === undefined) return listeners.forEach((listen) => listen(method ?? '', params));
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(result);
    else call?.reject(new BrowserRefusal(error));
  };
  fromBrowser.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let at = rest.indexOf(0); at >= 0; at = rest.indexOf(0)) {
      receive(rest.toString('utf8', 0, at));
      rest = rest.subarray(at + 1);
    }
    if (rest.byteLength > MAX_MESSAGE_BYTES) fromBrowser.destroy(new Error('A message of the browser is too long.'));
  });
  for (const stream of [toBrowser, fromBrowser]) stream.on('error', end).on('close', end);
  return {
    onEvent: (listen) => void listeners.push(listen),
    send: (method, params, sessionId) => {
      if (hasEnded) return Promise.reject(new Error('The browser ended.'));
      const call = Promise.withResolvers<unknown>();
      const id = ++lastId;
      waiting.set(id, call);
      toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
      return call.promise;
    },
  };
}

function readAnswer(text: string): z.infer<typeof answer> | null {
  try {
    return answer.safeParse(parseBoundedJson(text)).data ?? null;
  } catch {
    return null;
  }
}
