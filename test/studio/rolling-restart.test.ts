import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '../helpers/service/free-port.ts';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import { responseOf } from '../helpers/service/response-of.ts';
import { startReadyProxy, type ReadyProxy } from '../helpers/service/ready-proxy.ts';
import type { StudioApi } from '../helpers/service/studio.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { send } from '../local-service/workers/call.ts';
import { openSides } from '../queue/side-by-side.ts';
import { orderQuickModels } from './order-quick-models.ts';

/** The proxy asks 20 times a second. */
const DRAIN_SECONDS = 3;
const CLIENTS = 4;
/** Of each client: fewer than there are slots. */
const CREATIONS = 200;
const IMAGES = 4;

const bin = findPostgres();
if (bin === null) console.warn('PostgreSQL is not installed: rolling restarts are not tested.');

describe.skipIf(bin === null)('two API processes behind a proxy', () => {
  let proxy: ReadyProxy;
  let studio: OwnStudio;
  const apis = new Map<number, StudioApi>();

  beforeAll(async () => {
    proxy = await startReadyProxy();
    studio = await openOwnStudio({
      credits: 10_000_000,
      studio: { publicUrl: proxy.baseUrl, drainSeconds: DRAIN_SECONDS },
    });
    for (let index = 0; index < 2; index++) await start(await findFreePort(), await findFreePort());
    await studio.startWorker();
  });
  afterAll(async () => {
    await studio?.close();
    await proxy?.close();
  });

  /** Its ports are known to the proxy before it starts, as in a configuration: requests come as soon as /readyz allows. */
  async function start(port: number, operationsPort: number): Promise<void> {
    const isUsed = proxy.add({ port, operationsPort });
    apis.set(port, await studio.startApi({ port, studio: { operationsPort } }));
    await isUsed;
  }
  const operationsPortOf = ({ ready }: StudioApi): number => Number(ready['operationsPort']);
  const askReady = async (operationsPort: number): Promise<[status: number, text: string] | null> => {
    const answer = await send(`http://127.0.0.1:${operationsPort}/readyz`).catch(() => null);
    return answer && [answer.status, answer.bytes.toString()];
  };
  async function isRefused(port: number): Promise<boolean> {
    const socket = connect(port, '127.0.0.1');
    const refused = await once(socket, 'connect').then(
      () => false,
      () => true,
    );
    socket.destroy();
    return refused;
  }
  /** A transaction, until the test ends. */
  async function begin(text: string): Promise<pg.Client> {
    const client = new pg.Client(studio.database);
    await client.connect();
    onTestFinished(() => client.end());
    await client.query(`BEGIN; ${text}`);
    return client;
  }

  /** Stops and starts each process on its port, the next one when the proxy uses this one again. */
  async function restartAll(): Promise<void> {
    for (const [port, api] of [...apis]) {
      await api.end('SIGTERM');
      expect(api.process.exitCode).toBe(0);
      await start(port, operationsPortOf(api));
    }
  }

  test('answer every request of busy clients while both are restarted', async () => {
    let isDone = false;
    const wrong: string[] = [];
    const ids: string[] = [];
    const work = async (client: number): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let turn = 0; !isDone; turn++) {
        const body = { prompt: 'a cube', model: 'v3.1-20260211', client_ref: `${client}.${turn}` };
        const [status, answer] =
          turn % 4 === 0 && turn < CREATIONS * 4
            ? await call(agent, 'POST', '/v3/generation/text-to-model', body)
            : await call(agent, 'GET', '/v3/account/balance');
        if (status !== 200) wrong.push(`${status} ${JSON.stringify(answer)}`);
        if (answer.data?.task_id !== undefined) ids.push(answer.data.task_id);
      }
      agent.destroy();
    };
    const call = async (agent: Agent, method: string, target: string, body?: object) => {
      const headers = { authorization: `Bearer ${studio.apiKey}`, 'content-type': 'application/json' };
      const sent = request(proxy.baseUrl + target, { agent, method, headers });
      sent.end(body && JSON.stringify(body));
      const answer = await responseOf(sent);
      const text = (await buffer(answer)).toString();
      const parsed = JSON.parse(text === '' ? '{}' : text) as { readonly data?: { readonly task_id?: string } };
      return [answer.statusCode, parsed] as const;
    };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
    await restartAll();
    await restartAll();
    isDone = true;
    await clients;
    expect(wrong).toEqual([]);
    expect(proxy.failures).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    const rows = await studio.query('SELECT count(*)::int FROM tasks');
    expect(rows).toEqual([[ids.length]]);
  });

  test('let the queue of the app finish all its jobs, each with one order', async () => {
    await studio.query("UPDATE tasks SET status = 'cancelled' WHERE status IN ('queued', 'running')");
    await studio.query('DELETE FROM pgboss.job');
    const [[earlier] = []] = await studio.query('SELECT count(*)::int FROM tasks');
    const folder = makeTempFolder();
    const { baseUrl } = proxy;
    const side = { name: 'studio', baseUrl, apiKey: studio.apiKey, storage: studio.storage.endpoint };
    const home = await openSides(path.join(folder, 'home'), [side]);
    onTestFinished(() => home.close());
    const settled = home.queue.whenSettled(await orderQuickModels(home, folder, IMAGES));
    await restartAll();
    await settled;
    expect(home.queue.records().map(({ status }) => status)).toEqual(Array(IMAGES).fill('done'));
    expect(await studio.query('SELECT count(*)::int FROM tasks')).toEqual([[Number(earlier) + IMAGES]]);
    expect(proxy.failures).toEqual([]);
  });

  test('say that they are ready when they accept requests and workers take tasks, and not before', async () => {
    const [port, operationsPort, workerPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
    // A process that starts waits as long as another transaction has these.
    const client = await begin('SELECT FROM account FOR UPDATE; LOCK workers');
    const starting = [503, 'This process is starting.\n'];
    const worker = studio.startWorker(1, { studio: { operationsPort: workerPort } });
    await expect.poll(() => askReady(workerPort), { interval: 20 }).toEqual(starting);
    const api = studio.startApi({ port, studio: { operationsPort } });
    await expect.poll(() => askReady(operationsPort), { interval: 20 }).toEqual(starting);
    expect(await isRefused(port)).toBe(true);
    await client.query('ROLLBACK');
    const started = await Promise.all([api, worker]);
    for (const operations of [operationsPort, workerPort])
      await expect.poll(() => askReady(operations)).toEqual([200, 'ok\n']);
    expect(await isRefused(port)).toBe(false);
    await Promise.all(started.map((each) => each.end('SIGKILL')));
  });

  test('say that they are not ready before they refuse connections, and answer what has begun', async () => {
    const port = await findFreePort();
    const publicUrl = `http://127.0.0.1:${port}`;
    const api = { ...(await studio.startApi({ port, studio: { publicUrl, drainSeconds: 3 } })), baseUrl: publicUrl };
    const headers = { authorization: `Bearer ${api.apiKey}`, 'content-type': 'application/json' };
    // A creation waits as long as another transaction has the account.
    const client = await begin('SELECT FROM account FOR UPDATE');
    const order = request(`${publicUrl}/v3/generation/text-to-model`, { method: 'POST', headers });
    order.end(JSON.stringify({ prompt: 'a cube', model: 'v3.1-20260211' }));
    const answered = responseOf(order);
    const waiting = () => studio.query("SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    await expect.poll(async () => (await waiting()).length, { interval: 20 }).toBe(1);
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const ask = async () => {
      const answer = await responseOf(request(`${publicUrl}/v3/account/balance`, { agent, headers }).end());
      await buffer(answer);
      return [answer.statusCode, answer.headers.connection];
    };
    expect(await ask()).toEqual([200, 'keep-alive']);
    api.process.kill('SIGTERM');
    const stopping = [503, 'This process is stopping.\n'];
    await expect.poll(() => askReady(operationsPortOf(api)), { interval: 20 }).toEqual(stopping);
    expect(await isRefused(port)).toBe(false);
    expect(await ask()).toEqual([200, 'close']);
    await expect.poll(() => isRefused(port), { interval: 20 }).toBe(true);
    await client.query('ROLLBACK');
    const answer = await answered;
    answer.resume();
    expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    await api.end();
    expect(api.process.exitCode).toBe(0);
  });
});
