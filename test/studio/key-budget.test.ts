import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CHINESE } from '../../src-shared/messages/chinese.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { ENGLISH } from '../../src-shared/messages/english.ts';
import { startDouble, type S3Server } from '../helpers/service/file-storages.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { openTestStudio } from '../helpers/service/studio.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { callService } from '../local-service/workers/call.ts';
import { openSides } from '../queue/side-by-side.ts';
import { orderQuickModels } from './order-quick-models.ts';

const bin = findPostgres();
describe.skipIf(bin === null)('a home whose key has used up its budget at a studio', () => {
  let server: PostgresServer;
  let storage: S3Server;
  beforeAll(async () => {
    server = await startPostgres(bin ?? '');
    storage = await startDouble();
  }, 120_000);
  afterAll(async () => {
    await storage.stop();
    await server.stop();
  });

  test('waits, says whom to ask in both languages, and continues after the budget was raised', async () => {
    const studio = await openTestStudio(server, storage, { credits: 10_000 });
    onTestFinished(() => studio.close());
    const api = await studio.startApi();
    await studio.startWorker(1);
    const headers = { authorization: `Bearer ${studio.consoleToken}` };
    const manage = (name: string, body: object) =>
      callService(api, `/console/api/${name}`, { method: 'POST', headers, body });
    const added = await manage('keys', { name: 'Ana', day_budget: 1 });
    const { id, key } = added.body.data as unknown as { id: string; key: string };

    const folder = makeTempFolder();
    const home = await openSides(path.join(folder, 'home'), [
      { name: 'studio', baseUrl: api.baseUrl, apiKey: key, storage: storage.endpoint },
    ]);
    onTestFinished(() => home.close());
    const [jobId = ''] = await orderQuickModels(home, folder, 1, 'cup');
    await home.queue.whenSettled([jobId]);
    expect(home.queue.find(jobId)?.status).toBe('waiting');
    const reason = home.queue.pauseReason();
    if (!reason) throw new Error('The queue is not paused');
    expect(reason.code).toBe('key_budget_used');
    const english = describeError(reason, undefined, ENGLISH);
    expect(english.happened).toMatch(
      /^The budget of the API key for “?studio”? does not cover the next step\. This costs [\d.]+ credits\. Today this API key has used 0\.00 of its budget of 1\.00\.$/,
    );
    const chinese = describeError(reason, undefined, CHINESE);
    expect([english.next, chinese.next]).toEqual([
      'Ask whoever runs the service for a higher budget, or wait until it resets, then resume.',
      '让服务的管理员提高预算，或等待预算重置，然后继续。',
    ]);
    expect(JSON.stringify([english, chinese])).not.toMatch(/top up|充值/i);

    expect((await manage(`keys/${id}/budgets`, { day_budget: null, month_budget: 500 })).status).toBe(200);
    home.queue.resume();
    await home.queue.whenSettled([jobId]);
    expect(home.queue.find(jobId)?.status).toBe('done');
  }, 300_000);
});
