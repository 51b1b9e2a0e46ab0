import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from '../workers/call.ts';
import { startComfyui, type ComfyuiStandIn } from './comfyui-stand-in.ts';
import { create, drawDisc, expectNothingLeft, listLeftovers, readMoney, startWith } from './generator-bench.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const CUTOUT = path.resolve(import.meta.dirname, '../../../assets/generators/cutout.py');
const SIZE = 128;

/** A program for each case: the file beside it says what it does. */
const CASES = `
import json, os, sys, time
task = json.load(open(sys.argv[1]))
how = open(os.path.join(os.path.dirname(__file__), "case")).read()
def write(data): open(task["output"], "wb").write(data)
image = open(task["inputs"]["image"], "rb").read()
if how == "garbage": write(b"\\x00\\x01garbage" * 100)
if how == "half": write(image[:len(image) // 2])
if how == "html": write(b"<!doctype html><html><body>502 Bad Gateway</body></html>")
if how == "opaque": write(image)
if how == "fails": sys.exit("no such checkpoint: model.ckpt.")
if how == "hangs": time.sleep(600)
`;

let folder: string;
let other: LocalService;
let comfyui: ComfyuiStandIn;
let shared: LocalService;
/** A red disc in front of noise, and the same without the noise. */
let busy: Buffer;
let cutOut: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-cutout-'));
  [busy, cutOut] = await Promise.all([drawOn(noise()), drawOn(Buffer.alloc(4 * SIZE * SIZE))]);
  await writeFile(path.join(folder, 'cases.py'), CASES);
  await writeFile(path.join(folder, 'case'), 'fails');
  const workflow = {
    '1': { class_type: 'LoadImage', inputs: { image: 'old.png' }, _meta: { title: 'dropforge:image' } },
    '2': { class_type: 'InvertMask', inputs: { mask: ['1', 1] } },
    '3': { class_type: 'JoinImageWithAlpha', inputs: { image: ['1', 0], alpha: ['2', 0] } },
    '4': {
      class_type: 'SaveImage',
      inputs: { images: ['3', 0], filename_prefix: 'cutout' },
      _meta: { title: 'dropforge:cutout' },
    },
  };
  await writeFile(path.join(folder, 'cutout.json'), JSON.stringify(workflow));
  other = await startLocalService({ dataDir: path.join(folder, 'other') });
  comfyui = await startComfyui({
    kind: 'outputs',
    outputs: () => ({ '4': { images: [{ filename: 'cutout_00001_.png', subfolder: '', type: 'output' }] } }),
  });
  comfyui.files.set('cutout_00001_.png', cutOut);
  shared = await startWith(generation('cutout'), { dataDir: path.join(folder, 'own') });
});
afterAll(async () => {
  await shared.stop();
  await Promise.all([other.stop(), comfyui.stop()]);
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => expectNothingLeft(shared));

const pace = { pollSeconds: 0.02, patienceSeconds: 1 };
const program = { kind: 'command', operations: ['remove_background'] };
const generation = (name: string) => ({
  generators: [
    { ...program, name: 'cutout', command: [PYTHON, CUTOUT] },
    { ...program, name: 'cases', command: [PYTHON, path.join(folder, 'cases.py')], timeLimitSeconds: 10 },
    { name: 'Comfy', kind: 'comfyui', url: comfyui.url, workflow: path.join(folder, 'cutout.json'), ...pace },
    { name: 'Other', kind: 'service', url: other.baseUrl, keyFile: path.join(other.dataDir, 'key'), ...pace },
  ],
  use: { remove_background: name },
});

/** Uses another generator for some work. */
async function using(name: string, work: (own: LocalService) => Promise<void>): Promise<void> {
  const own = await startWith(generation(name));
  try {
    await work(own);
    expect(await listLeftovers(own)).toEqual([]);
  } finally {
    await own.stop();
  }
}

function noise(): Buffer {
  const pixels = Buffer.alloc(4 * SIZE * SIZE, 255);
  let state = 1;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647);
  for (let i = 0; i < SIZE * SIZE; i++) {
    for (let c = 0; c < 3; c++) pixels[4 * i + c] = c === 0 ? next() % 96 : next() % 256;
  }
  return pixels;
}

function drawOn(background: Buffer): Promise<Buffer> {
  const disc = `<svg width="${SIZE}" height="${SIZE}"><circle cx="64" cy="64" r="40" fill="#f02010"/></svg>`;
  return sharp(background, { raw: { width: SIZE, height: SIZE, channels: 4 } })
    .composite([{ input: Buffer.from(disc) }])
    .png()
    .toBuffer();
}

async function edit(image: Buffer, fields: object, service = shared): Promise<Data> {
  const body = { input: await upload(service, image), ...fields };
  const { body: answer } = await callService(service, '/v3/generation/image-to-image', { method: 'POST', body });
  return untilFinished(service, answer.data.task_id);
}

async function toModel(image: Buffer, service = shared): Promise<Data> {
  const id = await create(service, 'image-to-model', { input: await upload(service, image) });
  return untilFinished(service, id);
}

/** Alpha of the corner and of the center of the image of a task. */
async function alphasOf({ output }: Data): Promise<number[]> {
  const { generated_image_url: url } = output as unknown as { generated_image_url: string };
  const { data, info } = await sharp((await send(url)).bytes)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const center = 4 * (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) + 3;
  return [data[3]!, data[center]!];
}

const REMOVED = 'The background was removed with cutout (cutout.py).';

describe('a program that removes backgrounds', () => {
  test('cuts out the subject of an edit that removes the background, and the engine does the rest', async () => {
    const plain = await edit(busy, { prompt: 'remove the background' });
    expect([plain.status, plain.output.notes[0]]).toEqual(['success', REMOVED]);
    expect(plain.output).toMatchObject({ generator: { name: 'cutout', about: 'cutout.py' } });
    expect(await alphasOf(plain)).toEqual([0, 255]);
    const field = { model: 'chat_image_2.5_flare', background: 'transparent', output_format: 'png' };
    const blue = await edit(busy, { ...field, prompt: 'make it blue' });
    expect([blue.status, blue.output.notes[0]]).toEqual(['success', REMOVED]);
    expect(await alphasOf(blue)).toEqual([0, 255]);
  });

  test('is not asked for edits that keep the background, or for images without one', async () => {
    for (const made of [
      await edit(busy, { prompt: 'make it brighter' }),
      await edit(cutOut, { prompt: 'remove the background' }),
    ]) {
      expect(made.status).toBe('success');
      expect(made.output.notes).not.toContain(REMOVED);
    }
  });

  test('cuts out the subject of models with busy backgrounds, not of others', async () => {
    const model = await toModel(busy);
    expect([model.status, model.output.notes[0], model.output.draft]).toEqual(['success', REMOVED, true]);
    expect(model.output).not.toHaveProperty('generator');
    const plain = await toModel(await drawDisc('#d33'));
    expect([plain.status, plain.output.notes.includes(REMOVED)]).toEqual(['success', false]);
  });
});

test('a workflow of ComfyUI gets the image, and the image of its node with the title is the cut-out', async () => {
  await using('Comfy', async (own) => {
    const made = await edit(busy, { prompt: 'remove the background' }, own);
    expect([made.status, made.error_message]).toEqual(['success', undefined]);
    expect(made.output.notes[0]).toBe('The background was removed with Comfy (ComfyUI 0.3.40, cutout.json).');
    expect(await alphasOf(made)).toEqual([0, 255]);
    expect(String(comfyui.prompts.at(-1)?.['1']?.inputs['image'])).toMatch(/^dropforge\/.*-image\.png$/);
    comfyui.files.set('cutout_00001_.png', cutOut.subarray(0, 200));
    expect((await edit(busy, { prompt: 'remove the background' }, own)).error_message).toMatch(
      /^The result of Comfy is not an image without a background\. ./,
    );
    comfyui.files.clear();
    expect((await edit(busy, { prompt: 'remove the background' }, own)).error_message).toMatch(
      /^Comfy finished without an image\. /,
    );
  });
});

test('a workflow for models is never run for a cut-out', async () => {
  const workflow = path.resolve(import.meta.dirname, '../../../assets/generators/comfyui-hunyuan3d-image.json');
  const own = await startWith({
    generators: [{ name: 'Models', kind: 'comfyui', url: comfyui.url, workflow, ...pace }],
    ...{ use: { remove_background: 'Models' }, strict: false },
  });
  try {
    const sent = comfyui.prompts.length;
    const reason = 'Models does not support remove_background. Choose another generator.';
    const edited = await edit(busy, { prompt: 'remove the background' }, own);
    expect([edited.status, edited.error_message]).toEqual(['failed', reason]);
    const model = await toModel(busy, own);
    expect([model.status, String(model.output.notes[0]).includes(reason)]).toEqual(['success', true]);
    expect(comfyui.prompts).toHaveLength(sent);
    expect(await listLeftovers(own)).toEqual([]);
  } finally {
    await own.stop();
  }
});

test('another service removes the background with its operation for images', async () => {
  await using('Other', async (own) => {
    const made = await edit(busy, { prompt: 'remove the background' }, own);
    expect([made.status, made.error_message]).toEqual(['success', undefined]);
    expect(made.output.notes[0]).toBe('The background was removed with Other (generation service).');
    const { body } = await callService(other, '/v3/account/usage?limit=1&offset=0');
    expect(JSON.stringify(body.data)).toContain('image_to_image');
  });
});

describe('a program that fails', () => {
  let own: LocalService;
  beforeAll(async () => {
    own = await startWith(generation('cases'));
  });
  afterAll(() => own.stop());

  test.each([
    ['garbage', /^The result of cases is not an image without a background\. ./],
    ['half', /^The result of cases is not an image without a background\. ./],
    ['html', /^The result of cases is not an image without a background\. ./],
    ['opaque', /^The result of cases is not an image without a background\. It has no transparent pixels\.$/],
    ['nothing', /^cases finished without an image\. /],
    ['fails', /^The program of cases ended with exit code 1\. Its last output: no such checkpoint: model\.ckpt$/],
    ['hangs', /^cases did not finish within 10 seconds and was stopped\. /],
  ])('%s: an edit fails with the reason and is refunded, and a model uses the built-in mask', async (how, reason) => {
    await writeFile(path.join(folder, 'case'), how);
    const before = await readMoney(own);
    const failed = await edit(busy, { prompt: 'remove the background' }, own);
    expect(failed.status).toBe('failed');
    expect(failed.error_message).toMatch(reason);
    expect(await readMoney(own)).toEqual(before);
    const model = await toModel(busy, own);
    expect([model.status, model.error_message]).toEqual(['success', undefined]);
    expect(model.output.notes[0]).toMatch(
      /^The built-in mask was used, because cases could not remove the background\. ./,
    );
    expect(await listLeftovers(own)).toEqual([]);
  });
});

test('a cut-out that is canceled ends the task, and a service that stops runs it again', async () => {
  await writeFile(path.join(folder, 'case'), 'hangs');
  const dataDir = path.join(folder, 'stopped');
  const slow = (seconds: number) => {
    const generators = generation('cases').generators.map((each) =>
      each.name === 'cases' ? { ...each, timeLimitSeconds: seconds } : each,
    );
    return { ...generation('cases'), generators };
  };
  let own = await startWith(slow(600), { dataDir });
  try {
    const statusOf = async (id: string) => (await callService(own, `/v3/tasks/${id}`)).body.data.status;
    const start = async () => create(own, 'image-to-model', { input: await upload(own, busy) });
    const canceled = await start();
    await expect.poll(() => statusOf(canceled)).toBe('running');
    const headers = { authorization: `Bearer ${own.consoleToken}` };
    await send(`${own.baseUrl}/console/api/tasks/${canceled}/cancel`, { method: 'POST', headers, body: {} });
    expect((await untilFinished(own, canceled)).status).toBe('cancelled');
    const stopped = await start();
    await expect.poll(() => statusOf(stopped)).toBe('running');
    await own.stop();
    own = await startWith(slow(1), { dataDir });
    const { status, output } = await untilFinished(own, stopped);
    expect([status, output.notes[0]]).toEqual([
      'success',
      expect.stringMatching(/^The built-in mask was used, because cases could not remove the background\. ./),
    ]);
    expect(await listLeftovers(own)).toEqual([]);
  } finally {
    await own.stop();
  }
});
