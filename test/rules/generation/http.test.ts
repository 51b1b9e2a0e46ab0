import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callService } from '../../local-service/workers/call.ts';
import { PICTURE_TASK, TOKEN, VIEWS_TASK, type Body, type Case } from './bodies.ts';
import { IMAGE_CASES } from './image-cases.ts';
import { MODEL_CASES } from './model-cases.ts';
import { DEARER_QUALITIES, rule43Retirement } from './image-rules.ts';
import { refusalsOf, RULES } from './oracle.ts';
import { priceOf } from './prices.ts';
import { PATHS, type Operation, type Request } from './request.ts';
import { ENTITLED, startRuledService, type RuledService } from './services.ts';

/** Every rule that does not depend on the day. */
const CASES: readonly Case[] = [...MODEL_CASES, ...IMAGE_CASES];
const REGIONS = ['international', 'china'] as const;

function toRequest(operation: Operation, body: Body, region: Request['region']): Request {
  return { operation, body, region, day: new Date().toISOString().slice(0, 10), entitled: ENTITLED[region] };
}

/** What does not depend on the region is sent to one of them; in-process everything is compared in both. */
const isOf = (region: Request['region']) => (one: Case) => (one.region ?? 'international') === region;

test('every rule has a body that keeps it and one that breaks it alone', () => {
  for (const rule of RULES.filter((one) => one !== rule43Retirement)) {
    const cases = CASES.filter((one) => one.rule === rule);
    for (const list of ['accepted', 'refused'] as const) {
      expect(cases.flatMap((one) => one[list]).length, `${rule.name} ${list}`).toBeGreaterThan(0);
    }
  }
  for (const { rule, operation, region, accepted, refused } of CASES) {
    for (const each of REGIONS.filter((one) => region === undefined || one === region)) {
      for (const body of accepted)
        expect(refusalsOf(toRequest(operation, body, each)), JSON.stringify(body)).toEqual([]);
      for (const body of refused) {
        const request = toRequest(operation, body, each);
        expect(refusalsOf(request), JSON.stringify(body)).toEqual([rule(request)]);
        expect(rule(request)).not.toBeNull();
      }
    }
  }
});

describe.each(REGIONS)('the service of the region %s', (region) => {
  let ruled: RuledService;
  let plainPicture: number;
  beforeAll(async () => {
    ruled = await startRuledService(region);
    await ruled.post(PATHS.text_to_image, { prompt: 'a red stool' });
    plainPicture = (await ruled.newestHold())?.frozenChange ?? NaN;
  });
  afterAll(() => ruled.stop());

  /** The task is made, and exactly its price is held. */
  async function expectAccepted(operation: Operation, body: Body): Promise<string> {
    const request = toRequest(operation, body, region);
    const answer = await ruled.post(PATHS[operation], body);
    const told = JSON.stringify([body, answer.body]).slice(0, 2000);
    expect(answer.status, told).toBe(200);
    expect(answer.body, told).toMatchObject({
      code: 0,
      status: 'success',
      data: { type: operation, status: 'queued' },
    });
    const hold = await ruled.newestHold();
    expect(hold, told).toMatchObject({ taskId: answer.body.data.task_id });
    const price = priceOf(request);
    if (price !== null) expect(hold?.frozenChange, told).toBe(price);
    else if ((DEARER_QUALITIES as readonly unknown[]).includes(body.quality)) {
      expect(hold?.frozenChange, told).toBeGreaterThan(plainPicture);
    } else expect(hold?.frozenChange, told).toBe(plainPicture);
    expect(hold?.balanceChange).toBe(0 - (hold?.frozenChange ?? 0));
    return answer.body.data.task_id;
  }

  /** Nothing is made and nothing is held. */
  async function expectRefused(path: string, body: Body, code: number, http: number): Promise<string> {
    const before = await ruled.newestHold();
    const answer = await ruled.post(path, body);
    const told = JSON.stringify([body, answer.body]).slice(0, 2000);
    expect([answer.status, answer.body.code, answer.body.status], told).toEqual([http, code, 'error']);
    expect(answer.body.message, told).toMatch(/\S/);
    expect(answer.body.suggestion, told).toMatch(/\S/);
    expect(answer.body.request_id, told).toMatch(/\S/);
    expect(await ruled.newestHold(), told).toEqual(before);
    return answer.body.message;
  }

  const named = CASES.filter(isOf(region)).map((one): [string, Case] => [
    `${one.rule.name.replace(/^rule(\d)(\d)/, '$1.$2 ')} (${one.operation})`,
    one,
  ]);
  test.each(named)('%s', async (_, { rule, operation, accepted, refused }) => {
    for (const body of accepted) await expectAccepted(operation, body);
    for (const body of refused) {
      const refusal = rule(toRequest(operation, body, region));
      await expectRefused(PATHS[operation], body, refusal?.code ?? NaN, refusal?.http ?? NaN);
    }
  });

  test.each(['chat_image_1', 'chat_image_1.5'])('4.3 Retirement of %s, as the day is', async (model) => {
    const body = { prompt: 'a red stool', model };
    const refusal = rule43Retirement(toRequest('text_to_image', body, region));
    if (refusal) await expectRefused(PATHS.text_to_image, body, refusal.code, refusal.http);
    else await expectAccepted('text_to_image', body);
  });

  test('4.1 a stray type and enable_audit are ignored, unknown fields forwarded and echoed', async () => {
    const body = {
      ...{ model: 'P2-20260801', prompt: 'a red stool', texture: false },
      ...{ type: 'image_to_model', enable_audit: 'x', client_ref: { any: [1, null] }, orientation: 7 },
    };
    const id = await expectAccepted('text_to_model', body);
    const { data } = (await callService(ruled.service, `/v3/tasks/${id}`)).body;
    expect([data.type, data.input]).toEqual(['text_to_model', body]);
  });

  test('4.1 a model selector of an edit is an unknown field', async () => {
    const body = { original_task_id: VIEWS_TASK, prompts: [{ view: 'front', prompt: 'a hat' }], model: 'banana' };
    await expectAccepted('edit_multiview_image', body);
  });

  test('4.1 a body may have 20 MB', async () => {
    const body = (bytes: number) => ({ model: 'P2-20260801', prompt: 'a red stool', client_ref: 'x'.repeat(bytes) });
    await expectAccepted('text_to_model', body(1024 * 1024));
    await expectRefused(PATHS.text_to_model, body(20 * 1024 * 1024), 2021, 413);
  });

  test('4.2 base64 counts as nothing, and the answer says what a file must specify', async () => {
    const message = await expectRefused(PATHS.image_to_splat, { file: { type: 'png', data: 'eA==' } }, 1004, 400);
    expect(message).toContain('file must specify url, object or file_token');
  });

  test('4.2, 7 a token nobody issued is 1004, also in a slot and as style_image', async () => {
    const bare = { type: 'png', file_token: 'file_nobody_issued_this' };
    const model = 'P2-20260801';
    await expectRefused(PATHS.image_to_model, { model, input: bare.file_token }, 1004, 400);
    await expectRefused(PATHS.multiview_to_model, { model, files: [{ file_token: TOKEN }, bare, {}, {}] }, 1004, 400);
    await expectRefused(PATHS.text_to_model, { model, prompt: 'a', style_image: bare }, 1004, 400);
  });

  test('4.2 a URL is https to a public address', async () => {
    for (const input of ['http://pictures.dropforge.dev/a.png', 'https://127.0.0.1/a.png', 'https://localhost/a.png']) {
      await expectRefused(PATHS.image_to_image, { prompt: 'a', input }, 1004, 400);
    }
  });

  test('4.2, 4.3 a task that is the source must exist and be of the right kind', async () => {
    const nobody = '3f6c1a52-8f0e-4d0c-9b57-0a3c5d7e9f33';
    const model = 'P2-20260801';
    const prompts = [{ view: 'front', prompt: 'a hat' }];
    const [unknown, wrong] = [404, 400];
    await expectRefused(PATHS.image_to_model, { model, input: nobody }, 2001, unknown);
    await expectRefused(PATHS.image_to_image, { prompt: 'a', input: nobody }, 2001, unknown);
    await expectRefused(PATHS.multiview_to_model, { model, original_model_task_id: nobody }, 2001, unknown);
    await expectRefused(PATHS.edit_multiview_image, { original_task_id: nobody, prompts }, 2001, unknown);
    await expectRefused(PATHS.image_to_model, { model, input: VIEWS_TASK }, 2002, wrong);
    await expectRefused(PATHS.image_to_image, { prompt: 'a', input: VIEWS_TASK }, 2002, wrong);
    await expectRefused(PATHS.multiview_to_model, { model, original_model_task_id: PICTURE_TASK }, 2002, wrong);
    await expectRefused(PATHS.multiview_to_model, { model, inputs: [{ task_id: PICTURE_TASK }] }, 2002, wrong);
    await expectRefused(PATHS.edit_multiview_image, { original_task_id: PICTURE_TASK, prompts }, 2002, wrong);
  });

  test('4.3 a task that is the source must be successful', async () => {
    // Its image cannot be read, so that it never succeeds.
    const id = await expectAccepted('generate_multiview_image', { input: TOKEN });
    const body = { model: 'P2-20260801', original_model_task_id: id };
    await expectRefused(PATHS.multiview_to_model, body, 2006, 400);
  });

  test('4.3 the price of P2 is 100, 110, 120 or 130, from text, image and views', async () => {
    const model = 'P2-20260801';
    const sources: [Operation, Body][] = [
      ['text_to_model', { prompt: 'a red stool' }],
      ['image_to_model', { input: TOKEN }],
      ['multiview_to_model', { original_model_task_id: VIEWS_TASK }],
    ];
    const prices: [number, Body][] = [
      [100, { texture: false, pbr: false }],
      [110, {}],
      [110, { texture: false, pbr: true }],
      [110, { texture_quality: 'standard', quad: true, geometry_quality: 'detailed' }],
      [120, { texture_quality: 'detailed' }],
      [130, { texture_quality: 'extreme' }],
      [110, { texture_quality: 'fast', texture_version: 'v3.5-20260815' }],
    ];
    for (const [operation, source] of sources) {
      for (const [price, options] of prices) {
        await expectAccepted(operation, { model, ...source, ...options });
        expect((await ruled.newestHold())?.frozenChange).toBe(price);
      }
    }
  });
});
