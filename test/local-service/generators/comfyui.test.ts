import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { NO_LIMITS, spawnLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload } from '../workers/call.ts';
import { startComfyui, type ComfyuiBehavior, type ComfyuiStandIn } from './comfyui-stand-in.ts';
import {
  create,
  createImageTask,
  drawDisc,
  expectNothingLeft,
  readMoney,
  runImageTask,
  startWith,
} from './generator-bench.ts';
import { sendJson } from './stand-in-server.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../assets/generators');
const IMAGE_WORKFLOW = path.join(EXAMPLES, 'comfyui-hunyuan3d-image.json');
const VIEWS_WORKFLOW = path.join(EXAMPLES, 'comfyui-hunyuan3d-views.json');

/** Outputs as ComfyUI’s own node for GLB files writes them. */
const saved = (filename: string) => ({ '3d': [{ filename, subfolder: 'mesh', type: 'output' }] });
const FINE: ComfyuiBehavior = { kind: 'outputs', outputs: () => ({ '10': saved('model.glb') }) };
const HELD: ComfyuiBehavior = { kind: 'held', outputs: () => ({ '10': saved('model.glb') }) };

let glb: Uint8Array;
let comfyui: ComfyuiStandIn;
let folder: string;
let service: LocalService;

const generator = (name: string, workflow: string, more: object = {}) => ({
  ...{ name, kind: 'comfyui', url: comfyui.url, workflow, pollSeconds: 0.02, patienceSeconds: 5, cleanup: false },
  ...more,
});
const generation = (more: object = {}) => ({
  generators: [
    generator('Comfy', IMAGE_WORKFLOW, more),
    generator('Views', VIEWS_WORKFLOW),
    generator('Text', path.join(folder, 'text.json')),
    generator('Short', IMAGE_WORKFLOW, { timeLimitSeconds: 1 }),
  ],
  use: { image_to_model: 'Comfy', multiview_to_model: 'Views', text_to_model: 'Text' },
});

beforeAll(async () => {
  glb = await makeTexturedSphere(400, 64);
  comfyui = await startComfyui(FINE);
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-comfyui-'));
  const image = JSON.parse(await readFile(IMAGE_WORKFLOW, 'utf8')) as Record<string, object>;
  // Titles in other cases, a prompt in place of an image, and no node for the output.
  const text = {
    ...{ '1': image['1'], '5': image['5'], '6': image['6'], '8': image['8'], '9': image['9'] },
    '2': { class_type: 'CLIPTextEncode', inputs: { text: '', clip: ['1', 1] }, _meta: { title: ' Dropforge:Prompt ' } },
    '3': {
      class_type: 'CLIPTextEncode',
      inputs: { text: 'bad', clip: ['1', 1] },
      _meta: { title: 'dropforge:negative' },
    },
    '7': {
      ...image['7'],
      inputs: { ...(image['7'] as { inputs: object }).inputs, positive: ['2', 0], negative: ['3', 0] },
    },
    '10': { ...image['10'], _meta: { title: 'Save' } },
  };
  await writeFile(path.join(folder, 'text.json'), JSON.stringify(text));
  service = await startWith(generation(), { dataDir: path.join(folder, 'data') });
});
afterAll(async () => {
  await service.stop();
  await comfyui.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  comfyui.release();
  comfyui.behavior = FINE;
  Object.assign(comfyui, { isChecking: false, isRushing: false });
  comfyui.files.clear();
  comfyui.replaced.clear();
  comfyui.files.set('mesh/model.glb', glb);
  for (const list of [comfyui.prompts, comfyui.interrupted, comfyui.removed]) list.length = 0;
  await expectNothingLeft(service);
});
beforeAll(() => comfyui.files.set('mesh/model.glb', glb));

const cancel = (id: string) =>
  send(`${service.baseUrl}/console/api/tasks/${id}/cancel`, {
    ...{ method: 'POST', headers: { authorization: `Bearer ${service.consoleToken}` }, body: {} },
  });
const progressOf = async (id: string) =>
  ((await callService(service, `/v3/tasks/${id}`)).body.data as unknown as { progress: number }).progress;
const statusOf = async (id: string) => (await callService(service, `/v3/tasks/${id}`)).body.data.status;

describe('a workflow', () => {
  test('gets the image and the seed at the nodes with their titles, and returns the model of its output', async () => {
    const { status, output } = await runImageTask(service, { model_seed: 11, texture_quality: 'detailed' });
    expect([status, output.draft]).toEqual(['success', false]);
    expect(output.notes).toEqual([
      'Generated on this computer with Comfy (ComfyUI 0.3.40, comfyui-hunyuan3d-image.json).',
      'Parameters: workflow comfyui-hunyuan3d-image.json, seed 11.',
      'texture_quality has no effect: Comfy cannot apply it.',
    ]);
    expect((await send(output.model_url)).bytes.equals(glb)).toBe(true);
    const [prompt] = comfyui.prompts;
    expect(prompt?.['7']?.inputs['seed']).toBe(11);
    const name = String(prompt?.['2']?.inputs['image']);
    expect(name).toMatch(/^dropforge\/[\da-f-]{36}-image\.png$/);
    expect(comfyui.uploads.get(name)?.subarray(1, 4).toString()).toBe('PNG');
  });

  test('runs without the nodes of views that a request does not have', async () => {
    const inputs = await Promise.all(
      ['#d33', '', '#3d3'].map(async (color) => color && upload(service, await drawDisc(color))),
    );
    const { status } = await untilFinished(service, await create(service, 'multiview-to-model', { inputs }));
    const [prompt = {}] = comfyui.prompts;
    expect([status, Object.keys(prompt).toSorted()]).toEqual([
      'success',
      ['1', '10', '20', '22', '30', '32', '4', '5', '6', '7', '8', '9'],
    ]);
    expect(prompt['4']?.inputs).toEqual({ front: ['30', 0], back: ['32', 0] });
  });

  test('gets a prompt, and without a title the last node with a model is its output', async () => {
    comfyui.behavior = {
      kind: 'outputs',
      outputs: () => ({
        '3': saved('other.obj'),
        '8': { text: ['done'] },
        '10': { result: ['C:\\ComfyUI\\output\\mesh\\model.glb', { position: {} }, ''] },
      }),
    };
    const id = await create(service, 'text-to-model', { prompt: 'a "chair"', negative_prompt: 'wheels' });
    const { status, output } = await untilFinished(service, id);
    expect([status, (await send(output.model_url)).bytes.equals(glb)]).toEqual(['success', true]);
    const [prompt] = comfyui.prompts;
    expect([prompt?.['2']?.inputs['text'], prompt?.['3']?.inputs['text']]).toEqual(['a "chair"', 'wheels']);
  });

  test('reports the progress of its nodes while it runs', async () => {
    comfyui.behavior = HELD;
    const id = await createImageTask(service);
    // Half of the nodes, in the middle share of the whole task.
    await expect.poll(() => progressOf(id)).toBe(42);
    expect(await statusOf(id)).toBe('running');
    comfyui.release();
    expect((await untilFinished(service, id)).status).toBe('success');
  });
});

test('the console shows each generator with its state', async () => {
  const read = async () => {
    const headers = { authorization: `Bearer ${service.consoleToken}` };
    const { body } = await send(`${service.baseUrl}/console/api/generators`, { headers });
    return body.data as unknown as Record<string, unknown>[];
  };
  expect((await read()).map(({ name, operations, ready, version }) => [name, operations, ready, version])).toEqual([
    ['Comfy', ['image_to_model'], true, 'ComfyUI 0.3.40'],
    ['Views', ['multiview_to_model'], true, 'ComfyUI 0.3.40'],
    ['Text', ['text_to_model'], true, 'ComfyUI 0.3.40'],
    ['Short', ['image_to_model'], true, 'ComfyUI 0.3.40'],
  ]);
  await comfyui.stop();
  const [{ ready, problem } = {}] = await read();
  await comfyui.start();
  expect([ready, problem]).toEqual([
    false,
    `Comfy does not respond at ${comfyui.url}. Start it, or correct its address in the settings, then send the task again.`,
  ]);
});

describe('a busy server', () => {
  test('is waited for: the task stays queued, and others do not wait with it', async () => {
    const foreign = comfyui.addForeign();
    const id = await createImageTask(service);
    await expect.poll(() => comfyui.prompts.length).toBe(1);
    const other = await callService(service, '/v3/generation/text-to-image', {
      ...{ method: 'POST', body: { prompt: 'a red ball' } },
    });
    expect((await untilFinished(service, other.body.data.task_id)).status).toBe('success');
    expect(await statusOf(id)).toBe('queued');
    foreign.end();
    expect((await untilFinished(service, id)).status).toBe('success');
    expect(comfyui.interrupted).toEqual([]);
  });

  test('loses only our work when a task is cancelled: waiting, then running', async () => {
    const foreign = comfyui.addForeign();
    const waiting = await createImageTask(service);
    await expect.poll(() => comfyui.prompts.length).toBe(1);
    await cancel(waiting);
    expect((await untilFinished(service, waiting)).status).toBe('cancelled');
    await expect.poll(() => comfyui.removed.length).toBe(1);
    expect(comfyui.interrupted).toEqual([]);
    foreign.end();

    comfyui.behavior = HELD;
    const running = await createImageTask(service);
    await expect.poll(() => statusOf(running)).toBe('running');
    await cancel(running);
    await expect.poll(() => comfyui.interrupted.length).toBe(1);
    expect((await untilFinished(service, running)).status).toBe('cancelled');
  });
});

describe('a prompt of a cancelled task', () => {
  /** The prompts that have begun to be sent, and are not in the queue yet. */
  const cancelWhileChecked = async (): Promise<void> => {
    comfyui.isChecking = true;
    const id = await createImageTask(service);
    await expect.poll(() => comfyui.checked).toBe(1);
    await cancel(id);
    expect((await untilFinished(service, id)).status).toBe('cancelled');
  };

  test('is removed if ComfyUI was checking it', async () => {
    comfyui.behavior = HELD;
    await cancelWhileChecked();
    comfyui.finishChecks();
    await expect.poll(() => comfyui.prompts.length).toBe(1);
    await expect.poll(() => comfyui.queued).toBe(0);
    expect(comfyui.interrupted).toHaveLength(1);
  });

  test('is removed if it arrives when nobody waits for its response', async () => {
    comfyui.behavior = HELD;
    await cancelWhileChecked();
    await expect.poll(() => comfyui.checked, { timeout: 10_000 }).toBe(0);
    comfyui.finishChecks();
    expect(comfyui.queued).toBe(1);
    await expect.poll(() => comfyui.queued).toBe(0);
  });

  test('is interrupted if it begins before it is removed', async () => {
    comfyui.behavior = HELD;
    comfyui.addForeign();
    const id = await createImageTask(service);
    await expect.poll(() => comfyui.queued).toBe(2);
    comfyui.isRushing = true;
    await cancel(id);
    await expect.poll(() => comfyui.queued).toBe(0);
    expect([comfyui.removed.length, comfyui.interrupted.length]).toEqual([0, 1]);
  });
});

test('a task that begins while it is cancelled does not end the service', async () => {
  const foreign = comfyui.addForeign();
  const id = await createImageTask(service);
  await expect.poll(() => comfyui.prompts.length).toBe(1);
  const held: ServerResponse[] = [];
  comfyui.replaced.set('GET queue', (response) => held.push(response));
  await expect.poll(() => held.length).toBe(1);
  await cancel(id);
  // The second query is that of the cancellation.
  await expect.poll(() => held.length).toBe(2);
  foreign.end();
  for (let look = 0; look < 5; look++) expect(await statusOf(id)).toBe('cancelled');
  comfyui.replaced.clear();
  for (const response of held) sendJson(response, 200, { queue_running: [], queue_pending: [] });
  expect((await runImageTask(service)).status).toBe('success');
});

describe('a restart', () => {
  test('of ComfyUI sends the workflow again, once', async () => {
    comfyui.behavior = HELD;
    const id = await createImageTask(service, { model_seed: 2 });
    await expect.poll(() => statusOf(id)).toBe('running');
    await comfyui.restart();
    await expect.poll(() => comfyui.prompts.length).toBe(2);
    await expect.poll(async () => (comfyui.release(), statusOf(id))).toBe('success');
    const { output } = await untilFinished(service, id);
    expect(output.notes).toContain('Comfy restarted and lost the task, so the task was sent to it again.');
  });

  test('of ComfyUI for the second time fails the task', async () => {
    comfyui.behavior = HELD;
    const id = await createImageTask(service);
    for (let sent = 1; sent <= 2; sent++) {
      await expect.poll(() => comfyui.prompts.length).toBe(sent);
      await comfyui.restart();
    }
    expect(await untilFinished(service, id)).toMatchObject({
      ...{ status: 'failed', error_code: 1001 },
      error_message: 'Comfy restarted twice during the task. Look for the cause in its log, then send the task again.',
    });
  });

  test('of Dropforge continues with the same prompt', async () => {
    comfyui.behavior = HELD;
    const id = await createImageTask(service);
    await expect.poll(() => statusOf(id)).toBe('running');
    await service.stop();
    expect(comfyui.interrupted).toEqual([]);
    comfyui.release();
    service = await startWith(generation(), { dataDir: path.join(folder, 'data') });
    const { status, output } = await untilFinished(service, id);
    expect([status, comfyui.prompts.length]).toEqual(['success', 1]);
    expect(output.notes).toContain('The task continued in Comfy after Dropforge was restarted.');
  });

  test('after a crash of Dropforge does the same', async () => {
    comfyui.behavior = HELD;
    const id = await createImageTask(service);
    await expect.poll(() => statusOf(id)).toBe('running');
    await service.kill();
    service = await startWith(generation(), { dataDir: path.join(folder, 'data') });
    await expect.poll(async () => (comfyui.release(), statusOf(id))).toBe('success');
    expect(comfyui.prompts).toHaveLength(1);
  });
});

describe('a fault fails the task with a reason, refunds it, and the next one runs', () => {
  const file = (filename: string): ComfyuiBehavior => ({ kind: 'outputs', outputs: () => ({ '10': saved(filename) }) });
  const cases: [name: string, behavior: ComfyuiBehavior, code: number, words: RegExp][] = [
    [
      'no memory',
      { kind: 'throws', type: 'torch.OutOfMemoryError', message: 'Allocation on device' },
      ...([2007, /^Comfy ran out of memory\. Close other programs/] as const),
    ],
    [
      'an error of a node',
      { kind: 'throws', type: 'RuntimeError', message: 'Error(s) in loading state_dict\n\tsize mismatch.' },
      ...([1000, /^Comfy failed: KSampler: Error\(s\) in loading state_dict size mismatch\. Look for/] as const),
    ],
    [
      'no model',
      { kind: 'outputs', outputs: () => ({ '10': { text: ['done'] } }) },
      1000,
      /^Comfy finished without a model file\./,
    ],
    ['a missing file', file('gone.glb'), 1000, /^Comfy finished without a model file\./],
    ['garbage', file('garbage.glb'), 1000, /^The result of Comfy is not a usable model\. ./],
    ['half a model', file('half.glb'), 1000, /^The result of Comfy is not a usable model\. ./],
    ['a web page', file('page.glb'), 1000, /^The result of Comfy is not a usable model\. ./],
    ['a model of 2 GB', file('huge.glb'), 2022, /^The result of Comfy is larger than 300 MB and was discarded\./],
    ['a connection that ends', file('cut.glb'), 1001, /^Comfy stopped during the task\./],
  ];
  test.each(cases)('%s', async (_, behavior, code, words) => {
    comfyui.files.set('mesh/garbage.glb', Buffer.alloc(500, 9));
    comfyui.files.set('mesh/half.glb', glb.slice(0, 4_000));
    comfyui.files.set('mesh/page.glb', Buffer.from('<!doctype html><html><body>502 Bad Gateway</body></html>'));
    comfyui.files.set('mesh/huge.glb', (response) => {
      response.writeHead(200, { 'content-length': 2 * 1024 ** 3 }).write(Buffer.alloc(1_000));
    });
    comfyui.files.set('mesh/cut.glb', (response) => {
      response.writeHead(200, { 'content-length': 50_000 }).write(Buffer.alloc(1_000), () => response.destroy());
    });
    comfyui.behavior = behavior;
    const before = await readMoney(service);
    const failed = await runImageTask(service);
    expect(failed).toMatchObject({ status: 'failed', error_code: code });
    expect(failed.error_message).toMatch(words);
    expect(await readMoney(service)).toEqual(before);
    comfyui.behavior = FINE;
    expect((await runImageTask(service)).status).toBe('success');
  });

  const page = (response: ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>nginx</html>');
  test.each<[name: string, route: string, answer: (response: ServerResponse) => void, words: RegExp]>([
    [
      ...(['another server at its address', 'GET system_stats', page] as const),
      /^The server at http:\S+ does not respond like a ComfyUI server \(it sent a web page with status 200\)\. Correct/,
    ],
    [
      ...(['a web page in place of the queue', 'GET queue', page] as const),
      /^The server at http:\S+ does not respond like a ComfyUI server \(it sent a web page with status 200\)\. Correct/,
    ],
    [
      ...(['an error with status 200', 'POST prompt'] as const),
      (response) => sendJson(response, 200, { error: 'no worker' }),
      /^Comfy refused the task: no worker\. Correct/,
    ],
  ])('%s', async (_, route, answer, words) => {
    comfyui.replaced.set(route, answer);
    comfyui.behavior = HELD;
    const failed = await runImageTask(service);
    expect(failed).toMatchObject({ status: 'failed', error_code: 1000, credits_consumed: 0 });
    expect(failed.error_message).toMatch(words);
    comfyui.replaced.clear();
    comfyui.behavior = FINE;
    comfyui.release();
    expect((await runImageTask(service)).status).toBe('success');
  });

  test('work that never ends', async () => {
    comfyui.behavior = HELD;
    expect(await runImageTask(service, { parameters: { generator: 'Short' } })).toMatchObject({
      ...{ status: 'failed', error_code: 2007, credits_consumed: 0 },
      error_message:
        'Short did not finish within 1 second and was stopped. Use a smaller input, or increase its timeLimitSeconds.',
    });
    expect(comfyui.interrupted).toHaveLength(1);
    comfyui.behavior = FINE;
    expect((await runImageTask(service)).status).toBe('success');
  });

  test('work that was stopped in ComfyUI', async () => {
    comfyui.behavior = HELD;
    const id = await createImageTask(service);
    await expect.poll(() => statusOf(id)).toBe('running');
    await send(`${comfyui.url}/interrupt`, { method: 'POST', body: {} });
    expect((await untilFinished(service, id)).error_message).toBe(
      'The task was cancelled in Comfy. Send it again if you still need it.',
    );
  });
});

describe('a workflow that cannot run', () => {
  const startOwn = async (name: string, workflow: object, use = 'image_to_model') => {
    const file = path.join(folder, name);
    await writeFile(file, JSON.stringify(workflow));
    return { file, settings: { generators: [generator('Own', file)], use: { [use]: 'Own' } } };
  };
  const refusal = async (name: string, workflow: object, use?: string) => {
    const { settings } = await startOwn(name, workflow, use);
    const dataDir = await mkdtemp(path.join(folder, 'refused-'));
    const child = await spawnLocalService({ dataDir, settings: { ...NO_LIMITS, generation: settings } });
    return [await child.exited, child.stderr().trim()];
  };

  test('is refused at the start, with what to do', async () => {
    const load = (title: string, inputs: object) => ({ '1': { class_type: 'X', inputs, _meta: { title } } });
    const file = (name: string) => path.join(folder, name);
    expect(await refusal('ui.json', { nodes: [], links: [] })).toEqual([
      ...[2, `${file('ui.json')} is not in the form for the API. Export it in ComfyUI with Workflow › Export (API).`],
    ]);
    expect((await refusal('a.json', load('dropforge:images', {})))[1]).toContain(
      'The title dropforge:images is unknown; use one of dropforge:image, dropforge:front,',
    );
    expect((await refusal('b.json', load('dropforge:seed', { a: 1, b: 2 })))[1]).toContain(
      'The node 1 (X) with the title dropforge:seed has several: a, b. Give the title to a node with one.',
    );
    expect((await refusal('c.json', load('dropforge:prompt', { text: '' })))[1]).toBe(
      'generation.use.image_to_model: the generator "Own" supports text_to_model. Give the inputs of its workflow their titles, or choose another generator.',
    );
  });

  test('names the nodes that ComfyUI lacks, and what ComfyUI refuses', async () => {
    const image = JSON.parse(await readFile(IMAGE_WORKFLOW, 'utf8')) as Record<string, { inputs: object }>;
    const { settings } = await startOwn('nodes.json', { ...image, '11': { class_type: 'Hy3DExport', inputs: {} } });
    const { settings: bad } = await startOwn('bad.json', {
      ...image,
      '9': { ...image['9'], inputs: { voxel: ['8', 0], threshold: 0.6 } },
    });
    const results = [];
    for (const each of [settings, bad]) {
      const own = await startWith(each);
      results.push((await runImageTask(own)).error_message);
      await own.stop();
    }
    expect(results).toEqual([
      'ComfyUI does not have the nodes Hy3DExport, which the workflow of Own needs. Install them, restart ComfyUI, then send the task again.',
      'Own refused the task: Prompt outputs failed validation, node 9 (VoxelToMesh): Required input is missing (algorithm). Correct its settings, then send the task again.',
    ]);
  });
});

test('an old version chooses the ids of prompts', async () => {
  const old = await startComfyui(FINE, { isOld: true });
  old.files.set('mesh/model.glb', glb);
  const own = await startWith({
    generators: [{ name: 'Old', kind: 'comfyui', url: old.url, workflow: IMAGE_WORKFLOW, pollSeconds: 0.02 }],
    use: { image_to_model: 'Old' },
  });
  try {
    expect((await runImageTask(own)).status).toBe('success');
  } finally {
    await own.stop();
    await old.stop();
  }
});
