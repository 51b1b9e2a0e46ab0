import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { findFaketime } from '../helpers/find-faketime.ts';
import { startDouble } from '../helpers/service/file-storages.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi, StudioProcess } from '../helpers/service/studio.ts';
import { openFaultStudio, type FaultStudio } from './fault-studio.ts';
import { expectBooks } from './studio-books.ts';

const bin = findPostgres();
const faketime = findFaketime();
const CAN_MOUNT = process.getuid?.() === 0 && canMount();

describe.skipIf(bin === null)('a host of a studio', () => {
  const apis: StudioApi[] = [];
  let studio: FaultStudio;
  beforeAll(async () => {
    studio = await openFaultStudio(() => apis, startDouble);
    apis.push(await studio.startApi());
  });
  afterAll(() => studio.close());

  async function withWorker<T>(started: Promise<StudioProcess>, work: () => Promise<T>): Promise<T> {
    const worker = await started;
    try {
      return await work();
    } finally {
      await worker.end('SIGKILL');
    }
  }

  test('that does not exist: tasks end without workers, refunded', async () => {
    const impatient = await studio.startApi({ queueTimeoutSeconds: 3 });
    const made = await studio.client.untilEnded(await studio.order());
    await impatient.end('SIGKILL');
    expect([made.status, made.error_code]).toEqual(['failed', 2018]);
    await expectBooks(studio.query);
    expect(await studio.query("SELECT id FROM pgboss.job WHERE state < 'completed'")).toEqual([]);
  });

  test.skipIf(!CAN_MOUNT)('whose disk is full fails its task with a refund, and works when there is room', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'dropforge-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir]);
    onTestFinished(() => {
      execFileSync('umount', ['--lazy', dataDir]);
      rmSync(dataDir, { recursive: true });
    });
    await withWorker(studio.startWorker(1, { dataDir, queueTimeoutSeconds: 600 }), async () => {
      const filler = path.join(dataDir, 'filler');
      const { bavail, bsize } = statfsSync(dataDir);
      writeFileSync(filler, Buffer.alloc(bavail * bsize));
      const failed = await studio.client.untilEnded(await studio.order());
      expect([failed.status, failed.error_code]).toEqual(['failed', 1000]);
      expect(failed.error_message).toMatch(/disk/i);
      rmSync(filler);
      await studio.expectMade([await studio.order()]);
    });
  });

  test.skipIf(faketime === null).each(['+10m', '-10m'])(
    'whose clock is wrong by %s works like any other',
    async (by) => {
      const env = { LD_PRELOAD: faketime ?? '', FAKETIME: by, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
      const api = await studio.startApi({ env });
      apis.push(api);
      await withWorker(studio.startWorker(1, { env }), async () => {
        await studio.expectMade(await Promise.all([studio.order(), studio.order()]));
      });
      apis.pop();
      await api.end('SIGKILL');
    },
  );
});

/** Containers often may not. */
function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'dropforge-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder]);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
