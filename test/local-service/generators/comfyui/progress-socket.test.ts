import type { LookupFunction } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openProgressSocket } from '../../../../src-main/local-service/generators/comfyui/progress-socket.ts';
import { createGeneratorServer } from '../../../../src-main/local-service/generators/http/generator-server.ts';
import { startServer } from '../stand-in-server.ts';

/** A server at a name, and how many connections for progress it got. */
async function startNamed() {
  let upgrades = 0;
  const onUpgrade = (_: unknown, socket: { destroy(): void }) => {
    upgrades++;
    socket.destroy();
  };
  const server = await startServer((_, response) => void response.end(), onUpgrade);
  onTestFinished(() => server.stop());
  return { url: server.url.replace('127.0.0.1', 'localhost'), countUpgrades: () => upgrades };
}

const listener = { nodeCount: 1, onStart: () => undefined, onProgress: () => undefined, onEnd: () => undefined };

test('progress is read at addresses only that requests may be sent to', async () => {
  const { url, countUpgrades } = await startNamed();
  const server = createGeneratorServer('Comfy', 'comfyui', url);
  onTestFinished(() => server.close());
  await openProgressSocket(server, 'one', listener).opened;
  expect(countUpgrades()).toBe(1);
  // What the guard answers for a name of a public address.
  const lookup: LookupFunction = (_, options, callback) => server.lookup('134744072', options, callback);
  const { opened, close } = openProgressSocket({ url, lookup }, 'two', listener);
  await opened;
  close();
  expect(countUpgrades()).toBe(1);
});

test('a name of a public address is refused, unless the server has authentication', async () => {
  // 8.8.8.8 as one number: it is resolved without a name server.
  const resolve = (kind: 'comfyui' | 'service') =>
    new Promise((done) => {
      const { lookup, close } = createGeneratorServer('a', kind, 'http://a.example');
      onTestFinished(close);
      lookup('134744072', {}, (error, address) => done(error?.message ?? address));
    });
  expect(await resolve('comfyui')).toBe('134744072 is not in the local network');
  expect(await resolve('service')).toBe('8.8.8.8');
});
