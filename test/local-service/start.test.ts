import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lockFolder } from '../../src-main/base/sqlite/lock-folder.ts';
import { spawnLocalService, startLocalService } from '../helpers/service/local-service.ts';
import { callService } from './workers/call.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-start-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts what is meant to fail; answers its exit code and its words. */
async function refusal(setup: { config?: unknown; port?: number }): Promise<{ code: number | null; words: string }> {
  const child = await spawnLocalService({ dataDir, ...setup });
  const code = await child.exited;
  return { code, words: child.stderr().trim() };
}

describe('the configuration', () => {
  test('an unknown key is named in a sentence, with exit code 2', async () => {
    const { code, words } = await refusal({ config: { dataDir, prot: 80 } });
    expect(code).toBe(2);
    expect(words).toContain('Unknown key "prot"; the keys are port, dataDir, region,');
    expect(words.split('\n')).toHaveLength(1);
  });

  test('what is wrong or negative is named', async () => {
    expect((await refusal({ config: { dataDir, port: 70_000 } })).words).toContain('port');
    expect((await refusal({ config: { dataDir, credits: '-1' } })).words).toContain('credits');
    expect((await refusal({ config: { dataDir, credits: '1.005' } })).words).toContain('credits');
  });

  test('without credits everything is free; decimals are exact', async () => {
    const free = await startLocalService({ dataDir });
    expect((await callService(free, '/v3/account/balance')).body.data).toEqual({ balance: 0, frozen: 0 });
    await free.stop();
    const paid = await startLocalService({ dataDir, credits: '0.30' });
    expect((await callService(paid, '/v3/account/balance')).body.data).toEqual({ balance: 0.3, frozen: 0 });
    await paid.stop();
    const again = await startLocalService({ dataDir, credits: 0.3 });
    expect((await callService(again, '/v3/account/balance')).body.data).toEqual({ balance: 0.3, frozen: 0 });
    await again.stop();
  });
});

describe('starting and stopping', () => {
  test('a port in use is a sentence, with exit code 2', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { port: number };
    const { code, words } = await refusal({ port });
    holder.close();
    expect(code).toBe(2);
    expect(words).toBe(`Port ${port} is in use. Choose another, or 0 for any free one.`);
  });

  test('a data folder serves one service at a time, and kill -9 lets go of it', async () => {
    const first = await startLocalService({ dataDir });
    const { code, words } = await refusal({});
    expect(code).toBe(2);
    expect(words).toContain('Another local service is using');
    expect((await callService(first, '/v3/account/balance')).status).toBe(200);
    await first.kill();
    const second = await startLocalService({ dataDir });
    await second.stop();
  });

  test('a service waits for its predecessor to let go', async () => {
    const lock = lockFolder(dataDir);
    const child = await spawnLocalService({ dataDir });
    const ready = once(createInterface({ input: child.stdout }), 'line');
    await expect.poll(child.stderr).toContain('is still using');
    lock.release();
    expect(await Promise.race([ready, child.exited])).toEqual([expect.stringContaining('"baseUrl"')]);
    child.process.kill('SIGTERM');
    expect(await child.exited).toBe(0);
  });

  test('the key is made once, long, and for its owner only', async () => {
    const first = await startLocalService({ dataDir });
    await first.stop();
    const second = await startLocalService({ dataDir });
    await second.stop();
    expect(second.apiKey).toBe(first.apiKey);
    expect(first.apiKey.length).toBeGreaterThanOrEqual(43);
    expect((await readFile(path.join(dataDir, 'key'), 'utf8')).trim()).toBe(first.apiKey);
    if (process.platform !== 'win32') {
      expect((await stat(path.join(dataDir, 'key'))).mode & 0o777).toBe(0o600);
      expect((await stat(dataDir)).mode & 0o077).toBe(0);
    }
  });

  test('the first key cannot be revoked in the console', async () => {
    const service = await startLocalService({ dataDir });
    const headers = { authorization: `Bearer ${service.consoleToken}` };
    const keys = await callService(service, '/console/api/keys', { headers });
    expect(keys.body.data).toMatchObject([{ id: 'first', createdAt: null }]);
    expect((await callService(service, '/console/api/keys/first', { method: 'DELETE', headers })).status).toBe(400);
    expect((await callService(service, '/v3/account/balance')).status).toBe(200);
    await service.stop();
  });

  test('it ends with code 0 on SIGTERM and SIGINT', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = await startLocalService({ dataDir });
      service.process.kill(signal);
      const [code] = (await once(service.process, 'close')) as [number];
      expect(code).toBe(0);
    }
  });

  test('a child ends when its parent’s pipe ends; others do not look at it', async () => {
    const child = await startLocalService({ dataDir });
    child.process.stdin?.end();
    const [code] = (await once(child.process, 'close')) as [number];
    expect(code).toBe(0);

    const alone = await startLocalService({ dataDir, withParent: false });
    alone.process.stdin?.end();
    expect((await callService(alone, '/v3/account/balance')).status).toBe(200);
    await alone.stop();
  });
});
