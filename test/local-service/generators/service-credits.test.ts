import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { generatorConfig, type GeneratorConfigOf } from '../../../src-shared/api/generators/generator-config.ts';
import { OPERATIONS } from '../../../src-shared/api/operations.ts';
import { toCredits } from '../../../src-shared/api/pricing/credits.ts';
import type {
  Generator,
  GeneratorRequest,
  GeneratorRun,
} from '../../../src-main/local-service/generators/generator.ts';
import { createGeneratorServer } from '../../../src-main/local-service/generators/http/generator-server.ts';
import { createCreditLimit } from '../../../src-main/local-service/generators/service/credit-limit.ts';
import { createServiceApi } from '../../../src-main/local-service/generators/service/service-api.ts';
import { createServiceGenerator } from '../../../src-main/local-service/generators/service/service-generator.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService } from '../workers/call.ts';
import { drawDisc } from './generator-bench.ts';
import { sendJson, startServer } from './stand-in-server.ts';

const VALUES = { model: 'v3.1-20260211', texture: false };
const PRICE = OPERATIONS.image_to_model.price(VALUES)! / 100;

let folder: string;
let other: LocalService;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-credits-'));
  other = await startLocalService({ dataDir: path.join(folder, 'other'), settings: { ...NO_LIMITS, credits: 10_000 } });
  await writeFile(path.join(folder, 'image.png'), await drawDisc('#d33'));
});
afterAll(async () => {
  await other.stop();
  await rm(folder, { recursive: true, force: true });
});

async function createGenerator(creditsPerDay: number): Promise<Generator> {
  const place = { url: other.baseUrl, keyFile: path.join(other.dataDir, 'key') };
  const config = generatorConfig.parse({ name: 'Other', kind: 'service', ...place, creditsPerDay, pollSeconds: 0.02 });
  const generator = await createServiceGenerator(config as GeneratorConfigOf<'service'>);
  onTestFinished(() => generator.close());
  return generator;
}

/** Generates a model; the words of its failure, or its notes. */
async function generate(generator: Generator, more: Pick<GeneratorRun, 'alone'> = {}): Promise<string> {
  const request: GeneratorRequest = {
    ...{ taskId: randomUUID(), operation: 'image_to_model', texture: false, prompt: null },
    values: VALUES,
    ...{ images: { image: path.join(folder, 'image.png') }, seed: 1, folder, handle: undefined },
    resultPath: path.join(folder, randomUUID()),
  };
  const run = {
    signal: AbortSignal.timeout(600_000),
    onStart() {},
    onProgress() {},
    keepHandle: async () => {},
    ...more,
  };
  return generator.generate(request, run).then(
    ({ notes, parameters }) => JSON.stringify({ notes, parameters }),
    (error: Error) => error.message,
  );
}

const readSpent = async () => {
  const { balance, frozen } = (await callService(other, '/v3/account/balance')).body.data as unknown as {
    balance: number;
    frozen: number;
  };
  return 10_000 - balance - frozen;
};

test('nothing is sent to a service that charges, unless its user allowed credits', async () => {
  expect(await generate(await createGenerator(0))).toBe(
    `Other at ${other.baseUrl} charges for its tasks, so nothing was sent. Set the credits that it may spend per day, or choose another generator.`,
  );
  expect(await readSpent()).toBe(0);
});

test('the credits of a day are not exceeded: not side by side, and not after a restart', async () => {
  const generator = await createGenerator(2 * PRICE - 1);
  const ends = await Promise.all([generate(generator), generate(generator)]);
  expect(ends.toSorted()).toEqual([
    `Other may spend ${(2 * PRICE - 1).toFixed(2)} credits per day at ${other.baseUrl}, and this task of ${PRICE.toFixed(2)} credits would exceed that, so nothing was sent. Send it again tomorrow (UTC), or increase its creditsPerDay.`,
    JSON.stringify({
      notes: [{ id: 'generator.charged', params: { name: 'Other', amount: PRICE.toFixed(2) } }],
      parameters: { model: 'v3.1-20260211', seed: 1, credits: PRICE },
    }),
  ]);
  expect(await generate(await createGenerator(2 * PRICE - 1))).toContain('would exceed that, so nothing was sent.');
  expect(await readSpent()).toBe(PRICE);
  expect(await generate(await createGenerator(2 * PRICE))).toContain('generator.charged');
  expect(await readSpent()).toBe(2 * PRICE);
});

test('two generators with the same URL do not exceed the credits of a day side by side', async () => {
  const spent = await readSpent();
  const limit = spent + 2 * PRICE - 1;
  const generators = [await createGenerator(limit), await createGenerator(limit)];
  const ends = await Promise.all(generators.map((generator) => generate(generator)));
  expect(ends.filter((end) => end.includes('generator.charged'))).toHaveLength(1);
  expect(ends.filter((end) => end.includes('would exceed that, so nothing was sent.'))).toHaveLength(1);
  expect(await readSpent()).toBe(spent + PRICE);
});

test('the other clients of a key count, and processes of a studio spend one after the other', async () => {
  const names: string[] = [];
  const alone: GeneratorRun['alone'] = (name, _signal, work) => {
    names.push(name);
    return work(() => Promise.resolve());
  };
  const spent = await readSpent();
  const limit = spent + 3 * PRICE - 1;
  const [one, two] = [await createGenerator(limit), await createGenerator(limit)];
  for (const generator of [one, two]) expect(await generate(generator, { alone })).toContain('generator.charged');
  expect(await generate(one, { alone })).toContain('would exceed that, so nothing was sent.');
  expect(await readSpent()).toBe(spent + 2 * PRICE);
  expect(names).toEqual(Array.from({ length: 3 }, () => `generator ${other.baseUrl}`));
});

test('a process of a studio that loses its turn before it sends a task sends none', async () => {
  const before = await readSpent();
  const sent: number[] = [];
  const alone: GeneratorRun['alone'] = async (_name, _signal, work) => {
    // The first page of the usage, then the request.
    const turns = [() => Promise.resolve(), () => Promise.reject(new Error('lost'))];
    const lost = await work(async () => turns.shift()?.()).catch((error: Error) => error.message);
    const { frozen } = (await callService(other, '/v3/account/balance')).body.data as unknown as { frozen: number };
    sent.push(frozen + (await readSpent()) - before);
    expect(lost).toBe('lost');
    return work(() => Promise.resolve());
  };
  expect(await generate(await createGenerator(before + PRICE), { alone })).toContain('generator.charged');
  expect(sent).toEqual([0]);
  expect(await readSpent()).toBe(before + PRICE);
});

test.each([
  ['170.00', true],
  [170.00000000000003, false],
  ['170.001', false],
  ['170,00', false],
  [1e21, false],
  [{ amount: 1 }, false],
  [null, true],
  [undefined, true],
])('a charge of %j in the usage of a day leaves credits for a task of 30 of 200: %s', async (charge, isCreated) => {
  const row = { task_id: 'a', type: 'x', status: 'success', created_at: new Date().toISOString() };
  const { url, stop } = await startServer((request, response) => {
    const isUsage = request.url?.startsWith('/v3/account/usage');
    const data = isUsage ? [{ ...row, credits_consumed: charge }] : { balance: 1_000, frozen: 0 };
    sendJson(response, 200, { code: 0, data });
  });
  const server = createGeneratorServer('Other', 'service', url);
  onTestFinished(async () => {
    await server.close();
    await stop();
  });
  const api = createServiceApi(server, 'key');
  const limit = createCreditLimit({ name: 'Other', url, creditsPerDay: 200 }, api, () => new Date());
  const signal = AbortSignal.timeout(600_000);
  const ended = limit.spend(toCredits(3_000), { signal }, () => Promise.resolve('created'));
  if (isCreated) expect(await ended).toBe('created');
  else await expect(ended).rejects.toThrow('would exceed that, so nothing was sent.');
});
