import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { createTask } from '../../../src-main/pipeline/steps/create.ts';
import { createJobRecord, type BatchOptions } from '../../../src-main/queue/create-job-records.ts';
import type { ResendPolicy } from '../../../src-main/service-client/services/service-profile.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { message } from '../../../src-shared/messages/message.ts';
import { FAULTS, type Fault } from '../../helpers/service/fault-proxy.ts';
import { buildJob, uploaded } from '../../helpers/job-records.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { countTasks, ORDERING, readTaskInputs, setUpBench, type Bench } from './order-bench.ts';

const OPTIONS: BatchOptions = { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null };
const AUTO: ResendPolicy = { mode: 'auto', settleMs: 60 };
const STRICT: ResendPolicy = { mode: 'strict', settleMs: 0 };

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const setUp = (resend: ResendPolicy): Promise<Bench> => setUpBench(service, resend);

describe('an order under faults, where sending again is allowed', () => {
  test.each(FAULTS)('%s: one task, bound', async (fault) => {
    const bench = await setUp(AUTO);
    bench.proxy.plan.push(fault);
    const job = buildJob();
    const taskId = await bench.order(job);
    expect(bench.intents.findStanding(job.id, 0)).toMatchObject({ state: 'bound', taskId });
    expect(await countTasks(bench, job)).toBe(1);
    const resent = fault === 'reset_before' || fault === 'answer_502';
    expect(bench.proxy.posts()).toBe(resent ? 2 : 1);
  });

  test('the same bytes, nonce and seeds go out again', async () => {
    const bench = await setUp(AUTO);
    bench.proxy.plan.push('reset_before', 'answer_502');
    const job = buildJob();
    await bench.order(job);
    const intent = bench.intents.findStanding(job.id, 0);
    const body = JSON.parse(intent?.body ?? '{}') as Record<string, unknown>;
    const inputs = await readTaskInputs(service);
    expect(inputs.find((input) => input['client_ref'] === intent?.id)).toEqual(body);
    expect(body).toMatchObject({
      model_seed: expect.any(Number) as number,
      texture_seed: expect.any(Number) as number,
    });
    expect(intent?.attempt).toBe(3);
  });

  test('never holds the name of an image of this computer, wherever that stands', async () => {
    const bench = await setUp(AUTO);
    const name = `ref:${'ab'.repeat(32)}/moss.png`;
    const [job, step] = [buildJob(), buildJob().steps[0]];
    for (const field of ['style_image', 'strange']) {
      const steps = [{ ...step, params: { ...step?.params, [field]: name } }] as typeof job.steps;
      await expect(async () => bench.order({ ...job, steps }), field).rejects.toMatchObject({ retryable: false });
    }
    expect([bench.proxy.posts(), bench.intents.findStanding(job.id, 0)]).toEqual([0, null]);
  });

  test('does not get the task of an earlier order of the same request, at a service that does not return the nonce', async () => {
    const bench = await setUp(AUTO);
    bench.proxy.words.set('"client_ref"', '"other_name"');
    const job = buildJob();
    const first = await bench.order(job);
    bench.intents.mark(bench.intents.findStanding(job.id, 0)?.id ?? '', 'abandoned');
    bench.proxy.plan.push('reset_before');
    const second = await bench.order(job);
    expect(second).not.toBe(first);
    expect(bench.intents.findStanding(job.id, 0)).toMatchObject({ state: 'bound', taskId: second });
  });

  test('asked twice it answers the task it has', async () => {
    const bench = await setUp(AUTO);
    const job = buildJob();
    expect(await bench.order(job)).toBe(await bench.order(job));
    expect(bench.proxy.posts()).toBe(1);
  });
});

describe('an order under faults, where only a person may send again', () => {
  test.each<[Fault, number]>([
    ['reset_before', 0],
    ['answer_502', 0],
  ])('%s: outcome_unknown, and never a second POST', async (fault, tasks) => {
    const bench = await setUp(STRICT);
    bench.proxy.plan.push(fault);
    const job = buildJob();
    await expect(bench.order(job)).rejects.toMatchObject({ code: 'outcome_unknown', retryable: false });
    await expect(bench.order(job)).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(bench.intents.findStanding(job.id, 0)?.state).toBe('ambiguous');
    expect([bench.proxy.posts(), await countTasks(bench, job)]).toEqual([1, tasks]);
  });

  test.each<[Fault]>([['drop_answer'], ['truncate']])('%s: the task is found and bound', async (fault) => {
    const bench = await setUp(STRICT);
    bench.proxy.plan.push(fault);
    const job = buildJob();
    await bench.order(job);
    expect([bench.proxy.posts(), await countTasks(bench, job)]).toEqual([1, 1]);
  });

  test('a person’s “send again” sends once more', async () => {
    const bench = await setUp(STRICT);
    bench.proxy.plan.push('reset_before');
    const job = buildJob();
    await expect(bench.order(job)).rejects.toMatchObject({ code: 'outcome_unknown' });
    bench.intents.mark(bench.intents.findStanding(job.id, 0)?.id ?? '', 'prepared');
    await bench.order(job);
    expect([bench.proxy.posts(), await countTasks(bench, job)]).toEqual([2, 1]);
  });
});

describe('a creation that costs credits', () => {
  test('is not sent without a reservation', async () => {
    const bench = await setUp(STRICT);
    const { client, intents, token } = bench;
    const budget = { ...ORDERING.budget, isReserved: () => false };
    const tools = { ...ORDERING, budget, client, intents, signal: new AbortController().signal };
    await expect(createTask(uploaded(buildJob(), token), 0, tools)).rejects.toThrow('no reservation');
    expect(bench.proxy.posts()).toBe(0);
  });

  test('is not sent as a query', async () => {
    const bench = await setUp(STRICT);
    await expect(bench.client.query('POST', OPERATIONS.image_to_model.path, {})).rejects.toThrow('sent by create');
    expect(bench.proxy.posts()).toBe(0);
  });
});

describe('an order and a crash', () => {
  test.each([STRICT, AUTO])('between sending and answer: bound at the next start, one task ($mode)', async (resend) => {
    const bench = await setUp(resend);
    const job = buildJob();
    const lost = { ...bench.intents, bind: () => Promise.reject(new Error('killed')) as never };
    const { client, token } = bench;
    const tools = { ...ORDERING, client, intents: lost, signal: new AbortController().signal };
    await createTask(uploaded(job, token), 0, tools).catch(() => undefined);
    expect(bench.intents.findStanding(job.id, 0)?.state).toBe('sending');
    const next = bench.restart();
    expect(next.intents.findStanding(job.id, 0)?.state).toBe('ambiguous');
    await next.order(job);
    expect([bench.proxy.posts(), await countTasks(next, job)]).toEqual([1, 1]);
  });

  test('before the first byte: sent at the next start', async () => {
    const bench = await setUp(AUTO);
    const job = buildJob();
    const { client, token } = bench;
    const stopped = {
      ...bench.intents,
      markSending: () => {
        throw new Error('killed');
      },
    };
    await expect(
      createTask(uploaded(job, token), 0, {
        ...ORDERING,
        client,
        intents: stopped,
        signal: new AbortController().signal,
      }),
    ).rejects.toThrow('killed');
    expect(bench.proxy.posts()).toBe(0);
    await bench.restart().order(job);
    expect(await countTasks(bench, job)).toBe(1);
  });
});

describe('what an order works on', () => {
  test('views go out in their slots, an empty one as no text', async () => {
    const bench = await setUp(AUTO);
    const views = (['front', 'back'] as const).map((slot) => ({ path: `/p/chair_${slot}.png`, bytes: 3, slot }));
    const job = createJobRecord({ kind: 'views', name: 'chair', views }, OPTIONS, 1, SYSTEM);
    await bench.order(job);
    const sent = JSON.parse(bench.intents.findStanding(job.id, 0)?.body ?? '{}') as Record<string, unknown>;
    expect(sent['inputs']).toEqual([bench.token, '', bench.token, '']);
    const [input] = (await readTaskInputs(service)).filter((each) => each['client_ref'] === sent['client_ref']);
    expect(input).toEqual(sent);
  });

  test('a prompt is words and no file, whatever it was read from', async () => {
    const bench = await setUp(AUTO);
    const file = { path: '/p/chair.txt', bytes: 11 };
    const source = { kind: 'prompt', name: 'chair.txt', prompt: 'a red chair', file } as const;
    const job = createJobRecord(source, OPTIONS, 1, SYSTEM);
    expect(job.sources).toMatchObject([{ name: 'chair.txt', path: '/p/chair.txt', token: null }]);
    await bench.order({ ...job, sources: [] });
    const sent = JSON.parse(bench.intents.findStanding(job.id, 0)?.body ?? '{}') as Record<string, unknown>;
    expect(sent).toMatchObject({ prompt: 'a red chair', model: 'P2-20260801' });
    expect(Object.keys(sent)).not.toContain('input');
    expect(await countTasks(bench, job)).toBe(1);
  });
});

describe('what is refused', () => {
  test('by our own check before a byte is sent', async () => {
    const bench = await setUp(AUTO);
    const job = buildJob();
    const wrong = {
      ...job,
      steps: job.steps.map((step) => ({ ...step, params: { model: 'P1-20260311', quad: true } })),
    };
    await expect(bench.order(wrong)).rejects.toMatchObject({ code: 'bad_request', retryable: false });
    expect(bench.proxy.posts()).toBe(0);
    expect(bench.intents.findStanding(job.id, 0)).toBeNull();
  });

  test('by the service is history; the next order is a new one', async () => {
    const bench = await setUp(AUTO);
    const job = buildJob();
    const { client, intents } = bench;
    const order = (source: string) =>
      createTask(uploaded(job, source), 0, { ...ORDERING, client, intents, signal: new AbortController().signal });
    await expect(order('file_gone')).rejects.toMatchObject({ code: 'bad_request' });
    expect(intents.findStanding(job.id, 0)).toBeNull();
    await order(bench.token);
    expect(await countTasks(bench, job)).toBe(1);
  });

  test('an order of another service or key is not sent here', async () => {
    const bench = await setUp(AUTO);
    const job = buildJob();
    await bench.order(job);
    const other = { ...bench.client, profile: { ...bench.client.profile, id: 'another' } };
    const tools = { ...ORDERING, client: other, intents: bench.intents, signal: new AbortController().signal };
    await expect(createTask(uploaded(job, bench.token), 0, tools)).rejects.toMatchObject({
      code: 'no_api_key',
      subject: message('subject.service-of-job'),
    });
  });
});
