import { copyFile, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createDirectReader } from '../../src-main/readers/direct-reader.ts';
import type { JobRecord } from '../../src-main/pipeline/job-record.ts';
import { createReferenceStore, referencePath, referencesFolder } from '../../src-main/pipeline/reference-store.ts';
import { openQueueStore } from '../../src-main/queue/store/queue-store.ts';
import { readManifests } from '../../src-main/queue/store/job-manifests.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { LATEST_TEXTURE_VERSION } from '../../src-shared/api/models/generation-models.ts';
import type { Recipe } from '../../src-shared/recipes/recipe.ts';
import { parseReference, toReferenceText, type ImageReference } from '../../src-shared/operations/image-reference.ts';
import { startLocalService, type LocalService } from '../helpers/service/local-service.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openQueue, type QueueBench } from './bench.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;
const MINUTE_MS = 60_000;
/** Small textures, for tests of what is sent and paid. */
const FAST = { model: LATEST_TEXTURE_VERSION, texture_quality: 'fast' } as const;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

/** Keeps an image of one colour, or of a thing of it, in the library of a home; answers the value that names it. */
async function keepColor(home: string, color: string, isThing = false): Promise<string> {
  const folder = makeTempFolder();
  const file = path.join(folder, `${color}.png`);
  const shape = isThing ? '<path d="M20 90 L30 20 Q50 5 70 25 L85 90 Z"/>' : '<rect width="96" height="96"/>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" fill="${color}">${shape}</svg>`;
  await sharp(Buffer.from(svg)).png().toFile(file);
  return toReferenceText(
    await createReferenceStore(home, createDirectReader(SYSTEM.disk), SYSTEM).add({ path: file, name: `${color}.png` }),
  );
}

/** A queue whose first job made a model of a blue shape. */
async function openMade(root = makeTempFolder()): Promise<QueueBench & { readonly id: string }> {
  const bench = await openQueue(service, STRICT, root);
  bench.queue.start();
  return { ...bench, id: await addMade(bench) };
}

/** One more job that made a model. */
async function addMade({ queue, picture, options }: QueueBench): Promise<string> {
  const [record] = queue.add([{ path: picture, kind: 'picture', bytes: 1 }], options);
  await queue.whenSettled([record?.id ?? '']);
  expect(queue.find(record?.id ?? '')).toMatchObject({ status: 'done' });
  return record?.id ?? '';
}

const texture = (params: Readonly<Record<string, unknown>>) =>
  ({ from: 0, operation: 'texture_model', params: { ...FAST, ...params } }) as const;
const image = (value: string) => texture({ texture_prompt: { image: value } });
const fileOf = (home: string, value: string): string =>
  referencePath(referencesFolder(home), parseReference(value) as ImageReference);

/** Mean colour of a model's colour map, and how far apart its reds are: red, green, blue, spread. */
async function lookOf(record: JobRecord, step: number): Promise<{ readonly mean: number[]; readonly spread: number }> {
  const artifact = record.artifacts.find((each) => each.step === step && each.format === 'glb');
  const glb = await readFile(artifact?.path ?? '');
  const length = glb.readUInt32LE(12);
  const gltf = JSON.parse(glb.toString('utf8', 20, 20 + length)) as {
    materials: { pbrMetallicRoughness: { baseColorTexture: { index: number } } }[];
    textures: { source?: number; extensions?: Record<string, { source: number }> }[];
    images: { bufferView: number }[];
    bufferViews: { byteOffset?: number; byteLength: number }[];
  };
  const used = gltf.textures[gltf.materials[0]?.pbrMetallicRoughness.baseColorTexture.index ?? 0];
  const source = used?.source ?? Object.values(used?.extensions ?? {})[0]?.source ?? 0;
  const view = gltf.bufferViews[gltf.images[source]?.bufferView ?? 0];
  const begin = 20 + length + 8 + (view?.byteOffset ?? 0);
  const { channels } = await sharp(glb.subarray(begin, begin + (view?.byteLength ?? 0))).stats();
  return { mean: channels.slice(0, 3).map(({ mean }) => mean), spread: channels[0]?.stdev ?? 0 };
}

describe('an image of this computer as the look of a model', () => {
  test('is uploaded when it is ordered, sent as a token, and changes the texture; the job keeps its name', async () => {
    const bench = await openMade();
    const upload = vi.spyOn(bench.client, 'upload');
    const red = await keepColor(bench.home, 'red');
    bench.queue.operate(bench.id, image(red));
    await bench.queue.whenSettled([bench.id]);
    const record = bench.only();
    expect(record).toMatchObject({
      status: 'done',
      error: null,
      steps: [{}, { params: { texture_prompt: { image: red } } }],
    });
    expect([upload.mock.calls.length, bench.proxy.posts()]).toEqual([1, 2]);
    const [before, after] = [await lookOf(record, 0), await lookOf(record, 1)];
    expect((before.mean[2] ?? 0) - (before.mean[0] ?? 0)).toBeGreaterThan(20);
    expect((after.mean[0] ?? 0) - (after.mean[2] ?? 0)).toBeGreaterThan(20);
    const told = JSON.stringify(await bench.client.query('GET', `/v3/tasks/${record.steps[1]?.taskId}`));
    expect(told).toMatch(/"image":"file_/);
    expect(told).not.toContain('ref:');
    // What comes back from the manifests names it, too, and no token.
    const [restored] = readManifests(path.join(bench.home, 'library'));
    expect(restored?.steps[1]?.params).toMatchObject({ texture_prompt: { image: red } });
    expect(restored?.references).toBeUndefined();
  });

  test('can be four images, each uploaded once', async () => {
    const bench = await openMade();
    const upload = vi.spyOn(bench.client, 'upload');
    const [red, lime] = [await keepColor(bench.home, 'red', true), await keepColor(bench.home, 'lime', true)];
    bench.queue.operate(bench.id, texture({ texture_prompt: { images: [red, lime, red, lime] } }));
    await bench.queue.whenSettled([bench.id]);
    expect(bench.only()).toMatchObject({ status: 'done', error: null });
    expect(upload).toHaveBeenCalledTimes(2);
    const { mean } = await lookOf(bench.only(), 1);
    expect(Math.max(mean[0] ?? 0, mean[1] ?? 0) - (mean[2] ?? 0)).toBeGreaterThan(20);
  });

  test('is uploaded once for all orders, and what was made with it is not bought again, whatever it is called', async () => {
    const bench = await openMade();
    const upload = vi.spyOn(bench.client, 'upload');
    const red = await keepColor(bench.home, 'red');
    bench.queue.operate(bench.id, image(red));
    await bench.queue.whenSettled([bench.id]);
    bench.queue.operate(bench.id, texture({ texture_prompt: { image: red }, texture_alignment: 'geometry' }));
    await bench.queue.whenSettled([bench.id]);
    expect([upload.mock.calls.length, bench.proxy.posts()]).toEqual([1, 3]);
    // Other jobs share one, now that the service is known to echo what tells orders apart.
    const [second, third] = [await addMade(bench), await addMade(bench)];
    const uploads = upload.mock.calls.length;
    for (const id of [second, third]) {
      bench.queue.operate(id, image(red));
      await bench.queue.whenSettled([id]);
      expect(bench.queue.find(id)).toMatchObject({ status: 'done' });
    }
    expect([upload.mock.calls.length - uploads, bench.proxy.posts()]).toEqual([1, 7]);
    const seed = bench.only().steps[1]?.params['texture_seed'];
    const renamed = red.replace(/red\.png$/, 'crimson.png');
    bench.queue.operate(bench.id, texture({ texture_prompt: { image: renamed }, texture_seed: seed }));
    await bench.queue.whenSettled([bench.id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 7]);
    expect(bench.only().steps[3]).toMatchObject({ creditsConsumed: '0.00' });
  });

  test('that is gone fails its step with its name before anything is sent; put back, a retry makes it', async () => {
    const bench = await openMade();
    const red = await keepColor(bench.home, 'red');
    await rm(fileOf(bench.home, red));
    bench.queue.operate(bench.id, image(red));
    await bench.queue.whenSettled([bench.id]);
    expect(bench.only()).toMatchObject({
      status: 'failed',
      error: { code: 'reference_missing', subject: 'red.png', retryable: false },
      steps: [{ status: 'done' }, { status: 'failed', taskId: null }],
    });
    expect(bench.proxy.posts()).toBe(1);
    await keepColor(bench.home, 'red');
    bench.queue.retry([bench.id]);
    await bench.queue.whenSettled([bench.id]);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 2]);
  });

  test('of a recipe that is gone stops the whole job before its first step is paid', async () => {
    const bench = await openQueue(service, STRICT);
    const red = await keepColor(bench.home, 'red');
    await rm(fileOf(bench.home, red));
    const picture: Recipe = {
      ...{ id: 'red', version: 1, name: 'Red', help: '', takes: 'picture', basedOn: null },
      steps: [
        { operation: 'image_to_model', params: { model: 'P1-20260311' }, from: null, exports: null },
        { operation: 'texture_model', params: { ...FAST, texture_prompt: { image: red } }, from: 0, exports: 'glb' },
      ],
    };
    const source = { path: bench.picture, kind: 'picture', bytes: 1 } as const;
    const [record] = bench.queue.add([source], { ...bench.options, recipe: { picture } });
    bench.queue.start();
    await bench.queue.whenSettled([record?.id ?? '']);
    expect(bench.only()).toMatchObject({ status: 'failed', error: { code: 'reference_missing', subject: 'red.png' } });
    expect(bench.proxy.posts()).toBe(0);
    await keepColor(bench.home, 'red');
    bench.queue.retry([record?.id ?? '']);
    await bench.queue.whenSettled([record?.id ?? '']);
    expect([bench.only().status, bench.proxy.posts()]).toEqual(['done', 2]);
    const again = bench.queue.repeat(record?.id ?? '', 'new');
    expect([again.steps[1]?.params, again.references]).toMatchObject([{ texture_prompt: { image: red } }, undefined]);
    await bench.queue.whenSettled([again.id]);
    expect(bench.queue.find(again.id)).toMatchObject({ status: 'done' });
  });

  test('that was changed on the disk is never sent in place of the one that was chosen', async () => {
    const bench = await openMade();
    const upload = vi.spyOn(bench.client, 'upload');
    const [red, lime] = [await keepColor(bench.home, 'red'), await keepColor(bench.home, 'lime')];
    await copyFile(fileOf(bench.home, lime), fileOf(bench.home, red));
    bench.queue.operate(bench.id, image(red));
    await bench.queue.whenSettled([bench.id]);
    expect(bench.only()).toMatchObject({ status: 'failed', error: { code: 'reference_missing', subject: 'red.png' } });
    expect([upload.mock.calls.length, bench.proxy.posts()]).toEqual([0, 1]);
  });
});

describe('a restart', () => {
  test('between the upload and the order sends what was written down, and uploads nothing again', async () => {
    const root = makeTempFolder();
    const first = await openMade(root);
    const red = await keepColor(first.home, 'red');
    const { serverTime } = first.client;
    const closed = new Promise<void>((resolve) => {
      // The last moment at which stopping costs nothing.
      const asked = vi.spyOn(first.client, 'serverTime').mockImplementation(() => {
        // Searches for lost tasks ask for it, too.
        if (first.only().references !== undefined) {
          asked.mockRestore();
          resolve(first.queue.close());
        }
        return serverTime();
      });
    });
    first.queue.operate(first.id, image(red));
    await closed;
    expect(first.proxy.posts()).toBe(1);

    const second = await openQueue(service, STRICT, root);
    const upload = vi.spyOn(second.client, 'upload');
    expect(second.only().references).toMatchObject([{ sha256: parseReference(red)?.sha256 }]);
    // What is written down needs the image no more.
    await rm(fileOf(second.home, red));
    second.queue.start();
    await second.queue.whenSettled([first.id]);
    expect(second.only()).toMatchObject({ status: 'done', error: null });
    expect([upload.mock.calls.length, second.proxy.posts()]).toEqual([0, 1]);
  });

  test('with a token that the service no longer takes uploads anew, once', async () => {
    const root = makeTempFolder();
    const first = await openMade(root);
    const red = await keepColor(first.home, 'red');
    first.queue.pause();
    first.queue.operate(first.id, image(red));
    await first.queue.close();
    const store = openQueueStore(first.home);
    const [record] = store.jobs.readJobs();
    const sha256 = parseReference(red)?.sha256 ?? '';
    const stale = { token: 'file_stale', issuedAt: Date.now() - 5 * MINUTE_MS, sha256 };
    store.jobs.saveJob({ ...(record as JobRecord), references: [stale] });
    store.close();

    const second = await openQueue(service, STRICT, root);
    const upload = vi.spyOn(second.client, 'upload');
    second.queue.start();
    second.queue.resume();
    await second.queue.whenSettled([first.id]);
    expect(second.only()).toMatchObject({ status: 'done', error: null });
    expect([upload.mock.calls.length, second.proxy.posts()]).toEqual([1, 2]);
    expect(second.only().references).toMatchObject([{ sha256, token: expect.not.stringContaining('stale') as string }]);
  });
});
