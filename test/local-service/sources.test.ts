import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Answer, type Data } from './workers/call.ts';

const MODEL = 'P2-20260801';
const QUICK = { texture: false, pbr: false, face_limit: 48 };

let service: LocalService;
let picture: Buffer;
let made: Data;
beforeAll(async () => {
  service = await startLocalService();
  const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
  picture = await sharp(Buffer.from(svg)).png().toBuffer();
  const { body } = await fromPicture({ input: await upload(service, picture) });
  made = await untilFinished(service, body.data.task_id);
});
afterAll(() => service.stop());

const post = (path: string, body: object) => callService(service, path, { method: 'POST', body });
const fromPicture = (source: object) => post('/v3/generation/image-to-model', { model: MODEL, ...QUICK, ...source });
const refusal = ({ status, body }: Answer) => [status, body.code];

describe('a URL as source (4.2)', () => {
  test('may be one of the service’s own signed output URLs, in every form', async () => {
    const url = made.output.rendered_image_url;
    for (const source of [{ input: url }, { file: { type: 'webp', url } }]) {
      const { status, body } = await fromPicture(source);
      expect(status).toBe(200);
      expect((await untilFinished(service, body.data.task_id)).status).toBe('success');
    }
  });

  test('of the service’s own that is changed, expired or of nothing is 1004', async () => {
    const url = made.output.rendered_image_url;
    const bad = [
      url.replace('preview.webp', 'model.glb'),
      url.replace(/expires=\d+/i, 'expires=9999999999'),
      url.replace(/\?.*/, ''),
      url.replace('/outputs/', '/uploads/'),
      url.replace('/outputs/', '/x/../outputs/x/'),
      `${service.baseUrl}/v3/tasks/${made.task_id}`,
      `${service.baseUrl}/`,
    ];
    for (const input of bad) expect([input, ...refusal(await fromPicture({ input }))]).toEqual([input, 400, 1004]);
  });

  test('that is not https to a public address is 1004', async () => {
    const bad = [
      'http://example.com/a.png',
      'https://127.0.0.1/a.png',
      'https://127.1/a.png',
      'https://0x7f000001/a.png',
      'https://10.0.0.1/a.png',
      'https://169.254.169.254/latest',
      'https://[::1]/a.png',
      'https://[::ffff:10.0.0.1]/a.png',
      'https://localhost/a.png',
      'https://printer.local/a.png',
      'https://intranet/a.png',
      'https://user:word@example.com/a.png',
      'https://',
    ];
    for (const input of bad) expect([input, ...refusal(await fromPicture({ input }))]).toEqual([input, 400, 1004]);
  });

  test('that is public is 2005, because the service fetches nothing from the network', async () => {
    for (const input of ['https://example.com/a.png', 'https://8.8.8.8/a.png']) {
      expect(refusal(await fromPicture({ input }))).toEqual([400, 2005]);
    }
  });
});

describe('an upload by form (4.6)', () => {
  test('named upload.bin is known by its bytes', async () => {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'application/octet-stream' }), 'upload.bin');
    const headers = { authorization: `Bearer ${service.apiKey}` };
    const answer = await fetch(`${service.baseUrl}/v3/files`, { method: 'POST', body: form, headers });
    const { data } = (await answer.json()) as { data: { file_token: string } };
    const { body } = await fromPicture({ input: data.file_token });
    expect((await untilFinished(service, body.data.task_id)).status).toBe('success');
  });
});

describe('upload credentials (4.6)', () => {
  interface Credentials {
    readonly file_token: string;
    readonly expires_in: number;
    readonly credentials: { readonly token: string; readonly expires_at: string };
    readonly upload: { readonly method: 'PUT'; readonly url: string; readonly headers: Record<string, string> };
  }
  const ask = async () =>
    (await callService(service, '/v3/files/upload-credentials', { method: 'POST' })).body
      .data as unknown as Credentials;
  const put = ({ upload: { method, url, headers } }: Credentials, body: Buffer) => send(url, { method, headers, body });

  test('are good for 30 minutes and for an upload, whose token then works', async () => {
    const asked = Date.now();
    const given = await ask();
    const answered = Date.now();
    expect(given.expires_in).toBe(1800);
    const from = Date.parse(given.credentials.expires_at) - 1_800_000;
    expect(from).toBeGreaterThanOrEqual(asked - 1000);
    expect(from).toBeLessThanOrEqual(answered + 1000);
    expect(refusal(await fromPicture({ input: given.file_token }))).toEqual([400, 1004]);
    expect((await put(given, picture)).status).toBe(200);
    const { body } = await fromPicture({ input: given.file_token });
    expect((await untilFinished(service, body.data.task_id)).status).toBe('success');
  });

  test('are no API key', async () => {
    const headers = { authorization: `Bearer ${(await ask()).credentials.token}` };
    expect((await send(`${service.baseUrl}/v3/account/balance`, { headers })).status).toBe(401);
  });

  test('need the key, and take a body or none', async () => {
    const url = `${service.baseUrl}/v3/files/upload-credentials`;
    expect((await send(url, { method: 'POST' })).status).toBe(401);
    expect((await post('/v3/files/upload-credentials', { format: 'png' })).status).toBe(200);
  });
});

describe('usage (4.7)', () => {
  test('takes plain numbers only', async () => {
    for (const query of [
      'limit=201',
      'limit=1e2',
      'limit=0x10',
      'limit=',
      'limit=5&limit=6',
      'offset=-1',
      'offset=1e308',
    ]) {
      expect([query, ...refusal(await callService(service, `/v3/account/usage?${query}`))]).toEqual([query, 400, 1004]);
    }
    expect((await callService(service, '/v3/account/usage?limit=200&offset=999999999999')).body.data).toEqual([]);
  });
});
