import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawDisc, writeTetrahedron } from './files.ts';
import { bare, putBytes, startBlackBox, until, type Answer, type BlackBox } from './black-box.ts';

const TTL_SECONDS = 2;
const NOBODY = 'c0ffee00-0000-4000-8000-000000000000';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let service: BlackBox;
let imported: string;
let glb: Buffer;
beforeAll(async () => {
  const lifetimes = { presignTtlSeconds: TTL_SECONDS, outputUrlTtlSeconds: TTL_SECONDS };
  service = await startBlackBox({ credits: 1000, blockedWords: ['forbidden'], ...lifetimes });
  glb = Buffer.from(await writeTetrahedron());
  imported = await service.create('/v3/models/import', { input: await uploadPatiently('glb', glb) });
  expect((await service.ended(imported)).status).toBe('success');
});
afterAll(() => service.stop());

const outcome = ({ status, json }: Answer) => [status, json.code];

/** A client of a short-lived URL on a slow machine asks for another one. */
async function uploadPatiently(format: string, bytes: Buffer): Promise<string> {
  return until(async () => {
    const { json } = await service.post('/v3/files/presign', { format });
    return (await putBytes(json.data.presigned_url, bytes)).status === 200 ? json.data.file_token : null;
  });
}

const convert = (format: string) => service.create('/v3/models/convert', { input: imported, format });

describe('2.2 and 4.5: task query', () => {
  test('a task that succeeded has its fields and no legacy one', async () => {
    const task = await service.ended(imported);
    expect(task).toMatchObject({ task_id: imported, type: 'import_model', status: 'success', progress: 100 });
    const known = ['task_id', 'type', 'status', 'progress', 'input', 'output', 'created_at', 'completed_at'];
    expect(Object.keys(task).sort()).toEqual([...known, 'credits_consumed'].sort());
    expect([task.created_at, task.completed_at]).toEqual([expect.stringMatching(ISO), expect.stringMatching(ISO)]);
    expect(Date.parse(task.completed_at)).toBeGreaterThanOrEqual(Date.parse(task.created_at));
    expect(task['credits_consumed']).toBeTypeOf('number');
    expect(task.output['model_url']).toMatch(/^http:\/\/127\.0\.0\.1:/);
  });

  test('3: a moderation rejection is a failed task with 2008, and nothing was consumed', async () => {
    const body = { model: 'v3.1-20260211', prompt: 'a Forbidden thing' };
    const task = await service.ended(await service.create('/v3/generation/text-to-model', body));
    expect(task).toMatchObject({ type: 'text_to_model', status: 'failed', error_code: 2008, credits_consumed: 0 });
    expect(task['error_message']).toMatch(/\S/);
    expect(task).not.toHaveProperty('output');
  });

  test('an unknown task is 404 with code 2001', async () => {
    for (const id of [NOBODY, '11111111-1111-1111-1111-111111111111', 'nothing', `task_${imported}`, '%00', 'a%2Fb']) {
      expect([id, ...outcome(await service.get(`/v3/tasks/${id}`))]).toEqual([id, 404, 2001]);
    }
  });

  test('a batch gives the tasks by id and what it missed', async () => {
    const other = await convert('STL');
    await service.ended(other);
    const { json, status } = await service.post('/v3/tasks/list', { task_ids: [imported, NOBODY, other, 'nothing'] });
    expect([status, Object.keys(json.data).sort()]).toEqual([200, ['missed', 'tasks']]);
    expect(Object.keys(json.data.tasks).sort()).toEqual([imported, other].sort());
    expect([...json.data.missed].sort()).toEqual([NOBODY, 'nothing'].sort());
    const { output: _one, ...alone } = (await service.get(`/v3/tasks/${imported}`)).json.data;
    const { output: _two, ...listed } = json.data.tasks[imported] ?? { output: null };
    expect(listed).toEqual(alone);
    expect((await service.post('/v3/tasks/list', { task_ids: [] })).json.data).toEqual({ tasks: {}, missed: [] });
  });

  test('a batch has at most 100 ids, all of them strings', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `${NOBODY.slice(0, -3)}${String(i + 100)}`);
    const full = await service.post('/v3/tasks/list', { task_ids: ids(100) });
    expect([full.status, full.json.data.missed.length]).toEqual([200, 100]);
    for (const task_ids of [ids(101), imported, null, [7], [null], { 0: imported }, undefined]) {
      expect(outcome(await service.post('/v3/tasks/list', { task_ids }))).toEqual([400, 1004]);
    }
  });
});

describe('1 and 2.3: output URLs', () => {
  test('need no key, do not mind one, expire, and are renewed by asking again, at no charge', async () => {
    const before = (await service.get('/v3/account/balance')).json.data;
    const urlOf = async () => (await service.ended(imported)).output['model_url'] ?? '';
    const first = await until(async () => {
      const url = await urlOf();
      const [plain, keyed] = [await bare(url), await service.send(url)];
      if (plain.status !== 200 || keyed.status !== 200) return null;
      expect(plain.bytes.subarray(0, 4).toString()).toBe('glTF');
      expect(keyed.bytes.equals(plain.bytes)).toBe(true);
      return { url, bytes: plain.bytes };
    });
    const forged = await bare(first.url.replace(/expires=\d+/, 'expires=9999999999'));
    expect([403, 404, 410]).toContain(forged.status);
    const late = await until(async () => {
      const answer = await bare(first.url);
      return answer.status === 200 ? null : answer;
    });
    expect([403, 404, 410]).toContain(late.status);
    expect(late.json.status).toBe('error');
    const again = await until(async () => {
      const answer = await bare(await urlOf());
      return answer.status === 200 ? answer : null;
    });
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect((await service.get('/v3/account/balance')).json.data).toEqual(before);
  });

  test('an image becomes a model as clients do it: presign, PUT, create, poll, download, convert', async () => {
    const input = await uploadPatiently('png', await drawDisc(96));
    const made = await service.create('/v3/generation/image-to-model', { model_version: 'v2.5-20250123', input });
    const task = await service.ended(made);
    expect([task.type, task.status, task.input]).toEqual([
      'image_to_model',
      'success',
      { model_version: 'v2.5-20250123', input },
    ]);
    const converted = await service.create('/v3/models/convert', { input: made, format: 'stl' });
    expect(await service.ended(converted)).toMatchObject({ status: 'success', type: 'convert_model' });
  });
});

describe('4.6: presigned uploads', () => {
  const presign = (body: object) => service.post('/v3/files/presign', body);

  test('know each format of the document, and answer its three fields', async () => {
    const formats = ['jpeg', 'jpg', 'png', 'webp', 'bmp', 'tiff', 'glb', 'gltf', 'fbx', 'obj', 'stl', '3mf', 'usdz'];
    for (const format of formats) {
      const { json, status } = await presign({ format });
      expect([status, Object.keys(json.data).sort()]).toEqual([200, ['expires_in', 'file_token', 'presigned_url']]);
      expect(json.data.file_token).toMatch(/^file_\S+$/);
      expect(json.data['expires_in']).toBe(TTL_SECONDS);
    }
    for (const format of ['.png', 'gif', 'exe', '', null, 7, ['png'], undefined]) {
      expect([format, ...outcome(await presign({ format }))]).toEqual([format, 400, 1004]);
    }
  });

  test('a token without its bytes is refused, and one PUT is all there is', async () => {
    const { url, token } = await until(async () => {
      const { data } = (await presign({ format: 'glb' })).json;
      expect(outcome(await service.post('/v3/models/import', { input: data.file_token }))).toEqual([400, 1004]);
      const put = await putBytes(data.presigned_url, glb);
      return put.status === 200 ? { url: data.presigned_url, token: data.file_token } : null;
    });
    const replayed = await putBytes(url, Buffer.from('something else'));
    expect([replayed.status >= 400 && replayed.status < 500, replayed.json.status]).toEqual([true, 'error']);
    expect((await service.ended(await service.create('/v3/models/import', { input: token }))).status).toBe('success');
  });

  test('an expired or changed URL takes no bytes', async () => {
    const { data } = (await presign({ format: 'glb' })).json;
    const changed = await putBytes(data.presigned_url.replace(/expires=\d+/, 'expires=9999999999'), glb);
    expect(changed.status).toBe(403);
    const other = (await presign({ format: 'glb' })).json.data;
    expect((await putBytes(data.presigned_url.replace(data.file_token, other.file_token), glb)).status).toBe(403);
    const expires = Number(/expires=(\d+)/.exec(data.presigned_url)?.[1]);
    await until(() => (Date.now() / 1000 > expires ? true : null));
    expect((await putBytes(data.presigned_url, glb)).status).toBe(403);
    expect(outcome(await service.post('/v3/models/import', { input: data.file_token }))).toEqual([400, 1004]);
  });
});

describe('4.6: multipart and credentials', () => {
  const post = (form: FormData) => service.send('/v3/files', { method: 'POST', body: form });
  const formOf = (field: string, name: string) => {
    const form = new FormData();
    form.append('note', 'before the file');
    form.append(field, new Blob([new Uint8Array(glb)]), name);
    return form;
  };

  test('the field is file, the name of the file says nothing', async () => {
    const { json, status } = await post(formOf('file', 'upload.bin'));
    expect([status, json.data.file_token]).toEqual([200, expect.stringMatching(/^file_\S+$/)]);
    const task = await service.ended(await service.create('/v3/models/import', { input: json.data.file_token }));
    expect(task.status).toBe('success');
    const wrong = await post(formOf('picture', 'a.png'));
    expect([wrong.status, wrong.json.status]).toEqual([400, 'error']);
    expect(outcome(await service.post('/v3/files', {}))).toEqual([415, 1003]);
  });

  test.each([
    ['ends in its file', '; boundary=x', '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'],
    [
      'ends after it',
      '; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--x\r\n',
    ],
    ['ends in a field', '; boundary=x', '--x\r\ncontent-disposition: form-data; name="note"\r\n\r\nabc'],
    ['has no boundary', '', 'abc'],
  ])('a form that %s is refused as the sender’s', async (_, boundary, body) => {
    const headers = { 'content-type': `multipart/form-data${boundary}` };
    expect(outcome(await service.send('/v3/files', { method: 'POST', headers, body }))).toEqual([400, 1003]);
  });

  test('credentials last 30 minutes, take the bytes and come with a token', async () => {
    const { json, status } = await service.send('/v3/files/upload-credentials', { method: 'POST' });
    expect(status).toBe(200);
    const {
      file_token: input,
      credentials,
      upload,
    } = json.data as unknown as {
      file_token: string;
      credentials: { expires_at: string };
      upload: { method: string; url: string; headers: Record<string, string> };
    };
    expect(Math.abs((Date.parse(credentials.expires_at) - Date.now()) / 1000 - 1800)).toBeLessThan(120);
    const { method, url, headers } = upload;
    expect((await bare(url, { method, headers, body: new Uint8Array(glb) })).status).toBe(200);
    expect((await service.ended(await service.create('/v3/models/import', { input }))).status).toBe('success');
  });
});
