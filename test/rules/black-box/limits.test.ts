import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawDisc, writeTetrahedron } from './files.ts';
import { GENEROUS, startBlackBox, until, type Answer, type BlackBox } from './black-box.ts';

/** Images to make models of, so many that some wait for a worker on any machine. */
const MORE_THAN_WORKERS = Math.min(100, 12 * availableParallelism());

const RATES = { creationPerMinute: 4, refinePerMinute: 2, uploadsPerMinute: 3, queriesPerMinute: 40 };

/** One with small quotas, one whose workers are kept busy, one that gives up on what waits. */
let limited: BlackBox;
let busy: BlackBox;
let impatient: BlackBox;
let picture: Buffer;
beforeAll(async () => {
  [limited, busy, impatient, picture] = await Promise.all([
    startBlackBox({ limits: RATES }),
    startBlackBox({
      credits: 10_000,
      limits: { ...GENEROUS, concurrency: { ...GENEROUS.concurrency, processing: 2, mesh: 1 } },
      entitlements: { priority: 2, vxc: true },
    }),
    startBlackBox({ credits: 10_000, queueTimeoutSeconds: 1 }),
    drawDisc(700),
  ]);
});
afterAll(() => Promise.all([limited, busy, impatient].map((service) => service.stop())));

const outcome = ({ status, json }: Answer) => [status, json.code];

describe('8: rate limits', () => {
  const classes: readonly [string, number, () => Promise<Answer>][] = [
    ['creation', RATES.creationPerMinute, () => limited.post('/v3/models/convert', {})],
    ['refine', RATES.refinePerMinute, () => limited.post('/v3/models/refine', {})],
    ['upload', RATES.uploadsPerMinute, () => limited.post('/v3/files/presign', { format: 'png' })],
    ['query', RATES.queriesPerMinute, () => limited.get('/v3/account/balance')],
  ];

  test.each(classes)('%s admits its quota and not one more, under requests at once', async (_, limit, call) => {
    const answers = await Promise.all(Array.from({ length: limit + 5 }, call));
    const refused = answers.filter(({ json }) => json.code === 1007);
    const told = JSON.stringify(
      answers.map(({ status, json, headers }) => [
        status,
        json.code,
        headers.get('x-ratelimit-remaining'),
        headers.get('x-ratelimit-reset'),
      ]),
    );
    expect(refused.length, told).toBe(5);
    const left = answers
      .filter((answer) => !refused.includes(answer))
      .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
    expect(left.sort((a, b) => a - b)).toEqual(Array.from({ length: limit }, (_, index) => index));
    for (const { status, headers, json } of refused) {
      expect([status, json.status]).toEqual([429, 'error']);
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([String(limit), '0']);
      const seconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
      expect(seconds > -1 && seconds < 120).toBe(true);
    }
  });

  test('4.5: no class counts for another', async () => {
    // The quotas above are used up; each was refused only by its own.
    for (const [, , call] of classes) expect(outcome(await call())).toEqual([429, 1007]);
    expect(outcome(await limited.post('/v3/mesh/uv', {}))).toEqual([429, 1007]);
    expect(outcome(await limited.post('/v3/tasks/list', { task_ids: [] }))).toEqual([429, 1007]);
    expect(outcome(await limited.post('/v3/files/upload-credentials', {}))).toEqual([429, 1007]);
  });
});

describe('8: concurrency', () => {
  const generation = { model: 'P2-20260801', texture_quality: 'standard', face_limit: 2000 };

  test('2000 is exact for each category by itself; a slot that comes free is given again', async () => {
    const token = await busy.upload(picture, 'png');
    const imported = await busy.create('/v3/models/import', {
      input: await busy.upload(await writeTetrahedron(), 'glb'),
    });
    await busy.ended(imported);
    // Work that is waited for, so that nothing of what follows begins before it is looked at.
    const before = Array.from({ length: MORE_THAN_WORKERS }, () =>
      busy.create('/v3/generation/image-to-model', { ...generation, input: token }),
    );
    await Promise.all(before);

    const convert = () => busy.post('/v3/models/convert', { input: imported, format: 'STL' });
    const answers = await Promise.all(Array.from({ length: 7 }, convert));
    const full = answers.filter(({ json }) => json.code === 2000);
    expect([full.length, answers.filter(({ json }) => json.code === 0).length]).toEqual([5, 2]);
    for (const { status, headers } of full) {
      expect([status, Number(headers.get('retry-after')) >= 1]).toEqual([429, true]);
    }
    const mesh = await Promise.all(Array.from({ length: 3 }, () => busy.post('/v3/mesh/uv', { input: imported })));
    expect(mesh.map(({ json }) => json.code).sort()).toEqual([0, 2000, 2000]);

    const { data } = (await busy.get('/v3/account/balance')).json;
    expect(data.frozen).toBeGreaterThanOrEqual(2 * 5 + 20);
    const waiting = answers.find(({ json }) => json.code === 0)?.json.data.task_id ?? '';
    const cancelled = await busy.send(`/console/api/tasks/${waiting}/cancel`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${busy.consoleToken}` },
    });
    expect(cancelled.status).toBe(200);
    expect(await busy.ended(waiting)).toMatchObject({ status: 'cancelled', credits_consumed: 0 });
    expect((await Promise.all([convert(), convert()])).map(({ json }) => json.code).sort()).toEqual([0, 2000]);
  });

  test('4.1: priority up to what the account has, 2013 above', async () => {
    const asked = (priority: number) =>
      busy.post('/v3/generation/text-to-model', { model: 'P2-20260801', prompt: 'a chair', priority });
    expect((await asked(2)).json.code).toBe(0);
    expect((await asked(3)).json.code).toBe(2013);
  });
});

test('3: a task that waited too long fails with 2018, and nothing is lost or charged twice', async () => {
  const input = await impatient.upload(picture, 'png');
  const body = { model: 'v2.5-20250123', input };
  const make = () => impatient.create('/v3/generation/image-to-model', body);
  const ids = await Promise.all(Array.from({ length: MORE_THAN_WORKERS }, make));
  const tasks = await until(async () => {
    const { data } = (await impatient.post('/v3/tasks/list', { task_ids: ids })).json;
    const all = Object.values(data.tasks);
    return all.some(({ status }) => status === 'queued' || status === 'running') ? null : all;
  });
  const late = tasks.filter((task) => task.status === 'failed');
  const done = tasks.filter((task) => task.status === 'success');
  expect(late.length).toBeGreaterThan(0);
  expect(late.length + done.length).toBe(MORE_THAN_WORKERS);
  for (const task of late) expect(task).toMatchObject({ error_code: 2018, credits_consumed: 0 });
  const spent = done.reduce((sum, task) => sum + Number(task['credits_consumed']), 0);
  expect((await impatient.get('/v3/account/balance')).json.data).toEqual({ balance: 10_000 - spent, frozen: 0 });
});
