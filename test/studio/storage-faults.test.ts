import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_CEPH, NO_CEPH, type Ceph } from '../helpers/service/ceph.ts';
import { startCephServer, type S3Server } from '../helpers/service/file-storages.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';
import type { StudioApi } from '../helpers/service/studio.ts';
import { openFaultStudio, type FaultStudio } from './fault-studio.ts';
import { expectBooks } from './studio-books.ts';

const bin = findPostgres();

describe.skipIf(bin === null || !HAS_CEPH)(`a studio with Ceph${HAS_CEPH ? '' : ` (${NO_CEPH})`}`, () => {
  const apis: StudioApi[] = [];
  let studio: FaultStudio<S3Server & Ceph>;
  /** Data folder of the worker. */
  let dataDir: string;
  beforeAll(async () => {
    studio = await openFaultStudio(() => apis, startCephServer);
    apis.push(await studio.startApi());
    dataDir = await mkdtemp(path.join(tmpdir(), 'dropforge-worker-'));
    await studio.startWorker(2, { dataDir });
  });
  afterAll(async () => {
    await studio.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('ends each task once although the gateway is killed in the middle of the work', async () => {
    const started = await Promise.all([studio.order(), studio.order(), studio.order()]);
    await studio.storage.killGateway();
    const meanwhile = studio.order();
    await studio.storage.startGateway();
    await studio.expectMade([...started, await meanwhile]);
  });

  test('fails and refunds what a full storage does not take, and works when there is room', async () => {
    const failed = await studio.client.untilEnded(await studio.order(() => studio.storage.limit(1)));
    expect([failed.status, failed.error_code]).toEqual(['failed', 1001]);
    await expectBooks(studio.query);
    await studio.storage.limit(null);
    await studio.expectMade([await studio.order()]);
    await expect.poll(() => readdir(path.join(dataDir, 'drafts'))).toEqual([]);
  });
});
