import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { generatorConfig, type GeneratorConfigOf } from '../../../src-shared/api/generators/generator-config.ts';
import { MAX_TASK_MISSES } from '../../../src-shared/api/protocol/limits.ts';
import type { Generator, GeneratorRequest } from '../../../src-main/local-service/generators/generator.ts';
import { createServiceGenerator } from '../../../src-main/local-service/generators/service/service-generator.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { drawDisc } from './generator-bench.ts';
import { startServiceFront, type ServiceFront } from './service-front.ts';

let folder: string;
let other: LocalService;
let front: ServiceFront;
let generator: Generator;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-orders-'));
  other = await startLocalService({ dataDir: path.join(folder, 'other') });
  front = await startServiceFront(other);
  await writeFile(path.join(folder, 'image.png'), await drawDisc('#d33'));
  const keyFile = path.join(other.dataDir, 'key');
  const config = generatorConfig.parse({ name: 'Other', kind: 'service', url: front.url, keyFile, pollSeconds: 0.02 });
  generator = await createServiceGenerator(config as GeneratorConfigOf<'service'>);
});
afterAll(async () => {
  await generator.close();
  await front.stop();
  await other.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  Object.assign(front, { misses: 0, isHolding: false });
  front.created.length = 0;
});

const request = (handle?: object): GeneratorRequest => ({
  ...{ taskId: randomUUID(), operation: 'image_to_model', texture: false, prompt: null },
  values: { model: 'v3.1-20260211', texture: false },
  ...{ images: { image: path.join(folder, 'image.png') }, seed: 1, folder, handle },
  resultPath: path.join(folder, 'result'),
});

/** Runs a request; `kept` are its handles. */
function run(asked: GeneratorRequest) {
  const control = new AbortController();
  const kept: object[] = [];
  const result = generator.generate(asked, {
    signal: control.signal,
    onStart: () => undefined,
    onProgress: () => undefined,
    keepHandle: async (handle) => void kept.push(handle),
  });
  return { control, kept, result };
}

test('a task that a replica does not know yet is not created again', async () => {
  front.misses = MAX_TASK_MISSES - 1;
  const { notes } = await run(request()).result;
  expect(front.created).toHaveLength(1);
  expect(notes.map(({ id }) => id)).not.toContain('generator.sent-again');
});

test('a task that is not found query after query is created again', async () => {
  front.misses = MAX_TASK_MISSES;
  const { notes } = await run(request()).result;
  expect(front.created).toHaveLength(2);
  expect(notes.map(({ id }) => id)).toContain('generator.sent-again');
});

test('a creation whose response is on its way when the service stops is not sent again', async () => {
  front.isHolding = true;
  const { control, kept, result } = run(request());
  const ended = expect(result).rejects.toThrow('the service stops');
  await expect.poll(() => front.created).toHaveLength(1);
  control.abort(new Error('the service stops'));
  front.release();
  await ended;
  expect(kept).toEqual([{ taskId: front.created[0] }]);
  front.isHolding = false;
  await run(request(kept[0])).result;
  expect(front.created).toHaveLength(1);
});
