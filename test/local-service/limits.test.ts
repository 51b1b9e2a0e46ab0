import sharp from 'sharp';
import { afterEach, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Answer } from './workers/call.ts';

let service: LocalService;
afterEach(() => service.stop());

const BLANK = { width: 8, height: 8, channels: 3, background: '#d33' } as const;

const post = (path: string, body: object) => callService(service, path, { method: 'POST', body });
const codes = (answers: readonly Answer[]) => answers.map((answer) => answer.body.code);
const count = (list: readonly number[], code: number) => list.filter((one) => one === code).length;
const rateOf = ({ headers }: Answer) => [
  Number(headers['x-ratelimit-limit']),
  Number(headers['x-ratelimit-remaining']),
];

describe('rate limits (part 8, 1007)', () => {
  test('are exact for each class, also under requests at once', async () => {
    const limits = { creationPerMinute: 5, refinePerMinute: 2, uploadsPerMinute: 3, queriesPerMinute: 30 };
    service = await startLocalService({ settings: { limits } });
    const creation = (path: string) => () => post(path, {});
    const calls: [number, () => Promise<Answer>][] = [
      [5, creation('/v3/models/convert')],
      [2, creation('/v3/models/refine')],
      [3, () => post('/v3/files/presign', { format: 'png' })],
      [30, () => callService(service, '/v3/account/balance')],
    ];
    for (const [limit, call] of calls) {
      const answers = await Promise.all(Array.from({ length: limit + 4 }, call));
      const refused = answers.filter((answer) => answer.body.code === 1007);
      expect([limit, refused.length]).toEqual([limit, 4]);
      const left = answers.filter((answer) => answer.body.code !== 1007).map((answer) => rateOf(answer)[1] ?? -1);
      expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: limit }, (_, i) => limit - 1 - i));
      for (const answer of refused) {
        expect([answer.status, ...rateOf(answer)]).toEqual([429, limit, 0]);
        const seconds = Number(answer.headers['x-ratelimit-reset']) - Date.now() / 1000;
        expect(seconds).toBeGreaterThan(0);
        expect(seconds).toBeLessThan(62);
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
    }
  });

  test('of creation are not touched by queries, uploads or signed URLs (4.5)', async () => {
    service = await startLocalService({ settings: { limits: { creationPerMinute: 1, uploadsPerMinute: 1 } } });
    for (let i = 0; i < 5; i++) await callService(service, '/v3/account/usage');
    const token = await upload(service, await sharp({ create: BLANK }).png().toBuffer());
    expect((await callService(service, '/v3/account/balance')).status).toBe(200);
    const answer = await post('/v3/models/import', { input: token });
    expect([answer.status, ...rateOf(answer)]).toEqual([200, 1, 0]);
  });

  test('belong to a key: whoever has none uses up nothing', async () => {
    service = await startLocalService({ settings: { limits: { queriesPerMinute: 2 } } });
    for (let i = 0; i < 4; i++) {
      const answer = await send(`${service.baseUrl}/v3/account/balance`, {
        headers: { authorization: 'Bearer wrong' },
      });
      expect([answer.status, ...rateOf(answer)]).toEqual([401, 2, 2]);
    }
    expect((await callService(service, '/v3/account/balance')).status).toBe(200);
  });
});

describe('concurrency (part 8, 2000)', () => {
  test('is exact by category under creates at once, and slots come free', async () => {
    const concurrency = { h3d: 3, p3d: 1 };
    const limits = { concurrency, uploadsPerMinute: 99, queriesPerMinute: 100_000 };
    service = await startLocalService({ credits: 1000, settings: { limits } });
    // Work for longer than all of the requests take together.
    const svg = '<svg width="900" height="900"><circle cx="450" cy="450" r="400" fill="#d33"/></svg>';
    const input = await upload(service, await sharp(Buffer.from(svg)).png().toBuffer());
    const make = (model: string) => () => post('/v3/generation/image-to-model', { model, input });
    const [h, p] = await Promise.all([
      Promise.all(Array.from({ length: 9 }, make('v3.1-20260211'))),
      Promise.all(Array.from({ length: 4 }, make('P2-20260801'))),
    ]);
    expect([count(codes(h), 0), count(codes(h), 2000)]).toEqual([3, 6]);
    expect([count(codes(p), 0), count(codes(p), 2000)]).toEqual([1, 3]);
    const refused = h.find((answer) => answer.body.code === 2000);
    expect(refused?.status).toBe(429);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1);

    const usage = await callService(service, '/v3/account/usage');
    expect(usage.body.data).toHaveLength(4);
    const accepted = [...h, ...p].filter((answer) => answer.body.code === 0).map((answer) => answer.body.data.task_id);
    for (const id of accepted) await untilFinished(service, id);
    expect((await make('P2-20260801')()).body.code).toBe(0);
  });
});

/** The end of a signed URL of the service or of a storage, epoch s. */
function expiryOf({ searchParams }: URL): number {
  const own = searchParams.get('expires');
  if (own !== null) return Number(own);
  const from = (searchParams.get('X-Amz-Date') ?? '').replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  return Date.parse(from) / 1000 + Number(searchParams.get('X-Amz-Expires'));
}

describe('lifetimes', () => {
  test('of presigned and output URLs are the configured ones (4.6, 2.3)', async () => {
    service = await startLocalService({ settings: { presignTtlSeconds: 60, outputUrlTtlSeconds: 120 } });
    const asked = Math.floor(Date.now() / 1000);
    const { body } = await post('/v3/files/presign', { format: 'png' });
    const answered = Math.ceil(Date.now() / 1000);
    expect(body.data.expires_in).toBe(60);
    const expires = expiryOf(new URL(body.data.presigned_url));
    expect(expires - 60).toBeGreaterThanOrEqual(asked);
    expect(expires - 60).toBeLessThanOrEqual(answered);
  });
});

describe('moderation (part 3, 2008)', () => {
  test('accepts the request and fails the task, with refund', async () => {
    service = await startLocalService({ credits: 100, settings: { blockedWords: ['Gun'] } });
    const answer = await post('/v3/generation/text-to-model', { model: 'v3.1-20260211', prompt: 'a golden GUN' });
    expect([answer.status, answer.body.data.status]).toEqual([200, 'queued']);
    const task = await untilFinished(service, answer.body.data.task_id);
    expect(task).toMatchObject({ status: 'failed', error_code: 2008, credits_consumed: 0 });
    const balance = await callService(service, '/v3/account/balance');
    expect(balance.body.data).toEqual({ balance: 100, frozen: 0 });
  });
});
