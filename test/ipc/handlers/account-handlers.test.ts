import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { UsageFilter } from '../../../src-shared/ipc/views/account-view.ts';
import { ALLOWS_ALL } from '../../helpers/desktop.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const KEY = 'sk_only_for_this_test_k3Qf';
const ALL: UsageFilter = { operation: null, recipe: null, state: null, text: '', from: null, to: null };

/** A service with a balance and 230 tasks; another key than ours is refused. */
async function startService() {
  const rows = Array.from({ length: 230 }, (_, index) => ({
    task_id: `task-${index}`,
    type: index % 2 === 0 ? 'image_to_model' : 'convert_model',
    status: 'success',
    created_at: new Date(Date.now() - index * 60_000).toISOString(),
    credits_consumed: 0.1,
  }));
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://x');
    response.setHeader('Content-Type', 'application/json');
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      response.writeHead(401);
      return void response.end(JSON.stringify({ code: 2, status: 'error', message: 'No such key.', request_id: 'r' }));
    }
    const offset = Number(url.searchParams.get('offset'));
    const data = url.pathname.endsWith('balance') ? { balance: 642.5, frozen: 110 } : rows.slice(offset, offset + 200);
    response.end(JSON.stringify({ code: 0, status: 'success', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(async () => {
    if (server.listening) await stop();
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** A web server without a service: 404 for everything. Answers its address. */
async function startWebServer(): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(404).end('<h1>Not found</h1>'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('services stand side by side with what they said, never with a key, and their history is read page by page', async () => {
  const service = await startService();
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}), { desktop: ALLOWS_ALL });
  onTestFinished(() => app.close());
  const { handlers } = app;
  const cloud = { baseUrl: service.baseUrl, deployment: 'china' } as const;
  const add = (key: string, name = 'studio') => handlers['services:add']({ name, cloud, key });
  await expect(add('sk_wrong_0000000')).rejects.toMatchObject({ code: 'invalid_api_key' });
  await expect(add(KEY, 'no name')).rejects.toMatchObject({ code: 'config_invalid' });
  expect(await handlers['services:list']({ look: false })).toHaveLength(1);
  // Nothing repeats the check of a key, so no error of it may promise that.
  for (const [baseUrl, error] of [
    [await startWebServer(), { code: 'config_invalid', detail: { id: 'service.none-at-address' }, retryable: false }],
    ['http://127.0.0.1:1', { code: 'offline', detail: { id: 'link.no-answer' }, retryable: false }],
  ] as const) {
    const wrong = handlers['services:add']({ name: 'wrong', cloud: { ...cloud, baseUrl }, key: KEY });
    await expect(wrong).rejects.toMatchObject(error);
  }

  const cards = await add(KEY);
  expect(cards).toMatchObject([
    { name: 'local', inUse: true, free: true, balance: null, key: { present: false } },
    { name: 'studio', inUse: false, status: 'ready', balance: '642.50', held: '110.00', key: { ending: 'k3Qf' } },
  ]);
  expect(JSON.stringify(cards)).not.toContain(KEY);

  const ask = { service: 'studio', filter: ALL, page: 0, pageSize: 50, fresh: false };
  const first = await handlers['account:usage'](ask);
  expect(first).toMatchObject({ matching: 200, charged: '20.00', foreign: 200, reach: { read: 200, whole: false } });
  expect(first.rows[0]).toMatchObject({ taskId: 'task-0', credits: '0.10', jobId: null });
  const last = await handlers['account:usage']({ ...ask, page: 4 });
  expect(last).toMatchObject({ matching: 230, reach: { read: 230, whole: true, problem: null } });
  expect(last.rows).toHaveLength(30);
  const narrowed = await handlers['account:usage']({ ...ask, filter: { ...ALL, operation: 'convert_model' } });
  expect(narrowed).toMatchObject({ matching: 115, charged: '11.50' });
  expect(await handlers['account:totals']({ service: 'studio', from: null })).toMatchObject({
    charged: '23.00',
    tasks: 230,
  });

  // Away: what was read stays, and why it could not be read again is told.
  await handlers['services:use']({ name: 'studio' });
  await handlers['services:change']({ name: 'studio', resend: 'auto' });
  await service.stop();
  const away = await handlers['account:usage']({ ...ask, fresh: true });
  expect(away).toMatchObject({ matching: 230, reach: { problem: { code: 'offline' } } });
  const [, card] = await handlers['services:list']({ look: true });
  expect(card).toMatchObject({ inUse: true, status: 'offline', resend: 'auto', error: { code: 'offline' } });

  const [local, forgotten] = await handlers['services:setKey']({ name: 'studio', key: null });
  expect([local?.inUse, forgotten?.status, forgotten?.key.present]).toEqual([false, 'no_key', false]);
  expect(await handlers['account:usage'](ask)).toMatchObject({ reach: { problem: { code: 'no_api_key' } } });
  expect(await handlers['services:remove']({ name: 'studio' })).toMatchObject([{ name: 'local', inUse: true }]);
});
