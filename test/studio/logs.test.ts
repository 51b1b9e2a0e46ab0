import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi, StudioProcess } from '../helpers/service/studio.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { readFile } from 'node:fs/promises';
import { callService, send, untilFinished, upload } from '../local-service/workers/call.ts';
import { findLine, linesOf } from './log-lines.ts';
import { QUICK } from './quick-recipe.ts';

const PROMPT = 'an unmistakable walnut cabinet';

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL is not installed: the logs of a studio are not tested.');

describe.skipIf(bin === null)('the log of a studio', () => {
  let studio: OwnStudio;
  let api: StudioApi;
  let worker: StudioProcess;

  beforeAll(async () => {
    studio = await openOwnStudio({ studio: { logLevel: 'debug' } });
    [api, worker] = [await studio.startApi(), await studio.startWorker()];
  });
  afterAll(() => studio?.close());

  test('names request, task and key of a creation, with the request id of the response', async () => {
    const body = { prompt: PROMPT, model: 'v3.1-20260211' };
    const answer = await callService(api, '/v3/generation/text-to-model', { method: 'POST', body });
    const { data } = answer.body;
    const requestId = answer.headers['x-request-id'];
    await expect.poll(() => findLine(api, { requestId, message: 'Request answered.' })).not.toBeNull();
    const line = findLine(api, { requestId, message: 'Request answered.' });
    expect(line).toMatchObject({
      ...{ level: 'info', process: 'api', method: 'POST', route: '/v3/generation/text-to-model', status: 200 },
      ...{ requestId, taskId: data.task_id, key: 'Ana' },
    });
    expect(String(line?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const { task_id: taskId } = data;
    await untilFinished(api, taskId);
    await expect.poll(() => findLine(worker, { taskId, message: 'Task ended.' })).toMatchObject({ result: 'success' });
    expect(findLine(worker, { taskId, message: 'Task claimed.' })).toMatchObject({ attempt: 1, level: 'info' });
    await expect.poll(() => findLine(api, { taskId, route: '/v3/tasks/:task_id' })).toMatchObject({ level: 'debug' });
  });

  test('has the error of a request that failed, with its request id', async () => {
    await studio.query('ALTER TABLE client_refs RENAME TO client_refs_away');
    const body = { prompt: PROMPT, model: 'v3.1-20260211', client_ref: 'away' };
    const answer = await callService(api, '/v3/generation/text-to-model', { method: 'POST', body });
    await studio.query('ALTER TABLE client_refs_away RENAME TO client_refs');
    expect(answer.status).toBe(500);
    const { request_id: requestId } = answer.body;
    await expect
      .poll(() => findLine(api, { requestId, message: 'Request answered.' }))
      .toMatchObject({ level: 'error' });
    const reason = linesOf(api).find((line) => line['requestId'] === requestId && line['status'] === undefined);
    expect(String(reason?.['message'])).toContain('relation "client_refs" does not exist');
  });

  test('has no key, no signed address and no prompt, and only lines of JSON', async () => {
    const file = await writeSampleImage(makeTempFolder(), 'cabinet.png', 64);
    const token = await upload(api, await readFile(file));
    const body = { ...QUICK, input: token };
    const made = await callService(api, '/v3/generation/image-to-model', { method: 'POST', body });
    const { output } = await untilFinished(api, made.body.data.task_id);
    await send(output.model_url);
    // The task has ended before its worker says so.
    const { task_id: taskId } = made.body.data;
    await expect.poll(() => findLine(worker, { taskId, message: 'Task left.' })).not.toBeNull();
    await callService({ ...api, apiKey: 'studio_wrongwrongwrongwrong' }, '/v3/account/balance?key=studio_query');
    await Promise.all([api.end(), worker.end()]);
    for (const { errors } of [api, worker]) {
      for (const secret of [
        api.apiKey,
        PROMPT,
        'X-Amz-Signature',
        'studio_wrong',
        'studio_query',
        studio.storage.key.secretAccessKey,
      ])
        expect(errors()).not.toContain(secret);
    }
    expect(linesOf(api).at(-1)).toMatchObject({ level: 'info', message: 'Stopping.' });
    expect(linesOf(worker).at(-1)).toMatchObject({ level: 'info', message: 'Stopping.' });
  });
});
