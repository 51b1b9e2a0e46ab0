import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawDisc, writeTetrahedron } from './files.ts';
import { bare, startBlackBox, type Answer, type BlackBox } from './black-box.ts';
import { brokenRules, PROCESSING, type OracleOperation } from '../processing/oracle.ts';
import type { Body, World } from '../processing/rule.ts';
import { MODEL, PLAIN, sourcesOf, TASK, type Name } from '../processing/values.ts';

/** Ids of no task; the second is a UUID of no version. */
const NOBODY = 'c0ffee00-0000-4000-8000-000000000000';
const NOTHING = '11111111-1111-1111-1111-111111111111';
const NAMES = Object.keys(PROCESSING) as Name[];

let service: BlackBox;
let picture: string;
let model: string;
/** A successful import and a text-to-model task that failed. */
let imported: string;
let failed: string;
beforeAll(async () => {
  service = await startBlackBox({ credits: 100_000, blockedWords: ['forbidden'] });
  [picture, model] = await Promise.all([
    service.upload(await drawDisc(64), 'png'),
    service.upload(await writeTetrahedron(), 'glb'),
  ]);
  imported = await service.create('/v3/models/import', { file: { type: 'glb', file_token: model } });
  failed = await service.create('/v3/generation/text-to-model', { model: 'v3.1-20260211', prompt: 'forbidden' });
  expect([(await service.ended(imported)).status, (await service.ended(failed)).status]).toEqual(['success', 'failed']);
});
afterAll(() => service.stop());

const outcome = ({ status, json }: Answer) => [status, json.code];
const json = { 'content-type': 'application/json' };
const CREATE = '/v3/models/convert';

test('2.1: success and error envelopes', async () => {
  const good = await service.get('/v3/account/balance');
  expect([good.status, Object.keys(good.json).sort()]).toEqual([200, ['code', 'data', 'status']]);
  expect(good.json).toMatchObject({ code: 0, status: 'success' });
  const bad = await service.post(CREATE, {});
  // Fields of ours name the message, for clients that translate it.
  const documented = Object.keys(bad.json).filter((key) => !key.startsWith('message_'));
  expect(documented.sort()).toEqual(['code', 'message', 'request_id', 'status', 'suggestion']);
  expect(bad.json.status).toBe('error');
  for (const key of ['message', 'suggestion', 'request_id'] as const) expect(bad.json[key]).toMatch(/\S/);
});

test('2.1: a request id of the client comes back, a trace id always does', async () => {
  for (const path of ['/v3/account/balance', '/v3/tasks/nothing']) {
    const headers = { 'x-request-id': 'made-by-the-client-1' };
    const [first, second] = [await service.send(path, { headers }), await service.send(path, { headers })];
    expect(first.headers.get('x-request-id')).toBe('made-by-the-client-1');
    expect(first.headers.get('x-service-trace-id')).toMatch(/\S/);
    expect(first.headers.get('x-service-trace-id')).not.toBe(second.headers.get('x-service-trace-id'));
    if (first.status !== 200) expect(first.json.request_id).toBe('made-by-the-client-1');
  }
  const { headers, json: body } = await service.get('/v3/nothing');
  expect(headers.get('x-request-id')).toBe(body.request_id);
});

test('8: rate-limit headers are on every response', async () => {
  const answers = [
    await service.get('/v3/account/balance'),
    await service.post(CREATE, {}),
    await service.get('/v3/nothing'),
    await service.get(CREATE),
    await service.send(CREATE, { method: 'POST', body: '{', headers: json }),
    await bare(`${service.baseUrl}/v3/account/usage`),
    await service.post('/v3/files/presign', { format: 'png' }),
    await bare(`${service.baseUrl}/uploads/file_x`, { method: 'PUT', body: 'x' }),
    await bare((await service.ended(imported)).output['model_url'] ?? ''),
  ];
  for (const { headers } of answers) {
    const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
      Number(headers.get(`x-ratelimit-${name}`) ?? NaN),
    ) as [number, number, number];
    expect(limit).toBeGreaterThan(0);
    expect(remaining >= 0 && remaining <= limit).toBe(true);
    expect(Math.abs(reset - Date.now() / 1000)).toBeLessThan(150);
  }
});

test('5: a missing or wrong key is 401 with code 2, on every endpoint', async () => {
  const paths = [CREATE, '/v3/tasks/list', '/v3/files', '/v3/files/presign', '/v3/files/upload-credentials'];
  for (const authorization of [undefined, 'Bearer', 'Bearer wrong', `Basic ${service.apiKey}`, service.apiKey]) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const path of paths) {
      const answer = await bare(service.baseUrl + path, {
        method: 'POST',
        body: '{}',
        headers: { ...json, ...headers },
      });
      expect([path, authorization, ...outcome(answer)]).toEqual([path, authorization, 401, 2]);
    }
    for (const path of ['/v3/account/balance', '/v3/account/usage', `/v3/tasks/${imported}`]) {
      expect(outcome(await bare(service.baseUrl + path, { headers }))).toEqual([401, 2]);
    }
  }
});

test('7 and 9: unknown routes are 404 with code 4001, those of the earlier generation too', async () => {
  expect(outcome(await service.post('/v2/openapi/task', { type: 'text_to_model' }))).toEqual([404, 4001]);
  for (const path of ['/v3', '/v3/generation', '/v3/models/texturize', '/v3/account', '/v4/tasks/list']) {
    expect(outcome(await service.get(path))).toEqual([404, 4001]);
    expect(outcome(await service.post(path, {}))).toEqual([404, 4001]);
  }
});

test('7: wrong method 405, wrong content type 415, bad JSON 400, all code 1003', async () => {
  for (const { path } of Object.values(PROCESSING)) {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      expect(outcome(await service.send(path, { method }))).toEqual([405, 1003]);
    }
  }
  expect(outcome(await service.post('/v3/account/balance', {}))).toEqual([405, 1003]);
  expect(outcome(await service.post(`/v3/tasks/${imported}`, {}))).toEqual([405, 1003]);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/xml']) {
    const answer = await service.send(CREATE, { method: 'POST', body: '{}', headers: { 'content-type': type } });
    expect([type, ...outcome(answer)]).toEqual([type, 415, 1003]);
  }
  for (const body of ['', '{', '{"format":', '{} {}', "{'format': 'GLTF'}", '[]', '"text"', '7', 'null', '\u0000']) {
    const answer = await service.send(CREATE, { method: 'POST', body, headers: json });
    expect([body, ...outcome(answer)]).toEqual([body, 400, 1003]);
  }
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  expect(outcome(await service.send(CREATE, { method: 'POST', body: '{}', headers }))).toEqual([400, 1004]);
});

test('4.1: a body above 20 MB is 413 with code 2021, one below is read', async () => {
  const size = (bytes: number) => service.post(CREATE, { note: 'x'.repeat(bytes) });
  expect(outcome(await size(21 * 1024 * 1024))).toEqual([413, 2021]);
  expect(outcome(await size(19 * 1000 * 1000))).toEqual([400, 1004]);
});

describe('4.1: common rules', () => {
  test('2.4: the creation result; a stray type and enable_audit are ignored', async () => {
    const answer = await service.post(CREATE, {
      input: imported,
      format: 'STL',
      type: 'text_to_model',
      enable_audit: 7,
    });
    expect(answer.json).toEqual({
      code: 0,
      status: 'success',
      data: { task_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, type: 'convert_model', status: 'queued' },
    });
  });

  test('unknown extra fields and the parameters map are forwarded and echoed', async () => {
    const body = {
      original_model_task_id: imported,
      format: 'obj',
      parameters: { steps: 3, deep: [{ a: null }] },
      client_ref: 'ä🎨"\\\n',
      from_the_future: { a: [1, 'b', null, 0.1] },
      priority: 1,
    };
    const { input } = await service.ended(await service.create(CREATE, body));
    expect(input).toEqual(body);
  });

  test('priority is 1 to 3; one above the account is 2013', async () => {
    const asked = (priority: unknown) => service.post(CREATE, { input: imported, format: 'OBJ', priority });
    expect(outcome(await asked(1))).toEqual([200, 0]);
    for (const priority of [2, 3]) expect((await asked(priority)).json.code).toBe(2013);
    for (const priority of [0, 4, 1.5, '1', null]) expect(outcome(await asked(priority))).toEqual([400, 1004]);
  });

  test('4.4 stylize: vxc without the entitlement is 2013', async () => {
    const answer = await service.post('/v3/models/stylize', { input: imported, style: 'lego', vxc: true });
    expect(answer.json.code).toBe(2013);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});

describe.each(NAMES)('4.4 %s over HTTP', (name) => {
  const oracle: OracleOperation = PROCESSING[name];

  /** A body whose stand-ins are what exists here. */
  const live = (body: Body, task: string): Body =>
    JSON.parse(JSON.stringify(body).replaceAll(TASK, task).replaceAll(MODEL, model)) as Body;

  test('takes each form of a source, and refuses what does not exist or is of another kind', async () => {
    const world: World = {
      tasks: {
        [imported]: { type: 'import_model', status: 'success' },
        [failed]: { type: 'text_to_model', status: 'failed' },
      },
      tokens: { [model]: 'glb', [picture]: 'png' },
      entitlements: { priority: 1, vxc: false },
    };
    const sources = sourcesOf(name);
    // Each form of a source, and the right ones of a task that cannot be one.
    const bodies = [
      ...sources.map((source) => live(source, imported)),
      ...[failed, NOBODY, NOTHING].flatMap((task) => sources.slice(0, 2).map((source) => live(source, task))),
    ];
    for (const source of bodies) {
      const body = { ...PLAIN[name], ...source };
      const broken = brokenRules(oracle, body, world).map(({ code, status }) => `${status} ${code}`);
      const answer = await service.post(oracle.path, body);
      const told = JSON.stringify({ name, body, broken, message: answer.json.message });
      expect(broken.length === 0 ? ['200 0'] : broken, told).toContain(`${answer.status} ${answer.json.code}`);
    }
  });
});

describe('4.2: images beside the source', () => {
  const painted = (image: unknown) =>
    service.post('/v3/models/texture', { original_model_task_id: imported, texture_prompt: { image } });
  const referred = (image: unknown) => service.post('/v3/mesh/segment', { input: imported, ref_image: image });

  test('are live tokens, file objects of them, or signed URLs of this service', async () => {
    const url = (await service.ended(imported)).output['rendered_image_url'];
    const right: unknown[] = [picture, { type: 'png', file_token: picture }];
    if (url !== undefined) right.push(url, { type: 'png', url });
    for (const image of right) expect(outcome(await painted(image))).toEqual([200, 0]);
    expect(outcome(await referred(picture))).toEqual([200, 0]);
  });

  test('are no expired token, no inline data, no task, and no URL that is not https to a public address', async () => {
    const wrong: unknown[] = [
      ...['file_unknown', 'data:image/png;base64,eA==', imported, 'http://pictures.dropforge.dev/a.png'],
      ...['https://127.0.0.1/a.png', 'https://localhost/a.png', 'https://192.168.1.4/a.png', 'https://[::1]/a.png'],
      ...['https://169.254.169.254/latest', 'file:///etc/passwd', `${service.baseUrl}/outputs/${imported}/model.glb`],
    ];
    for (const image of wrong) {
      expect([image, ...outcome(await painted(image))]).toEqual([image, 400, 1004]);
      expect([image, ...outcome(await referred(image))]).toEqual([image, 400, 1004]);
    }
    const inline = await service.post('/v3/models/import', { file: { data: 'eA==' } });
    expect(inline.status).toBe(400);
    expect(inline.json.message).toContain('file must specify url, object or file_token');
  });
});
