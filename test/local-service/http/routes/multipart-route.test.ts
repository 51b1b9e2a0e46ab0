import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

async function post(form: FormData, key = service.apiKey) {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${service.baseUrl}/v3/files`, { method: 'POST', body: form, headers });
  const { code, data } = (await answer.json()) as { code: number; data: { file_token: string } | null };
  return { outcome: [answer.status, code], token: data?.file_token ?? '' };
}

function formOf(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  form.set(name, new Blob([bytes]), 'a.png');
  return form;
}

describe('a form upload (4.6)', () => {
  test('answers a token whose file has the bytes, whatever it is called', async () => {
    const bytes = randomBytes(5_000_000);
    const form = new FormData();
    form.set('note', 'before');
    form.set('file', new Blob([bytes]), '../../upload.bin');
    form.set('after', 'the file');
    const { outcome, token } = await post(form);
    expect(outcome).toEqual([200, 0]);
    expect((await service.readUpload(token)).equals(bytes)).toBe(true);
  });

  test('needs the field file', async () => {
    expect((await post(formOf('picture', randomBytes(100_000)))).outcome).toEqual([400, 1004]);
  });

  test('refuses an empty file', async () => {
    expect((await post(formOf('file', new Uint8Array()))).outcome).toEqual([400, 2003]);
  });

  test('needs the key', async () => {
    expect((await post(formOf('file', randomBytes(1)), 'wrong')).outcome[0]).toBe(401);
  });
});
