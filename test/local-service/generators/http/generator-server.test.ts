import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  createGeneratorServer,
  type GeneratorServer,
} from '../../../../src-main/local-service/generators/http/generator-server.ts';
import { ServerAway } from '../../../../src-main/local-service/generators/http/server-errors.ts';
import { toServerFault } from '../../../../src-main/local-service/generators/http/to-server-fault.ts';
import { createServiceApi } from '../../../../src-main/local-service/generators/service/service-api.ts';
import { writeHalves } from '../../../helpers/partial-writes.ts';
import { httpAnswer, startRawService } from '../../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../../helpers/temp-folder.ts';
import { makeCertificate, startTlsFront } from '../../../helpers/service/tls-service.ts';

function open(url: string): GeneratorServer {
  const server = createGeneratorServer('Other', 'service', url);
  onTestFinished(() => server.close());
  return server;
}

const ask = (server: GeneratorServer, address: string) =>
  server.open(address, { signal: AbortSignal.timeout(600_000) }).then(
    ({ status }) => status,
    (error: Error) => error,
  );

test.each([
  ['https://10.0.0.7/model.glb', 'its result is at https://10.0.0.7, which is in the local network'],
  ['https://[::1]/model.glb', 'its result is at https://[::1], which is in the local network'],
  ['http://files.example/model.glb', 'its result is at http://files.example, which is not https'],
])('a service on the internet cannot send this computer to %s', async (address, reason) => {
  expect(await ask(open('https://service.example'), address)).toMatchObject({ name: 'ServerRefusal', text: reason });
});

test('nor to a name of this network', async () => {
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, 'ok')));
  const { port } = new URL(service.origin);
  const error = await ask(open('https://service.example'), `https://localhost:${port}/model.glb`);
  expect(error).toMatchObject({ name: 'ServerAway', message: 'localhost is in the local network' });
  expect(service.requests).toHaveLength(0);
});

test('a service in this network may keep its results in another part of it', async () => {
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, 'ok')));
  const storage = `https://127.0.0.1:${await startTlsFront(makeCertificate(), service.origin)}/model.glb`;
  // It gets as far as the certificate.
  expect(await ask(open(service.origin), storage)).toMatchObject({ certificateFault: 'issuer' });
});

test('a redirect of a result is checked like its address, and followed for a service only', async () => {
  const location = 'http://files.example/model.glb';
  const service = await startRawService((socket) => void socket.write(httpAnswer(302, 'moved', { location })));
  const save = (server: GeneratorServer) =>
    server.save('/model.glb', path.join(makeTempFolder(), 'result'), { signal: AbortSignal.timeout(600_000) });
  await expect(save(open(service.origin))).rejects.toMatchObject({
    ...{ name: 'ServerRefusal', text: 'its result is at http://files.example, which is not https' },
  });
  const comfy = createGeneratorServer('Comfy', 'comfyui', service.origin);
  onTestFinished(() => comfy.close());
  await expect(save(comfy)).rejects.toMatchObject({ name: 'ServerRefusal', status: 302, text: 'moved' });
  expect(service.requests).toHaveLength(2);
});

test('a result is saved completely, also if the disk takes a part of it at a time', async () => {
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, 'model'.repeat(100))));
  const file = path.join(makeTempFolder(), 'result');
  await writeHalves();
  await open(service.origin).save('/model.glb', file, { signal: AbortSignal.timeout(600_000) });
  expect(readFileSync(file, 'utf8')).toBe('model'.repeat(100));
});

test('certificates are checked, whatever the environment says, and the reason is named', async () => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  });
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, 'ok')));
  const url = `https://127.0.0.1:${await startTlsFront(makeCertificate(), service.origin)}`;
  const server = open(url);
  const error = await ask(server, '/');
  expect(error).toBeInstanceOf(ServerAway);
  expect((toServerFault(server, error) as Error).message).toBe(
    `The certificate of ${url} comes from an issuer that this computer does not trust. Correct it, or the address of Other in the settings, then send the task again.`,
  );
  expect(service.requests).toHaveLength(0);
});

test('the balance of a service comes with the time of the service, if it tells one', async () => {
  const dates: Record<string, string>[] = [{ date: 'Mon, 30 Nov 2026 23:40:00 GMT' }, {}, { date: 'soon' }];
  const body = JSON.stringify({ code: 0, data: { balance: 5, frozen: 0 } });
  const service = await startRawService((socket) => void socket.write(httpAnswer(200, body, dates.shift())));
  const api = createServiceApi(open(service.origin), 'key');
  const times = [];
  for (let call = 0; call < 3; call++) times.push((await api.balance(AbortSignal.timeout(600_000))).time);
  expect(times).toEqual([Date.UTC(2026, 10, 30, 23, 40), null, null]);
});
