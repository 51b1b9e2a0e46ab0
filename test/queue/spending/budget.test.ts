import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { listExported } from '../../helpers/exported-assets.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { SYSTEM, type System } from '../../../src-main/base/system.ts';
import { spending as spendingSettings, type SpendingInput } from '../../../src-shared/settings/settings.ts';
import { openQueue, type QueueBench } from '../bench.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;
const DAY_MS = 24 * 3_600_000;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService({ credits: 100_000 });
});
afterAll(() => service.stop());

interface Setup {
  readonly root?: string;
  readonly system?: System;
  readonly at?: LocalService;
}

/** A queue under limits that can be changed as the settings are. */
async function openUnder(
  limits: SpendingInput,
  { root = makeTempFolder(), system = SYSTEM, at = service }: Setup = {},
) {
  const now = { limits };
  const bench = await openQueue(at, STRICT, root, system, () => spendingSettings.parse(now.limits));
  return { ...bench, root, change: (changed: SpendingInput) => void (now.limits = changed) };
}

function add(
  { queue, picture, options }: QueueBench,
  count: number,
  patch: Partial<QueueBench['options']> = {},
): string[] {
  const sources = Array.from({ length: count }, () => ({ path: picture, kind: 'picture' as const, bytes: 1 }));
  return queue.add(sources, { ...options, ...patch }).map(({ id }) => id);
}

const statuses = ({ queue }: QueueBench): string[] =>
  queue.records().map(({ status, error }) => (error ? `${status} ${error.code}` : status));

/** The computer with its wall clock moved. */
function movedBy(ms: number): System {
  return { ...SYSTEM, clock: { ...SYSTEM.clock, now: () => Date.now() + ms } };
}

describe('a cap', () => {
  test('of the day lets no two jobs share what is left of it, and a person’s yes goes past it', async () => {
    const bench = await openUnder({ perDay: '250' });
    const { queue, proxy } = bench;
    const ids = add(bench, 4);
    queue.start();
    await queue.whenSettled(ids);
    expect(statuses(bench).sort()).toEqual(['done', 'done', 'paused over_cap', 'paused over_cap']);
    expect(proxy.posts()).toBe(2);
    expect(queue.spending.spent()).toMatchObject({
      today: { charged: '220.00', back: '0.00', held: '0.00' },
      days: [{ charged: '220.00', jobs: 2 }],
      recipes: [{ recipe: 'draft', charged: '220.00', jobs: 2 }],
    });
    const stopped = queue.records().find(({ status }) => status === 'paused');
    expect(toEnglish(stopped?.error?.detail ?? '')).toBe(
      'The daily limit of 250.00 credits is reached: 220.00 credits are spent or reserved today, and this step costs 110.00. The step was not started.',
    );
    expect(queue.list().find(({ id }) => id === stopped?.id)?.money).toMatchObject({
      kind: 'estimate',
      amount: '110.00',
    });
    queue.resume([stopped?.id ?? '']);
    await queue.whenSettled(ids);
    expect([statuses(bench).sort(), proxy.posts()]).toEqual([['done', 'done', 'done', 'paused over_cap'], 3]);
    expect(queue.spending.spent().today.charged).toBe('330.00');
  });

  test('of a recipe stops its jobs, while those of another go on', async () => {
    const bench = await openUnder({ perRecipe: { draft: '50' } });
    const dear = add(bench, 1);
    const recipe = {
      ...{ id: 'cheap', version: 1, name: 'Cheap', help: '', takes: 'picture' as const, basedOn: null },
      steps: [{ operation: 'image_to_model', params: { model: 'v3.0-20250812' }, from: null, exports: 'glb' }],
    } as const;
    const cheap = add(bench, 1, { recipe: { picture: recipe } });
    bench.queue.start();
    await bench.queue.whenSettled([...dear, ...cheap]);
    expect(statuses(bench)).toEqual(['paused over_cap', 'done']);
    expect(toEnglish(bench.queue.records()[0]?.error?.detail ?? '')).toContain('for recipe “draft”');
  });

  test('of a folder counts only what came from it', async () => {
    const bench = await openUnder({ perFolder: { inbox: '110' } });
    const ids = [...add(bench, 2, { origin: 'inbox' }), ...add(bench, 1)];
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect(statuses(bench).filter((status) => status === 'done')).toHaveLength(2);
    expect(statuses(bench)[2]).toBe('done');
  });

  test('stops before a later step, and what was made stays charged', async () => {
    const bench = await openUnder({ perDay: '112' });
    const ids = add(bench, 1, { formats: ['glb', 'stl'] });
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect([statuses(bench), listExported(bench.out)]).toEqual([['paused over_cap'], []]);
    expect(bench.queue.list()[0]?.money).toEqual({ kind: 'charged', amount: '110.00', back: '0.00' });
    // Raised, it lets the job go on without anybody's yes.
    bench.change({ perDay: '115' });
    bench.queue.capsChanged();
    await bench.queue.whenSettled(ids);
    expect([statuses(bench), bench.only().waivedCaps]).toEqual([['done'], undefined]);
    expect(bench.queue.list()[0]?.steps.map(({ price, creditsConsumed }) => [price.amount, creditsConsumed])).toEqual([
      ['110.00', '110.00'],
      ['5.00', '5.00'],
    ]);
  });

  test('is exceeded by the one step that a person resumes, and stops the next one again', async () => {
    const bench = await openUnder({ perDay: '10', perRecipe: { draft: '10' } });
    const ids = add(bench, 1, { formats: ['glb', 'stl'] });
    bench.queue.start();
    const capsUntilDone = async (): Promise<string[]> => {
      await bench.queue.whenSettled(ids);
      const { overCap, step, status } = bench.only();
      if (!overCap) return [status];
      bench.queue.resume(ids);
      return [`${overCap.cap} ${step}`, ...(await capsUntilDone())];
    };
    expect(await capsUntilDone()).toEqual(['day 0', 'recipe 0', 'day 1', 'recipe 1', 'done']);
    expect(bench.proxy.posts()).toBe(2);
  });

  test('raised while nobody looked, it lets the job go on at the next start', async () => {
    const root = makeTempFolder();
    const first = await openUnder({ perDay: '60' }, { root });
    const ids = add(first, 1);
    first.queue.start();
    await first.queue.whenSettled(ids);
    expect(statuses(first)).toEqual(['paused over_cap']);
    await first.queue.close();
    const raised = await openUnder({ perDay: '110' }, { root });
    raised.queue.start();
    await raised.queue.whenSettled(ids);
    expect([statuses(raised), raised.only().waivedCaps]).toEqual([['done'], undefined]);
  });

  test('holds over a restart and a clock that is set back, and ends with the day', async () => {
    const root = makeTempFolder();
    const first = await openUnder({ perDay: '150' }, { root });
    const ids = add(first, 2);
    first.queue.start();
    await first.queue.whenSettled(ids);
    expect(statuses(first).sort()).toEqual(['done', 'paused over_cap']);
    await first.queue.close();

    const back = await openUnder({ perDay: '150' }, { root, system: movedBy(-DAY_MS) });
    back.queue.start();
    const [more = ''] = add(back, 1);
    await back.queue.whenSettled([...ids, more]);
    expect(statuses(back).sort()).toEqual(['done', 'paused over_cap', 'paused over_cap']);
    await back.queue.close();

    const next = await openUnder({ perDay: '150' }, { root, system: movedBy(DAY_MS) });
    expect(next.queue.spending.spent().today.charged).toBe('0.00');
    next.queue.start();
    await next.queue.whenSettled([...ids, more]);
    expect(statuses(next).sort()).toEqual(['done', 'done', 'paused over_cap']);
    expect(next.queue.spending.spent().days.map(({ charged }) => charged)).toEqual(['110.00', '110.00']);
    expect(next.queue.spending.history(null, 10)).toHaveLength(2);
  });
});

describe('the account of spending', () => {
  test('survives the job, tells the page, and gives back what a failed task held', async () => {
    const bench = await openUnder({});
    const { queue, proxy } = bench;
    const told: unknown[] = [];
    queue.spending.onChange((today) => told.push(today));
    const [id = ''] = add(bench, 1, { formats: ['glb', 'stl'] });
    queue.start();
    await bench.until(({ steps }) => steps[0]?.status === 'done');
    proxy.words.set('"status":"success"', '"status":"failed" ');
    proxy.words.set('"credits_consumed":5', '"credits_consumed":0');
    await queue.whenSettled([id]);
    if (bench.only().status === 'done') throw new Error('The second step was over before it could fail.');
    expect(queue.list()[0]?.money).toEqual({ kind: 'charged', amount: '110.00', back: '5.00' });
    await expect.poll(() => told.at(-1)).toMatchObject({ charged: '110.00', back: '5.00', held: '0.00' });
    queue.trash.put([id]);
    expect(queue.spending.history(null, 10)).toMatchObject([
      { step: 1, operation: 'convert_model', estimate: '5.00', charged: '0.00', back: '5.00', state: 'back' },
      { step: 0, name: 'shape.png', recipe: 'draft', charged: '110.00', back: null, state: 'charged' },
    ]);
    expect(queue.spending.history(null, 1)).toHaveLength(1);
  });

  test.each(['-10', '9e9', '"x"', 'nul'])(
    'takes no charge of %s; the job is done and the rest stays known',
    async (odd) => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      onTestFinished(() => error.mockRestore());
      const bench = await openUnder({});
      const word = odd === 'nul' ? '"credits_consumex":110' : `"credits_consumed":${odd}`;
      bench.proxy.words.set('"credits_consumed":110', word);
      const ids = add(bench, 1);
      bench.queue.start();
      await bench.queue.whenSettled(ids);
      expect([statuses(bench), bench.only().steps[0]?.creditsConsumed]).toEqual([['done'], null]);
      expect(bench.queue.spending.spent().today).toEqual({
        charged: '0.00',
        back: '0.00',
        held: '110.00',
        test: false,
      });
      expect(bench.queue.spending.history(null, 1)[0]).toMatchObject({ charged: null, state: 'unknown' });
      expect(error.mock.calls.flat().join()).toContain('no valid charge for task');
    },
  );

  test('is free of what is free', async () => {
    const bench = await openUnder({ perDay: '0' });
    expect(bench.queue.spending.plan({ ...NOTHING, free: true }, CLOUD).over).toEqual([]);
    expect(bench.queue.spending.plan({ ...NOTHING, free: false }, CLOUD).over).toEqual([]);
  });
});

const NOTHING = { jobs: [], origin: null, balance: null, held: null };
const CLOUD = { serviceKind: 'cloud', serviceId: null } as const;

describe('the balance', () => {
  let poor: LocalService;
  beforeAll(async () => {
    poor = await startLocalService({ credits: 400 });
  });
  afterAll(() => poor.stop());

  test('below what is to be kept pauses the whole queue before the next order, durably, until a person resumes', async () => {
    const root = makeTempFolder();
    const bench = await openUnder({ pauseBelow: '100' }, { at: poor, root });
    const ids = add(bench, 4);
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect(
      bench.queue
        .records()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['done', 'done', 'waiting', 'waiting']);
    expect([bench.queue.isPaused(), bench.proxy.posts()]).toEqual([true, 2]);
    expect(bench.queue.pauseReason()).toMatchObject({ code: 'balance_low' });
    expect(toEnglish(bench.queue.pauseReason()?.detail ?? '')).toContain('less than your minimum of 100.00');
    await bench.queue.close();

    const again = await openUnder({ pauseBelow: '70' }, { at: poor, root });
    expect([again.queue.isPaused(), again.queue.pauseReason()?.code]).toEqual([true, 'balance_low']);
    again.queue.resume();
    expect(again.queue.pauseReason()).toBeNull();
    again.queue.start();
    await again.queue.whenSettled(ids);
    expect([statuses(again).filter((status) => status === 'done').length, again.queue.isPaused()]).toEqual([3, true]);
    expect(await again.client.getBalance()).toMatchObject({ balance: 7_000, frozen: 0 });
  });

  test('that is gone (2010) pauses it too: the job waits with the others, and nothing of it was charged', async () => {
    const broke = await startLocalService({ credits: 50 });
    onTestFinished(() => broke.stop());
    const bench = await openUnder({}, { at: broke });
    const ids = add(bench, 2);
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect(bench.queue.pauseReason()).toMatchObject({ code: 'insufficient_credits' });
    expect(statuses(bench).every((status) => status.startsWith('waiting'))).toBe(true);
    expect(bench.queue.spending.spent().today).toEqual({ charged: '0.00', back: '0.00', held: '0.00', test: false });
    expect(bench.queue.spending.history(null, 5)).toEqual([]);
  });

  test('too short for all jobs finishes those that have begun, and starts no other', async () => {
    const short = await startLocalService({ credits: 300 });
    onTestFinished(() => short.stop());
    const bench = await openUnder({}, { at: short });
    const ids = add(bench, 4, { formats: ['glb', 'fbx'] });
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    // Each costs 115: what two leave covers neither a third nor its FBX.
    expect(statuses(bench).sort()).toEqual([
      'done',
      'done',
      expect.stringMatching(/^waiting/),
      expect.stringMatching(/^waiting/),
    ]);
    const started = bench.queue.records().filter(({ steps }) => steps.some(({ taskId }) => taskId !== null));
    expect(started.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(await bench.client.getBalance()).toMatchObject({ balance: 7_000, frozen: 0 });
  });

  test('that covers a model but not its formats starts no job', async () => {
    const short = await startLocalService({ credits: 112 });
    onTestFinished(() => short.stop());
    const bench = await openUnder({}, { at: short });
    const ids = add(bench, 1, { formats: ['glb', 'fbx'] });
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect([statuses(bench), bench.proxy.posts()]).toEqual([['waiting insufficient_credits'], 0]);
    expect(bench.queue.pauseReason()).toMatchObject({ code: 'insufficient_credits' });
  });

  test('that was topped up is read again before a job goes on, also if its next step is free', async () => {
    const broke = await startLocalService({ credits: 0 });
    onTestFinished(() => broke.stop());
    const bench = await openUnder({}, { at: broke });
    const { queue, root, options } = bench;
    const first = add(bench, 1, { formats: ['glb', 'fbx'] });
    queue.start();
    await queue.whenSettled(first);
    queue.cancel(first);
    const model = path.join(root, 'ball.glb');
    writeFileSync(model, await makeTexturedSphere(100, 16));
    // The import is free, the conversion is not.
    const [job] = queue.add([{ path: model, kind: 'model', bytes: 1 }], { ...options, formats: ['fbx'] });
    queue.resume();
    await queue.whenSettled([job!.id]);
    expect(statuses(bench).at(-1)).toBe('waiting insufficient_credits');

    const authorization = `Bearer ${broke.consoleToken}`;
    const headers = { authorization, 'content-type': 'application/json' };
    await fetch(`${broke.baseUrl}/console/api/top-ups`, { method: 'POST', headers, body: '{"amount":100}' });
    queue.resume();
    await queue.whenSettled([job!.id]);
    expect(statuses(bench).at(-1)).toBe('done');
  });

  test('that cannot be read stops nothing', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => error.mockRestore());
    const bench = await openUnder({ pauseBelow: '1' });
    bench.proxy.words.set('{"balance":', '{"balanxe":');
    const ids = add(bench, 1);
    bench.queue.start();
    await bench.queue.whenSettled(ids);
    expect([statuses(bench), error.mock.calls.flat().join()]).toEqual([['done'], expect.stringContaining('balance')]);
  });
});
