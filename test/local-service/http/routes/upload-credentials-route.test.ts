import { afterAll, beforeAll, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { callService, send } from '../../workers/call.ts';

// Rules of a service that receives uploads itself; an object storage has others.

interface Credentials {
  readonly credentials: { readonly token: string };
  readonly upload: { readonly method: 'PUT'; readonly url: string; readonly headers: Record<string, string> };
}

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

async function ask(): Promise<Credentials> {
  const { body } = await callService(service, '/v3/files/upload-credentials', { method: 'POST' });
  return body.data as unknown as Credentials;
}

async function put({ upload: { method, url, headers } }: Credentials, change: Record<string, string> = {}) {
  const { status, body } = await send(url, { method, headers: { ...headers, ...change }, body: Buffer.from('bytes') });
  return [status, body.code];
}

test('upload credentials work once', async () => {
  const given = await ask();
  expect(await put(given)).toEqual([200, 0]);
  expect(await put(given)).toEqual([403, 1004]);
});

test('nothing else opens the upload of credentials', async () => {
  const [mine, other] = [await ask(), await ask()];
  const wrong = [other.credentials.token, `${mine.credentials.token.slice(0, -4)}AAAA`, 'temp_', service.apiKey, 'x'];
  for (const token of wrong) {
    expect([token, ...(await put(mine, { authorization: `Bearer ${token}` }))]).toEqual([token, 403, 1004]);
  }
  expect(await put(mine)).toEqual([200, 0]);
});
