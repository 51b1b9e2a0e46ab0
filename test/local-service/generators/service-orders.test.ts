import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { generatorConfig, type GeneratorConfigOf } from '../../../src-shared/api/generators/generator-config.ts';
import { MAX_TASK_MISSES } from '../../../src-shared/api/protocol/limits.ts';
import type { Generator, GeneratorRequest } from '../../../src-main/local-service/generators/generator.ts';
import { generate } from '../../../src-main/local-service/generators/run-in-generator.ts';
import { openTaskFolder } from '../../../src-main/local-service/generators/task-folder.ts';
import { createServiceGenerator } from '../../../src-main/local-service/generators/service/service-generator.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { drawDisc } from './generator-bench.ts';
import { startServiceFront, type ServiceFront } from './service-front.ts';

/** A generator, its service, and the gateway between them. */
interface Place {
  readonly other: LocalService;
  readonly front: ServiceFront;
  readonly generator: Generator;
}

const LISTING_DELAY_MS = 300;
const UNCONFIRMED =
  'Other may charge for this task, and Dropforge does not know how it ended. Look for it there. If it is missing, send the task again.';

let folder: string;
let free: Place;
let charging: Place;
/** It waits for a second. */
let hasty: Place;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-orders-'));
  await writeFile(path.join(folder, 'image.png'), await drawDisc('#d33'));
  free = await openPlace('free', {}, 0);
  charging = await openPlace('charging', { credits: 10_000 }, 10_000);
  hasty = { ...charging, generator: await createGenerator(charging, 10_000, 1) };
});
afterAll(async () => {
  await hasty.generator.close();
  for (const { generator, front, other } of [free, charging]) {
    await generator.close();
    await front.stop();
    await other.stop();
  }
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  for (const { front } of [free, charging]) {
    Object.assign(front, { posed: null, misses: 0, isHolding: false, breaks: [] });
    Object.assign(front, { unlisted: [], historyStatus: 200, busy: [], downloads: [], queries: 0 });
    front.created.length = 0;
  }
});

async function openPlace(name: string, settings: { credits?: number }, creditsPerDay: number): Promise<Place> {
  const other = await startLocalService({ dataDir: path.join(folder, name), settings: { ...NO_LIMITS, ...settings } });
  const front = await startServiceFront(other);
  return { other, front, generator: await createGenerator({ other, front }, creditsPerDay) };
}

function createGenerator(
  { other, front }: Pick<Place, 'other' | 'front'>,
  creditsPerDay: number,
  timeLimitSeconds = 1_800,
): Promise<Generator> {
  const config = generatorConfig.parse({
    ...{ name: 'Other', kind: 'service', url: front.url, keyFile: path.join(other.dataDir, 'key'), creditsPerDay },
    ...{ pollSeconds: 0.02, patienceSeconds: 0.5, timeLimitSeconds },
  });
  return createServiceGenerator(config as GeneratorConfigOf<'service'>, LISTING_DELAY_MS);
}

const request = (handle?: object): GeneratorRequest => ({
  ...{ taskId: randomUUID(), operation: 'image_to_model', texture: false, prompt: null },
  values: { model: 'v3.1-20260211', texture: false },
  ...{ images: { image: path.join(folder, 'image.png') }, seed: 1, folder, handle },
  resultPath: path.join(folder, 'result'),
});

/** Runs a request; `kept` are its handles. */
function run(asked: GeneratorRequest, { generator }: Place = free) {
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

/** Runs a request until its task is created, and stops before the response; its handles. `release`: the response still arrives. */
async function stopWhileCreating(place: Place, release: boolean): Promise<readonly object[]> {
  const { front } = place;
  front.isHolding = true;
  const { control, kept, result } = run(request(), place);
  const ended = expect(result).rejects.toThrow('the service stops');
  await expect.poll(() => front.created).toHaveLength(1);
  control.abort(new Error('the service stops'));
  if (release) front.release();
  await ended;
  front.isHolding = false;
  front.release();
  return kept;
}

test('a task that a replica does not know yet is not created again', async () => {
  free.front.misses = MAX_TASK_MISSES - 1;
  const { notes } = await run(request()).result;
  expect(free.front.created).toHaveLength(1);
  expect(notes.map(({ id }) => id)).not.toContain('generator.sent-again');
});

test('a task that is not found query after query is created again', async () => {
  free.front.misses = MAX_TASK_MISSES;
  const { notes } = await run(request()).result;
  expect(free.front.created).toHaveLength(2);
  expect(notes.map(({ id }) => id)).toContain('generator.sent-again');
});

test('a creation whose response is on its way when the service stops is not sent again', async () => {
  const { front } = free;
  const kept = await stopWhileCreating(free, true);
  expect(kept).toMatchObject([{ order: { operation: 'image_to_model' } }, { taskId: front.created[0] }]);
  await run(request(kept[1])).result;
  expect(front.created).toHaveLength(1);
});

test('a creation without a response before the service ended is found in the history, not sent again', async () => {
  for (const place of [free, charging]) {
    const kept = await stopWhileCreating(place, false);
    expect(kept).toMatchObject([{ order: { operation: 'image_to_model' } }]);
    const { notes } = await run(request(kept[0]), place).result;
    expect(place.front.created).toHaveLength(1);
    expect(notes.map(({ id }) => id)).toContain('generator.resumed');
  }
});

test('a creation whose connection breaks is found in the history, not sent again', async () => {
  for (const place of [free, charging]) {
    place.front.breaks = [0];
    const { notes } = await run(request(), place).result;
    expect(place.front.created).toHaveLength(1);
    expect(notes.map(({ id }) => id)).not.toContain('generator.resumed');
  }
});

test('a creation without a response that is not in the history is sent again only if it is free', async () => {
  Object.assign(free.front, { breaks: [0], unlisted: ['image_to_model'] });
  await run(request()).result;
  expect(free.front.created).toHaveLength(2);

  Object.assign(charging.front, { breaks: [0], unlisted: ['image_to_model'] });
  const { kept, result } = run(request(), charging);
  await expect(result).rejects.toThrow(UNCONFIRMED);
  await expect(run(request(kept[0]), charging).result).rejects.toThrow(UNCONFIRMED);
  expect(charging.front.created).toHaveLength(1);
});

test('a task that may be charged is not sent again, whatever keeps it from being found', async () => {
  const { front } = charging;
  front.isHolding = true;
  const { kept, result } = run(request(), charging);
  const unconfirmed = expect(result).rejects.toThrow(UNCONFIRMED);
  await expect.poll(() => front.created).toHaveLength(1);
  front.historyStatus = 502;
  front.cut();
  await unconfirmed;
  await expect(run(request(kept[0]), charging).result).rejects.toThrow(UNCONFIRMED);
  expect(front.created).toHaveLength(1);

  // Its response came, and its service forgot it.
  Object.assign(front, { isHolding: false, historyStatus: 200, misses: MAX_TASK_MISSES });
  await expect(run(request(), charging).result).rejects.toThrow(UNCONFIRMED);
  expect(front.created).toHaveLength(2);
});

test('a service that is busy for a moment is asked again, and its rate limit is waited for', async () => {
  for (const place of [free, charging]) {
    const { front } = place;
    front.busy = ['/v3/account/', '/v3/files', '/v3/generation/', '/v3/tasks/', '/outputs/'];
    await run(request(), place).result;
    expect([front.busy, front.created.length]).toEqual([[], 1]);
  }
});

test('a creation that its service has no room for is sent again until it has', async () => {
  const route = '/v3/generation/image-to-model';
  free.front.busy = Array.from({ length: 12 }, (_, cut) => route.slice(0, route.length - cut));
  await run(request()).result;
  expect([free.front.busy, free.front.created.length]).toEqual([[], 1]);
});

/** A task that has ended at a service, as the handle of its work. */
async function finishTask(place: Place): Promise<{ readonly taskId: string }> {
  await run(request(), place).result;
  return { taskId: place.front.created[0]! };
}

test('a result is saved from behind redirects, and from a fresh address if the first one has expired', async () => {
  const { front } = charging;
  const handle = await finishTask(charging);
  for (const [downloads, queries] of [
    [[302, 302, 302], 1],
    [[403], 2],
    [[404, 410, 302], 3],
  ] as const) {
    Object.assign(front, { downloads: [...downloads], queries: 0 });
    await rm(request().resultPath);
    await run(request(handle), charging).result;
    expect((await readFile(request().resultPath)).subarray(0, 4).toString()).toBe('glTF');
    expect([front.downloads, front.queries]).toEqual([[], queries]);
  }
  expect(front.created).toHaveLength(1);
});

test.each([
  [[302, 302, 302, 302], 'its result is behind more than 3 redirects'],
  [[206], 'it sent a web page with status 206'],
  [Array.from({ length: 1_000 }, () => 403), 'it sent a web page with status 403'],
  [Array.from({ length: 1_000 }, () => 503), 'no response'],
])('a charged result that cannot be downloaded says what was charged, and where it is: %#', async (downloads, why) => {
  const { front } = charging;
  front.downloads = downloads;
  const { message } = (await run(request(), charging).result.catch((error: unknown) => error)) as Error;
  expect(message).toMatch(
    /^Other charged \d+\.\d\d credits for this task\. The result could not be saved: .+\. Download it there from the task /,
  );
  expect(message).toContain(why);
  expect(message).toContain(front.created[0]);
  expect(front.created).toHaveLength(1);
});

test('a charged result that cannot be written says so', async () => {
  const { front } = charging;
  const resultPath = path.join(folder, 'gone', 'result');
  const { message } = (await run({ ...request(), resultPath }, charging).result.catch(
    (error: unknown) => error,
  )) as Error;
  expect(message).toContain('The result could not be saved: ENOENT');
  expect(front.created).toHaveLength(1);
});

test('a task that goes on at a service that went away may be charged, and its handle that is damaged too', async () => {
  const { front } = charging;
  const kept = await stopWhileCreating(charging, true);
  await front.stop();
  await expect(run(request(kept[1]), charging).result).rejects.toThrow(UNCONFIRMED);
  await front.start();
  await expect(run({ ...request(), handle: null }, charging).result).rejects.toThrow(UNCONFIRMED);
  expect(front.created).toHaveLength(1);
});

test('a refusal for good leaves no order behind', async () => {
  const { kept, result } = run({ ...request(), values: { model: 'none' } }, charging);
  await expect(result).rejects.toThrow('Other refused the task: model');
  expect(kept).toEqual([expect.objectContaining({}), {}]);
  expect(kept[1]).not.toHaveProperty('order');
});

async function toTextureRequest(): Promise<GeneratorRequest> {
  const model = path.join(folder, 'model.glb');
  await writeFile(model, await makeTexturedSphere(400, 64));
  return {
    ...request(),
    ...{ operation: 'texture_model', texture: true, prompt: 'red clay', images: {}, model },
    values: { model: 'v3.0-20250812' },
  };
}

test('an import without a response is sent again, because it is free; the texture of its model is found', async () => {
  const { front } = charging;
  Object.assign(front, { breaks: [0, 2], unlisted: ['import_model'] });
  const { kept, result } = run(await toTextureRequest(), charging);
  await result;
  const [importId, again, work] = front.created;
  expect([importId === again, front.created.length]).toEqual([false, 3]);
  expect(kept).toMatchObject([
    ...[{ order: { operation: 'import_model' } }, { order: { operation: 'import_model' } }],
    ...[{ importId: again }, { importId: again, order: { operation: 'texture_model' } }, { taskId: work }],
  ]);
});

test('an import that its service forgot is sent again once, because it is free', async () => {
  const { front } = charging;
  front.misses = MAX_TASK_MISSES;
  await run(await toTextureRequest(), charging).result;
  expect(front.created).toHaveLength(3);
  front.created.length = 0;
  front.misses = 2 * MAX_TASK_MISSES;
  await expect(run(await toTextureRequest(), charging).result).rejects.toThrow(
    'Other restarted twice during the task. Look for the cause in its log, then send the task again.',
  );
  expect(front.created).toHaveLength(2);
});

test('a task that the service does not begin within the time limit may be charged', async () => {
  const { front } = hasty;
  front.posed = { type: 'image_to_model', status: 'queued' };
  const { kept, result } = run(request(), hasty);
  await expect(result).rejects.toThrow(UNCONFIRMED);
  await expect(run(request(kept.at(-1)), hasty).result).rejects.toThrow(UNCONFIRMED);
  expect(front.created).toHaveLength(1);
});

function unused(): never {
  throw new Error('The engine has nothing to do.');
}

test.each([
  ['while it runs', { posed: { type: 'image_to_model', status: 'running' } }, UNCONFIRMED],
  ['while its result is saved', { downloads: [0] }, 'The result could not be saved: its time limit was reached.'],
])('the end of the time of a task %s says that it is charged', async (_, pose, words) => {
  const { front, generator } = hasty;
  const handle = await finishTask(charging);
  Object.assign(front, pose);
  const { taskId, values, images } = request();
  const files = await openTaskFolder(folder, taskId);
  await files.keepHandle(handle);
  const end = generate(
    {
      item: { taskId, operation: 'image_to_model', values, sourcePaths: [], folder },
      ...{ operation: 'image_to_model', generator, folder: files, notes: [] },
      events: { onStart: () => undefined, onProgress: () => undefined },
      control: new AbortController(),
      engine: { size: 0, run: unused, cancel: unused, close: unused },
    },
    { images },
  );
  await expect(end).rejects.toThrow(words);
  expect(front.created).toHaveLength(1);
});

test('an import that does not end within the time limit fails its task, and nothing else is sent', async () => {
  const { front } = hasty;
  for (const [status, words] of [
    ['running', 'Other did not finish within 1 second and was stopped.'],
    ['queued', 'Other was busy with other work for 1 second.'],
  ] as const) {
    front.posed = { type: 'import_model', status };
    await expect(run(await toTextureRequest(), hasty).result).rejects.toThrow(words);
  }
  expect(front.created).toHaveLength(2);
});
