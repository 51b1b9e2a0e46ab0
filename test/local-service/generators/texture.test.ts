import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload, type Data } from '../workers/call.ts';
import { startComfyui, type ComfyuiStandIn } from './comfyui-stand-in.ts';
import {
  createTextureTask,
  drawDisc,
  expectNothingLeft,
  importModel,
  readMoney,
  startWith,
} from './generator-bench.ts';
import { startHunyuan, type HunyuanStandIn } from './hunyuan3d-stand-in.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const PROJECT = path.resolve(import.meta.dirname, '../../../assets/generators/project.py');

/** A workflow that textures a model, with the node that loads it. */
const workflowOf = (type: string, input: string) => ({
  '1': { class_type: type, inputs: { [input]: 'old.glb' }, _meta: { title: 'dropforge:model' } },
  '2': { class_type: 'LoadImage', inputs: { image: 'old.png' }, _meta: { title: 'dropforge:image' } },
  '3': { class_type: 'Hy3DExportMesh', inputs: { trimesh: ['1', 0], filename_prefix: 'mesh/model' } },
});

let glb: Uint8Array;
let folder: string;
let comfyui: ComfyuiStandIn;
let old: HunyuanStandIn;
let current: HunyuanStandIn;
let other: LocalService;
let service: LocalService;
/** Task of a model to texture, and its file. */
let original: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-texture-'));
  glb = await makeTexturedSphere(400, 64);
  comfyui = await startComfyui({ kind: 'outputs', outputs: () => ({ '3': { glb: ['output/mesh/model.glb'] } }) });
  comfyui.files.set('mesh/model.glb', glb);
  old = await startHunyuan('2.0', { kind: 'model', bytes: glb });
  current = await startHunyuan('2.1', { kind: 'model', bytes: glb });
  other = await startLocalService({ dataDir: path.join(folder, 'other') });
  await writeFile(path.join(folder, 'path.json'), JSON.stringify(workflowOf('Hy3DLoadMesh', 'glb_path')));
  await writeFile(path.join(folder, 'list.json'), JSON.stringify(workflowOf('Hy3DUploadMesh', 'mesh')));
  service = await startWith(generation('ignore'), { dataDir: path.join(folder, 'own') });
  original = await importModel(service, glb);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([comfyui.stop(), old.stop(), current.stop(), other.stop()]);
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const list of [comfyui.prompts, old.requests, current.requests]) list.length = 0;
  await expectNothingLeft(service);
});

const pace = { pollSeconds: 0.02, patienceSeconds: 10 };
const generation = (unsupported: string) => ({
  unsupported,
  generators: [
    { name: 'project', kind: 'command', command: [PYTHON, PROJECT], operations: ['texture_model'] },
    { name: 'Path', kind: 'comfyui', url: comfyui.url, workflow: path.join(folder, 'path.json'), ...pace },
    { name: 'List', kind: 'comfyui', url: comfyui.url, workflow: path.join(folder, 'list.json'), ...pace },
    { name: 'Hy2', kind: 'hunyuan3d', url: old.url, ...pace },
    { name: 'Hy21', kind: 'hunyuan3d', url: current.url, ...pace },
    { name: 'Other', kind: 'service', url: other.baseUrl, keyFile: path.join(other.dataDir, 'key'), ...pace },
  ],
  use: { texture_model: 'Path' },
});

const draw = async (color: string) => upload(service, await drawDisc(color));
const run = async (fields: object, generator?: string): Promise<Data> =>
  untilFinished(service, await createTextureTask(service, original, { ...fields, ...chosen(generator) }));
const chosen = (generator: string | undefined) => (generator === undefined ? {} : { parameters: { generator } });
const modelOf = async ({ output }: Data) => (await send(output.model_url)).bytes;

test('a program projects an image onto a model, and the result keeps its shape and says who made it', async () => {
  const image = await draw('#d33');
  const made = await run({ texture_prompt: { image }, texture_seed: 7, return_multiview: true }, 'project');
  expect([made.status, made.error_message]).toEqual(['success', undefined]);
  expect(made.output.notes).toEqual([
    'Generated on this computer with project (project.py).',
    'Parameters: seed 7.',
    'project: The image was projected onto 1 meshes.',
  ]);
  expect(made.output).toMatchObject({ draft: false, generator: { name: 'project', parameters: { seed: 7 } } });
  expect(made.output).toHaveProperty('multiview_basecolor_url');
  const document = await readGlb(await modelOf(made));
  const [texture] = document.getRoot().listTextures();
  expect([texture?.getMimeType(), texture?.getSize()]).toEqual(['image/png', [48, 48]]);
  const points = (of: typeof document) =>
    of.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('POSITION')?.getArray();
  expect(points(document)).toEqual(points(await readGlb(glb)));
});

describe('ComfyUI', () => {
  test('gets the model at the node with its title, as a path or as a name, with the image', async () => {
    const image = await draw('#d33');
    for (const [name, pattern] of [
      ['Path', /^3d\/dropforge-[\da-f-]{36}\.glb$/],
      ['List', /^dropforge-[\da-f-]{36}\.glb$/],
    ] as const) {
      const made = await run({ texture_prompt: { image } }, name);
      expect([made.status, made.error_message]).toEqual(['success', undefined]);
      expect((await modelOf(made)).equals(glb)).toBe(true);
      const inputs = comfyui.prompts.at(-1)?.['1']?.inputs ?? {};
      const sent = String(inputs[name === 'Path' ? 'glb_path' : 'mesh']);
      expect(sent).toMatch(pattern);
      expect(comfyui.uploads.get(sent)?.subarray(0, 4).toString()).toBe('glTF');
      expect(String(comfyui.prompts.at(-1)?.['2']?.inputs['image'])).toMatch(/^dropforge\/.*-image\.png$/);
    }
  });

  test('a description that the workflow has no input for uses the built-in engine, with a note', async () => {
    const made = await run({ texture_prompt: { text: 'red wood' } });
    expect(made.status).toBe('success');
    expect(made.output.notes[0]).toBe('The built-in engine was used, because Path cannot apply texture_prompt.text.');
    const bare = await run({});
    expect(bare.output.notes[0]).toBe(
      'The built-in engine was used, because Path needs a description of the texture (texture_prompt).',
    );
    expect(comfyui.prompts).toEqual([]);
  });

  test('is not asked to remove a texture, which the built-in engine does', async () => {
    const made = await run({ texture: false, pbr: false });
    expect([made.status, comfyui.prompts]).toEqual(['success', []]);
  });

  test('a request that names a generator is refused if it cannot follow the description', async () => {
    const made = await run({ texture_prompt: { text: 'red wood' } }, 'List');
    expect(made).toMatchObject({ status: 'failed', error_code: 1004 });
    expect(made.error_message).toBe(
      'List cannot apply texture_prompt.text. Remove these fields, or set generation.unsupported to ignore or built-in.',
    );
  });

  test('a server that is gone, or a file that is no model, fails the task and refunds it', async () => {
    const image = await draw('#d33');
    const before = await readMoney(service);
    comfyui.files.set('mesh/model.glb', Buffer.from('<!doctype html><html>502</html>'));
    const html = await run({ texture_prompt: { image } });
    comfyui.files.set('mesh/model.glb', glb.subarray(0, glb.length - 400));
    const half = await run({ texture_prompt: { image } });
    comfyui.files.set('mesh/model.glb', glb);
    for (const each of [html, half]) {
      expect(each).toMatchObject({ status: 'failed', error_code: 1000 });
      expect(each.error_message).toMatch(/^The result of Path is not a usable model\. ./);
    }
    await comfyui.stop();
    const gone = await run({ texture_prompt: { image } });
    await comfyui.start();
    expect(gone.error_message).toMatch(/^Path does not respond at /);
    expect(await readMoney(service)).toEqual(before);
  });
});

describe('Hunyuan3D', () => {
  test('2.0 gets the model beside the image', async () => {
    const image = await draw('#d33');
    const made = await run({ texture_prompt: { image }, texture_seed: 3 }, 'Hy2');
    expect([made.status, made.error_message]).toEqual(['success', undefined]);
    const [{ image: sent, mesh, ...settings } = {}] = old.requests;
    expect(Buffer.from(String(mesh), 'base64').subarray(0, 4).toString()).toBe('glTF');
    expect(Buffer.from(String(sent), 'base64').subarray(1, 4).toString()).toBe('PNG');
    expect(settings).toEqual({ seed: 3, texture: true, type: 'glb' });
  });

  test('2.1 is sent nothing, because it would make another model', async () => {
    const image = await draw('#d33');
    const made = await run({ texture_prompt: { image } }, 'Hy21');
    expect([made.status, current.requests]).toEqual(['failed', []]);
    expect(made.error_message).toBe(
      'Hy21 is a Hunyuan3D 2.1 server, which cannot texture finished models. Use a 2.0 server for them.',
    );
  });
});

test('another service imports the model and textures it from a text, an image or four', async () => {
  const images = await Promise.all(['#d33', '#3d3', '#33d', '#dd3'].map(draw));
  for (const prompt of [{ text: 'red wood' }, { image: images[0] }, { images }]) {
    const made = await run({ texture_prompt: prompt, model: 'v2.5-20250123', texture_seed: 2 }, 'Other');
    expect([made.status, made.error_message]).toEqual(['success', undefined]);
    expect(made.output.notes.slice(0, 2)).toEqual([
      'Generated on this computer with Other (generation service).',
      'Parameters: model v2.5-20250123, seed 2.',
    ]);
    expect((await readGlb(await modelOf(made))).getRoot().listTextures().length).toBeGreaterThan(0);
  }
});

test('a texture of another service is continued after this service was restarted', async () => {
  const id = await createTextureTask(service, original, {
    ...{ texture_prompt: { text: 'red wood' }, texture_quality: 'detailed', parameters: { generator: 'Other' } },
  });
  await expect.poll(async () => (await callService(service, `/v3/tasks/${id}`)).body.data.status).toBe('running');
  await service.kill();
  service = await startWith(generation('ignore'), { dataDir: path.join(folder, 'own') });
  const { status, error_message: problem } = await untilFinished(service, id);
  expect([status, problem]).toEqual(['success', undefined]);
});
