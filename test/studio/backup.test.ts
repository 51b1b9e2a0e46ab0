import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocBlocks } from '../helpers/doc-blocks.ts';
import { writeSampleImage } from '../helpers/images/sample-images.ts';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';

import { makeTempFolder } from '../helpers/temp-folder.ts';
import { callService, send, untilFinished, upload } from '../local-service/workers/call.ts';
import { QUICK } from './quick-recipe.ts';

const run = promisify(execFile);
const LATER = 2;

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL is not installed: backups of a studio are not tested.');

describe.skipIf(bin === null)('a studio that is restored as docs/studio.md says', () => {
  let studio: OwnStudio;
  beforeAll(async () => {
    studio = await openOwnStudio({ credits: 5_000 });
  });
  afterAll(() => studio?.close());

  test('has the same books, tasks, keys and jobs, and runs what waited', async () => {
    const folder = makeTempFolder();
    const api = await studio.startApi();
    const worker = await studio.startWorker(1);
    const picture = await readFile(await writeSampleImage(folder, 'one.png', 64));
    const order = async (): Promise<string> => {
      const body = { ...QUICK, input: await upload(api, picture), client_ref: `order ${Math.random()}` };
      const answer = await callService(api, '/v3/generation/image-to-model', { method: 'POST', body });
      return answer.body.data.task_id;
    };
    const done = await order();
    expect((await untilFinished(api, done)).status).toBe('success');
    const limited = await studio.addKey('Ben');
    await worker.end('SIGTERM');
    const waiting = [await order(), await order()];
    const { body: before } = await callService(api, '/v3/account/balance');

    const { database } = studio;
    const restored = database.replace(/[^/]+$/, 'restored');
    const { hostname, port } = new URL(database);
    const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}`, PGHOST: hostname, PGPORT: port };
    const blocks = readDocBlocks('studio.md', 'Back up and restore').map(({ text }) =>
      text
        .replaceAll('postgres://dropforge@db.example.org/dropforge', database)
        .replaceAll('postgres://dropforge@db.example.org/restored', restored),
    );
    expect(blocks).toHaveLength(2);
    const [backUp = '', restore = ''] = blocks;
    const shell = (script: string) => run('sh', ['-euc', script], { cwd: folder, env: { ...env, PGUSER: 'postgres' } });
    await shell(backUp);
    // What happens after the dump is not in it.
    for (let count = 0; count < LATER; count++) await order();
    await api.end('SIGTERM');
    await shell('createuser dropforge');
    await shell(restore);

    const [old, copy] = [new pg.Client(database), new pg.Client(restored)];
    await Promise.all([old.connect(), copy.connect()]);
    const read = async (client: pg.Client, text: string) => (await client.query({ text, rowMode: 'array' })).rows;
    try {
      const isLater = `SELECT id FROM tasks ORDER BY created_at DESC LIMIT ${LATER}`;
      const tables = {
        tasks: `SELECT t::text FROM tasks t WHERE id NOT IN (${isLater}) ORDER BY id`,
        ledger: `SELECT l::text FROM ledger l WHERE task_id IS NULL OR task_id NOT IN (${isLater}) ORDER BY number`,
        keys: 'SELECT k::text FROM api_keys k ORDER BY id',
      };
      for (const [name, text] of Object.entries(tables)) {
        const expected = await read(old, text);
        expect(expected.length, name).toBeGreaterThan(1);
        const all = text.replace(/ WHERE (task_id|id) .*(?= ORDER)/, '');
        expect(await read(copy, all), name).toEqual(expected);
      }
      const jobs = await read(copy, "SELECT id::text FROM pgboss.job WHERE state = 'created' ORDER BY id");
      expect(jobs.flat()).toEqual(waiting.toSorted());

      const settings = { studio: { database: restored } };
      const file = await studio.configure('restored', settings);
      const entry = path.join(import.meta.dirname, '../../src-main/local-service/studio-main.ts');
      await run(process.execPath, [entry, 'migrate', '--config', file]);
      const again = await studio.startApi(settings);
      expect((await callService(again, '/v3/account/balance')).body.data).toEqual(before.data);
      expect((await callService({ ...again, apiKey: limited }, '/v3/account/balance')).status).toBe(200);
      const { output } = (await callService(again, `/v3/tasks/${done}`)).body.data;
      expect((await send(output.model_url)).bytes.toString('latin1', 0, 4)).toBe('glTF');
      await studio.startWorker(1, settings);
      for (const id of waiting) expect((await untilFinished(again, id)).status).toBe('success');
      const books = 'SELECT sum(balance_change)::int, sum(frozen_change)::int FROM ledger';
      expect(await read(copy, books)).toEqual(await read(copy, 'SELECT balance::int, frozen::int FROM account'));
      expect(await read(copy, 'SELECT frozen::int FROM account')).toEqual([[0]]);
    } finally {
      await Promise.all([old.end(), copy.end()]);
    }
  });
});
