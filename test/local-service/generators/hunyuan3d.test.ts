import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { callService, send, untilFinished, upload } from '../workers/call.ts';
import {
  create,
  createImageTask,
  drawDisc,
  expectNothingLeft,
  listLeftovers,
  readMoney,
  runImageTask,
  startWith,
} from './generator-bench.ts';
import { startHunyuan, type HunyuanStandIn } from './hunyuan3d-stand-in.ts';
import { sendJson } from './stand-in-server.ts';

let glb: Uint8Array;
let old: HunyuanStandIn;
let current: HunyuanStandIn;
let folder: string;
let service: LocalService;

const generation = () => ({
  generators: [
    {
      ...{ name: 'Hy2', kind: 'hunyuan3d', url: old.url, pollSeconds: 0.02, patienceSeconds: 5 },
      views: 'fields',
      cleanup: false,
    },
    { name: 'HyMap', kind: 'hunyuan3d', url: old.url, pollSeconds: 0.02, views: 'images', cleanup: false },
    {
      ...{ name: 'Hy21', kind: 'hunyuan3d', url: `${current.url}/`, pollSeconds: 0.02, timeLimitSeconds: 20 },
      cleanup: false,
    },
  ],
  use: { image_to_model: 'Hy21', multiview_to_model: 'Hy2' },
});

beforeAll(async () => {
  glb = await makeTexturedSphere(400, 64);
  old = await startHunyuan('2.0', { kind: 'model', bytes: glb });
  current = await startHunyuan('2.1', { kind: 'model', bytes: glb });
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-hunyuan-'));
  service = await startWith(generation(), { dataDir: folder });
});
afterAll(async () => {
  await service.stop();
  await Promise.all([old.stop(), current.stop()]);
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const server of [old, current]) {
    server.release();
    Object.assign(server, { behavior: { kind: 'model', bytes: glb }, mostAtOnce: 0 });
    server.requests.length = 0;
  }
  await expectNothingLeft(service);
});

/** Sends a task of one image and cancels it while the server works on it. */
async function cancelAtWork(at = service, fields: object = {}): Promise<void> {
  const id = await createImageTask(at, fields);
  await expect.poll(() => current.requests.length).toBe(1);
  const headers = { authorization: `Bearer ${at.consoleToken}` };
  await send(`${at.baseUrl}/console/api/tasks/${id}/cancel`, { method: 'POST', headers, body: {} });
  expect((await untilFinished(at, id)).status).toBe('cancelled');
}

/** The color in the middle of an image. */
async function readColor(image: Buffer): Promise<string> {
  const { width, height } = await sharp(image).metadata();
  const middle = { left: width >> 1, top: height >> 1, width: 1, height: 1 };
  return `#${(await sharp(image).removeAlpha().extract(middle).raw().toBuffer()).toString('hex')}`;
}

const runViews = async (fields: object = {}) => {
  const inputs = await Promise.all(['#d33', '#3d3'].map(async (color) => upload(service, await drawDisc(color))));
  return untilFinished(service, await create(service, 'multiview-to-model', { inputs, ...fields }));
};

describe('Hunyuan3D 2.1', () => {
  test('gets the image and the settings, and its model is the result, unchanged', async () => {
    const { status, output } = await runImageTask(service, {
      ...{ model_seed: -1, face_limit: 500, geometry_quality: 'detailed' },
      parameters: { num_inference_steps: 12, other: 'x' },
    });
    expect([status, output.draft]).toEqual(['success', false]);
    expect(output.notes).toEqual([
      'Generated on this computer with Hy21 (Hunyuan3D 2.1).',
      'Parameters: seed 4294967295, texture true, octree_resolution 384, face_count 1000, num_inference_steps 12.',
    ]);
    expect((await send(output.model_url)).bytes.equals(glb)).toBe(true);
    const [{ image, ...settings } = {}] = current.requests;
    expect(settings).toEqual({
      ...{ seed: 4294967295, texture: true, octree_resolution: 384, face_count: 1000 },
      ...{ num_inference_steps: 12, type: 'glb' },
    });
    expect(Buffer.from(String(image), 'base64').subarray(1, 4).toString()).toBe('PNG');
  });

  test('generates without a texture in one response, because its status never reports that end', async () => {
    const { status, output } = await runImageTask(service, { texture: false });
    expect([status, current.requests[0]?.['texture']]).toEqual(['success', false]);
    expect((await send(output.model_url)).bytes.includes('image/jpeg')).toBe(false);
  });

  test('gets one request after the other', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    const ids = [await createImageTask(service), await createImageTask(service), await createImageTask(service)];
    for (let done = 1; done <= ids.length; done++) {
      await expect.poll(() => current.requests.length).toBe(done);
      current.release();
    }
    for (const id of ids) expect((await untilFinished(service, id)).status).toBe('success');
    expect(current.mostAtOnce).toBe(1);
  });

  test('a cancelled request ends on the server before the next one is sent', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    await cancelAtWork();
    const next = await createImageTask(service);
    const queries = current.queries;
    await expect.poll(() => current.queries).toBeGreaterThan(queries + 3);
    expect(current.requests).toHaveLength(1);
    expect((await callService(service, `/v3/tasks/${next}`)).body.data.status).toBe('queued');
    current.release();
    current.behavior = { kind: 'model', bytes: glb };
    expect((await untilFinished(service, next)).status).toBe('success');
    expect(current.mostAtOnce).toBe(1);
  });

  test('a cancelled request is not waited for after a restart of the server', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    await cancelAtWork();
    await current.restart();
    const { queries } = current;
    const next = await createImageTask(service);
    await expect.poll(() => current.queries).toBeGreaterThan(queries);
    // Its own queries, not those of the request before.
    expect(current.requests).toHaveLength(2);
    current.release();
    expect((await untilFinished(service, next)).status).toBe('success');
  });

  test('a restart is noticed while a cancelled request is waited for', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    await cancelAtWork();
    const next = await createImageTask(service);
    const queries = current.queries;
    await expect.poll(() => current.queries).toBeGreaterThan(queries + 3);
    await current.restart();
    const before = current.queries;
    await expect.poll(() => current.queries).toBeGreaterThan(before + 3);
    expect(current.requests).toHaveLength(2);
    current.release();
    expect((await untilFinished(service, next)).status).toBe('success');
  });

  test('a cancelled request that cannot be queried is not waited for', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    await cancelAtWork();
    let refusals = 0;
    const answer = (response: Parameters<typeof sendJson>[0]) => {
      refusals++;
      sendJson(response, 400, { detail: 'no such work' });
      current.behavior = { kind: 'model', bytes: glb };
    };
    current.behavior = { kind: 'status', answer };
    expect([(await runImageTask(service)).status, refusals]).toEqual(['success', 1]);
  });

  test('a restart during the work sends the request again, once', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    const id = await createImageTask(service, { model_seed: 3 });
    await expect.poll(() => current.requests.length).toBe(1);
    await current.restart();
    current.behavior = { kind: 'model', bytes: glb };
    const { status, output } = await untilFinished(service, id);
    expect([status, current.requests.length]).toEqual(['success', 2]);
    expect(output.notes).toContain('Hy21 restarted and lost the task, so the task was sent to it again.');
    expect(current.requests[0]).toEqual(current.requests[1]);
  });

  test('a request without a response is sent again, and the result says that it may run twice', async () => {
    current.losesResponse = true;
    const { status, output } = await runImageTask(service);
    expect([status, current.requests.length]).toEqual(['success', 2]);
    expect(output.notes).toContain('Hy21 did not respond to the task, so it was sent again and may run there twice.');
  });

  test('a second restart fails the task', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    const id = await createImageTask(service);
    for (let sent = 1; sent <= 2; sent++) {
      await expect.poll(() => current.requests.length).toBe(sent);
      await current.restart();
    }
    expect(await untilFinished(service, id)).toMatchObject({
      ...{ status: 'failed', error_code: 1001 },
      error_message: 'Hy21 restarted twice during the task. Look for the cause in its log, then send the task again.',
    });
  });

  test('the task continues after Dropforge was restarted, without another request', async () => {
    current.behavior = { kind: 'held', bytes: glb };
    const id = await createImageTask(service, { model_seed: 9 });
    await expect.poll(() => current.requests.length).toBe(1);
    await expect.poll(() => listLeftovers(service)).toEqual([id]);
    const queries = current.queries;
    await expect.poll(() => current.queries).toBeGreaterThan(queries);
    await service.stop();
    current.release();
    service = await startWith(generation(), { dataDir: folder });
    const { status, output } = await untilFinished(service, id);
    expect([status, current.requests.length]).toEqual(['success', 1]);
    expect(output.notes).toContain('The task continued in Hy21 after Dropforge was restarted.');
  });
});

describe('a model in one response, before which the server responds to nothing else,', () => {
  /** Asks again after two seconds without a response, and has two tasks at the same time. */
  const startQuick = async (dataDir?: string) => {
    const hunyuan = { name: 'quick', kind: 'hunyuan3d', url: current.url, pollSeconds: 0.02, patienceSeconds: 2 };
    const generators = [{ ...hunyuan, concurrency: 2, cleanup: false }];
    const setup = dataDir === undefined ? {} : { dataDir };
    const own = await startWith({ generators, use: { image_to_model: 'quick' } }, setup);
    onTestFinished(() => own.stop());
    return own;
  };
  /** Queries that it did not respond to are repeated; then it responds. */
  const untilRepeated = async () => {
    await expect.poll(() => current.waiting).toBeGreaterThan(1);
    current.behavior = { kind: 'model', bytes: glb };
    current.release();
  };

  test('does not fail the tasks beside and after it', async () => {
    const own = await startQuick();
    current.behavior = { kind: 'held', bytes: glb };
    const first = await createImageTask(own, { texture: false });
    await expect.poll(() => current.requests.length).toBe(1);
    const second = await createImageTask(own);
    await untilRepeated();
    for (const id of [first, second]) expect((await untilFinished(own, id)).status).toBe('success');

    current.requests.length = 0;
    current.behavior = { kind: 'held', bytes: glb };
    await cancelAtWork(own, { texture: false });
    const next = await createImageTask(own, { texture: false });
    await untilRepeated();
    expect((await untilFinished(own, next)).status).toBe('success');
    expect(current.mostAtOnce).toBe(1);
  });

  test('is waited for after a restart of Dropforge, and sent again', async () => {
    const dataDir = makeTempFolder();
    const own = await startQuick(dataDir);
    current.behavior = { kind: 'held', bytes: glb };
    const id = await createImageTask(own, { texture: false });
    await expect.poll(() => current.requests.length).toBe(1);
    await own.stop();
    const again = await startQuick(dataDir);
    await untilRepeated();
    const { status, output } = await untilFinished(again, id);
    expect([status, current.requests.length, current.mostAtOnce]).toEqual(['success', 2, 1]);
    expect(output.notes).toContain(
      'Dropforge was restarted during the task, so the task may have been sent to quick twice.',
    );
  });
});

describe('Hunyuan3D 2.0', () => {
  test('gets each view in its field', async () => {
    const { status, output } = await runViews({ model_seed: 1 });
    expect([status, output.notes[0]]).toEqual(['success', 'Generated on this computer with Hy2 (Hunyuan3D 2.0).']);
    expect(Object.keys(old.requests[0] ?? {}).toSorted()).toEqual([
      'image_front',
      'image_left',
      'seed',
      'texture',
      'type',
    ]);
  });

  test('gets the views as a map from one that is set to that, and the front view as the image', async () => {
    const { status } = await runViews({ model_seed: 1, parameters: { generator: 'HyMap' } });
    const [{ image, images, ...settings } = {}] = old.requests;
    expect([status, settings]).toEqual(['success', { seed: 1, texture: true, type: 'glb' }]);
    const views = images as Record<string, string>;
    expect([Object.keys(views), views['front']]).toEqual([['front', 'left'], image]);
    const pixels = Object.values(views).map((view) => readColor(Buffer.from(view, 'base64')));
    expect(await Promise.all(pixels)).toEqual(['#dd3333', '#33dd33']);
  });

  test('was restarted if nothing listened for a while', async () => {
    old.behavior = { kind: 'held', bytes: glb };
    const running = runViews();
    await expect.poll(() => old.requests.length).toBe(1);
    await old.stop();
    const lost = { status: 'processing' };
    old.behavior = { kind: 'status', answer: (response) => sendJson(response, 200, lost) };
    await new Promise((resolve) => setTimeout(resolve, 500));
    await old.start();
    old.behavior = { kind: 'model', bytes: glb };
    const { status, output } = await running;
    expect(status).toBe('success');
    expect(output.notes).toContain('Hy2 restarted and lost the task, so the task was sent to it again.');
  });

  test('is not waited for longer than its patience', async () => {
    old.behavior = { kind: 'held', bytes: glb };
    const running = runViews();
    await expect.poll(() => old.requests.length).toBe(1);
    await old.stop();
    try {
      expect(await running).toMatchObject({
        ...{ status: 'failed', error_code: 1001 },
        error_message: 'Hy2 stopped during the task. Start it again, then send the task again.',
      });
      const { error_code, error_message } = await runViews();
      expect([error_code, error_message]).toEqual([
        1001,
        `Hy2 does not respond at ${old.url}. Start it, or correct its address in the settings, then send the task again.`,
      ]);
    } finally {
      await old.start();
    }
  });
});

describe('a fault of the server fails the task with a reason, refunds it, and the next one runs', () => {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const completed = (model_base64: string) => (response: Parameters<typeof sendJson>[0]) =>
    sendJson(response, 200, { status: 'completed', model_base64, initial_model_base64: '' });
  const cases: [
    name: string,
    answer: (response: Parameters<typeof sendJson>[0]) => void,
    code: number,
    words: RegExp,
  ][] = [
    ['garbage', completed(base64(Buffer.alloc(999, 7))), 1000, /^The result of Hy21 is not a usable model\. ./],
    [
      'half a model',
      (r) => completed(base64(glb.slice(0, 5_000)))(r),
      1000,
      /^The result of Hy21 is not a usable model\. ./,
    ],
    ['no model', completed(''), 1000, /^Hy21 finished without a model file\. Make sure/],
    [
      'a model of 2 GB',
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2_863_311_600 });
        response.write('{"status":"completed","model_base64":"AAAA');
      },
      2022,
      /^The result of Hy21 is larger than 300 MB and was discarded\. Reduce/,
    ],
    [
      'a web page',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>nginx</html>'),
      1000,
      /^The server at http:\S+ does not respond like a Hunyuan3D server \(it sent a web page with status 200\)\. Correct/,
    ],
    [
      'an error with status 200',
      (response) => sendJson(response, 200, { detail: 'no worker' }),
      1000,
      /^The server at http:\S+ does not respond like a Hunyuan3D server \(status 200: \{"detail":"no worker"\}\)/,
    ],
    [
      'no memory',
      (response) =>
        sendJson(response, 500, { status: 'error', message: 'CUDA out of memory. Tried to allocate 2 GiB' }),
      2007,
      /^Hy21 ran out of memory\. Close other programs/,
    ],
    [
      'an error',
      (response) => sendJson(response, 500, { status: 'error', message: 'Failed to read generated file' }),
      1000,
      /^Hy21 failed: Failed to read generated file\. Look for the cause in its log/,
    ],
  ];
  test.each(cases)('%s', async (_, answer, code, words) => {
    current.behavior = { kind: 'status', answer };
    const before = await readMoney(service);
    const failed = await runImageTask(service);
    expect(failed).toMatchObject({ status: 'failed', error_code: code });
    expect(failed.error_message).toMatch(words);
    expect(await readMoney(service)).toEqual(before);
    current.behavior = { kind: 'model', bytes: glb };
    expect((await runImageTask(service)).status).toBe('success');
  });

  test('a failure of the work in one response', async () => {
    current.behavior = { kind: 'fails' };
    const failed = await runImageTask(service, { texture: false });
    expect(failed.error_message).toBe(
      'Hy21 failed: it gave no reason. Look for the cause in its log, then send the task again.',
    );
  });

  test('a refused request', async () => {
    const { error_message: words } = await runImageTask(service, { parameters: { num_inference_steps: 50 } });
    expect(words).toMatch(
      /^Hy21 refused the task: .*num_inference_steps.* Correct its settings, then send the task again\.$/,
    );
  });
});

test('work that never ends is stopped by the time limit', async () => {
  const own = await startWith({
    generators: [{ name: 'short', kind: 'hunyuan3d', url: current.url, pollSeconds: 0.02, timeLimitSeconds: 1 }],
    use: { image_to_model: 'short' },
  });
  try {
    current.behavior = { kind: 'texture fails' };
    expect(await runImageTask(own)).toMatchObject({
      ...{ status: 'failed', error_code: 2007 },
      error_message:
        'short did not finish within 1 second and was stopped. Use a smaller input, or increase its timeLimitSeconds.',
    });
    // It has failed, so the next task does not wait for it.
    current.behavior = { kind: 'model', bytes: glb };
    const { queries } = current;
    expect((await runImageTask(own)).status).toBe('success');
    expect(current.queries - queries).toBeLessThan(5);
  } finally {
    await own.stop();
  }
});
