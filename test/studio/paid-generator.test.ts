import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDouble, type S3Server } from '../helpers/service/file-storages.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { findPostgres, startPostgres, type PostgresServer } from '../helpers/service/postgres-server.ts';
import { openTestStudio, type StudioApi, type StudioProcess, type TestStudio } from '../helpers/service/studio.ts';
import { startServiceFront, type ServiceFront } from '../local-service/generators/service-front.ts';
import { callService, untilFinished, upload } from '../local-service/workers/call.ts';
import { QUICK } from './quick-recipe.ts';
import { expectBooks } from './studio-books.ts';

const bin = findPostgres();

describe.skipIf(bin === null)('a studio whose generator is a service that charges', () => {
  let folder: string;
  let server: PostgresServer;
  let storage: S3Server;
  let other: LocalService;
  let front: ServiceFront;
  let studio: TestStudio;
  let api: StudioApi;
  let picture: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'dropforge-paid-'));
    server = await startPostgres(bin ?? '');
    storage = await startDouble();
    other = await startLocalService({
      dataDir: path.join(folder, 'other'),
      settings: { ...NO_LIMITS, credits: 10_000 },
    });
    front = await startServiceFront(other);
    studio = await openTestStudio(server, storage, { credits: 10_000 });
    api = await studio.startApi();
    const svg = '<svg width="96" height="96"><circle cx="48" cy="48" r="40" fill="#d33"/></svg>';
    picture = await sharp(Buffer.from(svg)).png().toBuffer();
  }, 300_000);
  afterAll(async () => {
    await studio.close();
    await front.stop();
    await other.stop();
    await storage.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const startWorker = (): Promise<StudioProcess> =>
    studio.startWorker(1, {
      generation: {
        generators: [
          {
            ...{ name: 'Other', kind: 'service', url: front.url, keyFile: path.join(other.dataDir, 'key') },
            ...{ creditsPerDay: 1_000, pollSeconds: 0.05 },
          },
        ],
        use: { image_to_model: 'Other' },
      },
    });

  test('pays for a task once, although its worker is killed while the task is created', async () => {
    const first = await startWorker();
    front.isHolding = true;
    const body = { ...QUICK, input: await upload(api, picture) };
    const { body: answer } = await callService(api, '/v3/generation/image-to-model', { method: 'POST', body });
    await expect.poll(() => front.created, { timeout: 60_000 }).toHaveLength(1);
    await first.end('SIGKILL');
    front.isHolding = false;
    front.release();
    const second = await startWorker();
    const made = await untilFinished(api, answer.data.task_id);
    expect([made.status, made.error_message ?? '']).toEqual(['success', '']);
    expect(front.created).toHaveLength(1);
    expect(made.output.notes).toContain('The task continued in Other after Dropforge was restarted.');
    await expectBooks(studio.query);
    await second.end();
  });
});
