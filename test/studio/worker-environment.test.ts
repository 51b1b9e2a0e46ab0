import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CAN_SEE_PROCESSES, childrenOf } from '../helpers/processes.ts';
import { openOwnStudio, type OwnStudio } from '../helpers/service/own-studio.ts';
import { findPostgres } from '../helpers/service/postgres-server.ts';

describe.skipIf(findPostgres() === null || !CAN_SEE_PROCESSES)('the engine that a worker starts in advance', () => {
  let studio: OwnStudio;
  beforeAll(async () => {
    studio = await openOwnStudio();
  });
  afterAll(() => studio?.close());

  test('inherits no secret of its environment', async () => {
    const { endpoint, bucket, key } = studio.storage;
    const keyVariable = 'DROPFORGE_TEST_KEY';
    const env = {
      ...{ PGPASSWORD: 'a password of the test', [keyVariable]: 'a key of the test' },
      ...{ AWS_ACCESS_KEY_ID: key.accessKeyId, AWS_SECRET_ACCESS_KEY: key.secretAccessKey },
    };
    const generators = [{ name: 'Other', kind: 'service', url: 'http://127.0.0.1:9', keyVariable }];
    const worker = await studio.startWorker(1, { storage: { endpoint, bucket }, generation: { generators }, env });
    const engines = childrenOf(Number(worker.process.pid));
    expect(engines).toHaveLength(1);
    const environment = await readFile(`/proc/${engines[0]}/environ`, 'utf8');
    const names = environment.split('\0').map((line) => line.split('=')[0]);
    expect(names).toContain('MALLOC_ARENA_MAX');
    expect(names.filter((name = '') => name in env)).toEqual([]);
  });
});
