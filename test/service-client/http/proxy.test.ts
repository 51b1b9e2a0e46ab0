import { writeFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Network } from '../../../src-main/service-client/http/network.ts';
import { createPlainNetwork } from '../../../src-main/service-client/http/plain-network.ts';
import { sendCreation } from '../../../src-main/service-client/http/send-creation.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { httpAnswer, profileOf, startRawService, type RawAnswer } from '../../helpers/service/raw-service.ts';
import {
  makeCertificate,
  startTlsFront,
  startTunnelProxy,
  TLS_HOST,
  type TunnelAnswer,
} from '../../helpers/service/tls-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const ORIGIN = `https://${TLS_HOST}`;
const CREATED = JSON.stringify({
  code: 0,
  status: 'success',
  data: { task_id: '0b6e2f0e-7f2b-4b9e-9a55-0d6f6a3b2c11', type: 'x', status: 'queued' },
});
const trusted = tls.getCACertificates('default');

beforeEach(() => tls.setDefaultCACertificates(trusted));

const keep = (network: Network): Network => {
  onTestFinished(() => network.close());
  return network;
};

/** A service behind TLS that only a proxy leads to. */
async function setUp(answer: RawAnswer, tunnel?: TunnelAnswer) {
  const certificate = makeCertificate();
  tls.setDefaultCACertificates([...trusted, certificate.cert]);
  const service = await startRawService(answer);
  const port = await startTlsFront(certificate, service.origin);
  const proxy = await startTunnelProxy(tunnel ?? (() => ({ port })));
  const env = { HTTPS_PROXY: proxy.origin };
  const network = keep(createPlainNetwork({ resolveProxy: null, env }));
  const client = createServiceClient(profileOf(ORIGIN), network);
  const create = () =>
    sendCreation({
      profile: profileOf(ORIGIN),
      network,
      path: '/v3/x',
      body: '{"a":1}',
      requestId: 'r',
      now: Date.now,
    });
  return { ...service, proxy, network, client, create, port };
}

const says =
  (status: number, body: string | Buffer): RawAnswer =>
  (socket) =>
    void socket.write(httpAnswer(status, body));

describe('through a proxy of the environment', () => {
  test('a query reaches the service, and the key only the service', async () => {
    const { client, requests, proxy } = await setUp(says(200, '{"code":0,"data":{"balance":1,"frozen":0}}'));
    expect(await client.getBalance()).toBeDefined();
    expect(requests[0]?.headers['host']).toBe(TLS_HOST);
    expect(proxy.heads[0]).toMatch(/^CONNECT service\.example:443 HTTP\/1\.1\r\n/);
    expect(proxy.heads.join('')).not.toContain('sk_test');
  });

  test('a creation goes out once, on a tunnel of its own each', async () => {
    const { create, requests, proxy } = await setUp(says(200, CREATED));
    expect(await create()).toMatchObject({ kind: 'created' });
    expect(await create()).toMatchObject({ kind: 'created' });
    expect(requests.map(({ method, path: at, body }) => `${method} ${at} ${body.toString()}`)).toEqual([
      'POST /v3/x {"a":1}',
      'POST /v3/x {"a":1}',
    ]);
    expect(proxy.heads).toHaveLength(2);
  });

  test.each<[string, string]>([
    ['asks for a password', 'HTTP/1.1 407 Auth\r\ncontent-length: 0\r\n\r\n'],
    ['refuses', 'HTTP/1.1 403 No\r\ncontent-length: 0\r\n\r\n'],
    ['cannot reach it', 'HTTP/1.1 502 Bad\r\ncontent-length: 0\r\n\r\n'],
    ['hangs up', ''],
    ['speaks something else', 'SSH-2.0-x\r\n'],
    ['talks before it is asked', 'HTTP/1.1 200 OK\r\n\r\nhello'],
    ['lets nobody behind it', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('that %s nothing of a creation was sent', async (_, bytes) => {
    const { create, requests } = await setUp(says(200, CREATED), () => ({ bytes }));
    expect(await create()).toMatchObject({ kind: 'not_sent', error: { retryable: true } });
    expect(requests).toEqual([]);
  });

  test('that is not there nothing of a creation was sent', async () => {
    const network = keep(createPlainNetwork({ resolveProxy: null, env: { https_proxy: 'http://127.0.0.1:1' } }));
    expect(await network.sendOnce(new URL(ORIGIN), {}, '{}')).toMatchObject({ kind: 'not_sent' });
  });

  test.each<[string, RawAnswer]>([
    ['resets', (socket) => void socket.resetAndDestroy()],
    ['ends', (socket) => void socket.end()],
    ['cuts its answer off', (socket) => void socket.end(httpAnswer(200, CREATED, { 'content-length': 4000 }))],
  ])('a service that %s after the body leaves a creation in doubt', async (_, answer) => {
    const { create, requests } = await setUp(answer);
    expect(await create()).toMatchObject({ kind: 'ambiguous' });
    expect(requests).toHaveLength(1);
  });

  test('name and password of the proxy go to the proxy alone', async () => {
    const { proxy, requests } = await setUp(says(200, '{"code":0,"data":{"balance":1,"frozen":0}}'));
    const env = { HTTPS_PROXY: proxy.origin.replace('//', '//me:p%40ss@') };
    const network = keep(createPlainNetwork({ resolveProxy: null, env }));
    await network.sendOnce(new URL(ORIGIN), {}, '{}');
    await createServiceClient(profileOf(ORIGIN), network).getBalance();
    expect(proxy.heads).toHaveLength(2);
    for (const head of proxy.heads) expect(head.toLowerCase()).toContain('proxy-authorization: basic');
    expect(proxy.heads[0]).toContain(Buffer.from('me:p@ss').toString('base64'));
    expect(JSON.stringify(requests)).not.toContain('proxy-authorization');
  });

  test('a refusal is said as one, and is no reason to give up', async () => {
    const { client } = await setUp(says(200, ''), () => ({ bytes: 'HTTP/1.1 407 Auth\r\ncontent-length: 0\r\n\r\n' }));
    const balance = client.getBalance();
    await expect(balance).rejects.toMatchObject({ code: 'offline', retryable: true, message: /name and a password/ });
  });

  test('a file comes home, without the key', async () => {
    const { client, requests } = await setUp(says(200, Buffer.alloc(300_000, 'x')));
    const file = path.join(makeTempFolder(), 'a.glb');
    await client.download(`${ORIGIN}/a`, file, new AbortController().signal, () => undefined);
    expect(readFileSync(file)).toHaveLength(300_000);
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test.each(['https://10.0.0.1/a', 'https://[::1]/a', 'https://2130706433/a'])(
    '%s is refused as before',
    async (url) => {
      const { client, proxy } = await setUp(says(200, 'secret'));
      const file = path.join(makeTempFolder(), 'a.glb');
      const download = client.download(url, file, new AbortController().signal, () => undefined);
      await expect(download).rejects.toMatchObject({ code: 'download_failed' });
      expect(proxy.heads).toEqual([]);
    },
  );

  test.each(['https://printer/a', 'https://nas.local/a', 'https://db.internal/a', 'https://router.lan./a'])(
    '%s would be a neighbour of the proxy and is refused',
    async (url) => {
      const { client, proxy } = await setUp(says(200, 'secret'));
      const file = path.join(makeTempFolder(), 'a.glb');
      const download = client.download(url, file, new AbortController().signal, () => undefined);
      await expect(download).rejects.toMatchObject({ code: 'download_failed' });
      expect(proxy.heads).toEqual([]);
    },
  );

  test('an upload arrives whole', async () => {
    const bytes = Buffer.alloc(2_500_000, 'picture');
    const { client, requests } = await setUp((socket, { path: at }) => {
      const data = { presigned_url: `${ORIGIN}/put`, file_token: 'file_1', expires_in: 1800 };
      socket.write(httpAnswer(200, at === '/put' ? '' : JSON.stringify({ code: 0, data })));
    });
    const file = path.join(makeTempFolder(), 'a.png');
    writeFileSync(file, bytes);
    expect(await client.upload(file, 'png', new AbortController().signal, () => undefined)).toBe('file_1');
    expect(requests[1]?.body.equals(bytes)).toBe(true);
  });
});

test('the system’s word counts where the environment says nothing', async () => {
  const { proxy, requests } = await setUp(says(200, CREATED));
  const asked: string[] = [];
  const resolveProxy = async (url: string): Promise<string> => {
    asked.push(url);
    return `PROXY ${new URL(proxy.origin).host}; DIRECT`;
  };
  const network = keep(createPlainNetwork({ resolveProxy, env: {} }));
  expect(await network.sendOnce(new URL(`${ORIGIN}/v3/x`), {}, '{}')).toMatchObject({ kind: 'answered', status: 200 });
  expect(asked).toEqual([`${ORIGIN}/v3/x`]);
  expect(requests).toHaveLength(1);
});

test('this computer is never reached through a proxy', async () => {
  const service = await startRawService(says(200, CREATED));
  const proxy = await startTunnelProxy(() => ({ bytes: '' }));
  const env = { http_proxy: proxy.origin, HTTPS_PROXY: proxy.origin, ALL_PROXY: proxy.origin };
  const network = keep(createPlainNetwork({ resolveProxy: () => Promise.resolve(`PROXY ${proxy.origin}`), env }));
  expect(await network.sendOnce(new URL(service.origin), {}, '{}')).toMatchObject({ kind: 'answered' });
  const answer = await network.ask({
    method: 'GET',
    url: new URL(service.origin),
    headers: {},
    responseTimeoutMs: 60_000,
  });
  answer.discard();
  expect(proxy.heads).toEqual([]);
});

test('a certificate nobody vouches for ends both ways of asking before anything is said', async () => {
  const { create, client, requests } = await setUp(says(200, CREATED));
  tls.setDefaultCACertificates(trusted);
  expect(await create()).toMatchObject({ kind: 'not_sent' });
  await expect(client.getBalance()).rejects.toMatchObject({ code: 'certificate_rejected' });
  expect(requests).toEqual([]);
});
