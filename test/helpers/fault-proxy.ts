import http from 'node:http';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** What happens to one connection: nothing, or the fault of that name. */
export const FAULTS = ['pass', 'drop_answer', 'reset_before', 'delay', 'truncate', 'answer_502'] as const;

/** What happens to one connection. */
export type Fault = (typeof FAULTS)[number];

/** A TCP proxy in front of a service that spoils connections as a test says. */
export interface FaultProxy {
  readonly baseUrl: string;
  /** Faults of the next creation POSTs, in order; then everything passes. */
  readonly plan: Fault[];
  /** Creation POSTs that came to the proxy. */
  posts(): number;
}

/** Longer than any network here, shorter than the settling time of a test. */
const DELAY_MS = 25;
const TRUNCATED_BYTES = 40;
const BAD_GATEWAY = `HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 13\r\nconnection: close\r\n\r\n<html></html>`;

/** Listens until the test ends. Only POSTs to creation endpoints are spoilt; queries and uploads pass. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const plan: Fault[] = [];
  const sockets = new Set<Socket>();
  let posts = 0;

  const forward = (client: Socket, first: Buffer, fault: Fault): void => {
    const service = connect(Number(port), hostname);
    keep(service);
    client.on('data', (chunk: Buffer) => void service.write(chunk)).on('close', () => service.destroy());
    service.on('close', () => client.destroy());
    service.write(first);
    service.on('data', (chunk: Buffer) => {
      if (fault === 'pass') client.write(chunk);
      else if (fault === 'delay') setTimeout(() => client.write(chunk), DELAY_MS);
      else if (fault === 'truncate') client.end(chunk.subarray(0, TRUNCATED_BYTES));
      else client.resetAndDestroy();
    });
  };
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };

  const server = createServer((client) => {
    keep(client);
    client.once('data', (first: Buffer) => {
      if (!isCreation(first)) return forward(client, first, 'pass');
      posts++;
      const fault = plan.shift() ?? 'pass';
      if (fault === 'reset_before') client.resetAndDestroy();
      else if (fault === 'answer_502') client.end(BAD_GATEWAY);
      else forward(client, first, fault);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, plan, posts: () => posts };
}

function isCreation(bytes: Buffer): boolean {
  return /^POST \/v3\/(generation|models)\//.test(bytes.toString('latin1', 0, 64));
}

/** The bodies of every task of a service, straight from the service. */
export async function readTaskInputs(baseUrl: string, apiKey: string): Promise<Record<string, unknown>[]> {
  const usage = await ask<{ task_id: string }[]>(`${baseUrl}/v3/account/usage?limit=200`, apiKey);
  const inputs: Record<string, unknown>[] = [];
  for (const { task_id: id } of usage) {
    inputs.push((await ask<{ input: Record<string, unknown> }>(`${baseUrl}/v3/tasks/${id}`, apiKey)).input);
  }
  return inputs;
}

function ask<T>(url: string, apiKey: string): Promise<T> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent: false, headers: { authorization: `Bearer ${apiKey}` } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve((JSON.parse(text) as { data: T }).data));
      })
      .on('error', reject);
  });
}
