import http from 'node:http';
import https from 'node:https';
import type { Sending } from './network.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 60_000;
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/**
 * Sends one POST exactly once: a fresh connection, no agent, no redirect, no retry. Never rejects. Chromium's and pooled
 * stacks may repeat a POST when a reused connection dies, so spending goes through here only.
 */
export function sendOnce(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<Sending> {
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    let connected = false;
    let answered = false;
    const unheard = (error: unknown): void => resolve({ kind: connected ? 'unheard' : 'not_sent', error });
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': bytes.byteLength, 'accept-encoding': 'identity', connection: 'close' },
    });
    const giveUp = (): void => void request.destroy(new Error('No answer in time.'));
    let timer = setTimeout(giveUp, CONNECT_TIMEOUT_MS);
    request.on('socket', (socket) => {
      // The body is handed over only on an open connection, so a failure before this moment proves that nothing left.
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        connected = true;
        clearTimeout(timer);
        timer = setTimeout(giveUp, ANSWER_TIMEOUT_MS);
        request.end(bytes);
      });
    });
    request.on('error', unheard);
    request.on('close', () => {
      clearTimeout(timer);
      // A 101 ends the connection with neither an answer nor an error.
      if (!answered) unheard(new Error('The connection ended without an answer.'));
    });
    request.on('response', (response) => {
      answered = true;
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.byteLength;
        if (size > LONGEST_ANSWER_BYTES) response.destroy(new Error('The answer is too long.'));
        else chunks.push(chunk);
      });
      response.on('error', unheard);
      response.on('end', () => {
        if (!response.complete) return unheard(new Error('The answer was cut off.'));
        resolve({
          kind: 'answered',
          status: response.statusCode ?? 0,
          header: (name) => [response.headers[name]].flat()[0],
          text: Buffer.concat(chunks).toString('utf8'),
        });
      });
    });
    request.flushHeaders();
  });
}
