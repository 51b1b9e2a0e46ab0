import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createNodeNetwork } from '../../../src-main/service-client/http/node-network.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/service-client/service-client.ts';
import { httpAnswer, profileOf, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { makeCertificate, startTlsFront } from '../../helpers/service/tls-service.ts';

const NETWORK = fileURLToPath(new URL('../../../src-main/service-client/http/node-network.ts', import.meta.url));
/** Asks in both ways in a process of its own, because trust belongs to a process. */
const SCRIPT = `
  const { createNodeNetwork } = await import(process.argv[1]);
  const network = createNodeNetwork({ resolveProxy: null, env: {} });
  const url = new URL(process.argv[2]);
  const asked = await network.ask({ method: 'GET', url, headers: {}, responseTimeoutMs: 60_000 }).then(
    async (answer) => { for await (const _ of answer.body); return String(answer.status); },
    (error) => error.code,
  );
  const sent = await network.sendOnce(url, {}, '{}');
  await network.close();
  console.log(JSON.stringify([asked, sent.kind]));
`;

async function askWith(env: NodeJS.ProcessEnv, url: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SCRIPT, NETWORK, url], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return JSON.parse(stdout);
}

test('what the system vouches for is trusted, what nobody vouches for never is', async () => {
  const certificate = makeCertificate();
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, 'ok')));
  const url = `https://127.0.0.1:${await startTlsFront(certificate, service.origin)}/`;
  // OpenSSL reads the system's store from where these say; Node calls that store `system`.
  const asSystem = { SSL_CERT_FILE: certificate.certFile };
  expect(await askWith(asSystem, url)).toEqual(['200', 'answered']);
  expect(await askWith({ NODE_EXTRA_CA_CERTS: certificate.certFile }, url)).toEqual(['200', 'answered']);
  const before = service.requests.length;
  expect(await askWith({}, url)).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT', 'not_sent']);
  expect(await askWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, url)).toEqual([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'not_sent',
  ]);
  expect(service.requests).toHaveLength(before);
});

test('a certificate that nobody vouches for is named, also while the service is not asked again', async () => {
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, 'ok')));
  const port = await startTlsFront(makeCertificate(), service.origin);
  const client = createServiceClient(profileOf(`https://127.0.0.1:${port}`));
  onTestFinished(() => client.close());
  const error = {
    code: 'certificate_rejected',
    retryable: true,
    message: 'The server’s certificate is not signed by a trusted authority.',
  };
  await expect(client.getBalance()).rejects.toMatchObject(error);
  await expect(client.getBalance()).rejects.toMatchObject(error);
  const path = '/v3/generation/image-to-model';
  expect(await client.create(path, '{}', 'id')).toMatchObject({ kind: 'not_sent', error });
});

test('the certificates of a service are trusted for it and its storage, and for nobody else', async () => {
  const certificate = makeCertificate();
  const balance = JSON.stringify({ code: 0, data: { balance: 1, frozen: 0 } });
  const service = await startRawService((socket, { path }) => {
    socket.write(httpAnswer(200, path.startsWith('/v3') ? balance : 'model', { 'content-type': 'application/json' }));
  });
  const [origin, storage, stranger] = (await Promise.all(
    [1, 2, 3].map(async () => `https://127.0.0.1:${await startTlsFront(certificate, service.origin)}`),
  )) as [string, string, string];
  const folder = makeTempFolder();
  const download = (client: ServiceClient, from: string): Promise<unknown> =>
    client.download(`${from}/model.glb`, path.join(folder, 'model.glb'), new AbortController().signal, () => undefined);

  const client = createServiceClient(profileOf(origin, { storageOrigin: storage, authorities: certificate.cert }));
  onTestFinished(() => client.close());
  await expect(client.getBalance()).resolves.toBeDefined();
  expect(await client.create('/v3/generation/image-to-model', '{}', 'id')).not.toMatchObject({ kind: 'not_sent' });
  await expect(download(client, origin)).resolves.toMatchObject({ bytes: 5 });
  await expect(download(client, storage)).resolves.toMatchObject({ bytes: 5 });
  await expect(download(client, stranger)).rejects.toMatchObject({ code: 'download_failed' });

  const network = createNodeNetwork({ resolveProxy: null, env: {}, authorities: certificate.cert });
  onTestFinished(() => network.close());
  const request = { method: 'GET', url: new URL(stranger), headers: {}, responseTimeoutMs: 60_000 } as const;
  await expect(network.requestForeign(request)).rejects.toBeDefined();

  const other = createServiceClient(profileOf(origin, { authorities: makeCertificate().cert }));
  onTestFinished(() => other.close());
  await expect(other.getBalance()).rejects.toMatchObject({ code: 'certificate_rejected' });
});
