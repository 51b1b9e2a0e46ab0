import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { countTriangles } from '../../../src-main/engine/base/document/list-surfaces.ts';
import { readGlb } from '../../../src-main/engine/files/gltf/read-glb.ts';
import type { LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload } from '../workers/call.ts';
import {
  create,
  createImageTask,
  createTextureTask,
  drawDisc,
  importModel,
  expectNothingLeft,
  readMoney,
  runImageTask,
  startWith,
} from './generator-bench.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const RELIEF = path.resolve(import.meta.dirname, '../../../assets/generators/relief.py');

/** A program for each case: what it does is the prompt of its task. */
const CASES = `
import json, os, subprocess, sys, time
task = json.load(open(sys.argv[1]))
prompt, output = task["prompt"], task["output"]
def write(data):
    open(output, "wb").write(data)
if prompt == "garbage": write(b"\\x00\\x01garbage" * 100)
if prompt == "half": write(open(os.environ["DROPFORGE_TEST_GLB"], "rb").read()[:-400])
if prompt == "html": write(b"<!doctype html><html><body>502 Bad Gateway</body></html>")
if prompt == "huge":
    with open(output, "wb") as file: file.truncate(2 * 1024 ** 3)
    time.sleep(60)
if prompt == "nothing": sys.exit(0)
if prompt == "fails": sys.exit("no such checkpoint: model.ckpt.")
if prompt == "silent": os._exit(3)
if prompt == "memory": sys.exit("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB")
if prompt == "hangs":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    open(os.environ["DROPFORGE_TEST_PIDS"], "w").write(f"{os.getpid()} {child.pid}")
    time.sleep(600)
if prompt in ("leaves", "detaches", "detaches and hangs"):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=prompt != "leaves")
    open(os.environ["DROPFORGE_TEST_PIDS"], "w").write(f"{os.getpid()} {child.pid}")
    if prompt == "detaches and hangs": time.sleep(600)
if prompt == "waits":
    print("progress 0.5")
    while not os.path.exists(os.environ["DROPFORGE_TEST_PIDS"]): time.sleep(0.01)
    os.remove(os.environ["DROPFORGE_TEST_PIDS"])
if prompt in ("fine", "waits", "leaves", "detaches"):
    print("note Seed %d, %s." % (task["seed"], task["request"].get("negative_prompt")))
    write(open(os.environ["DROPFORGE_TEST_GLB"], "rb").read())
`;

let folder: string;
let service: LocalService;
/** Task of a model to texture. */
let original: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-generator-'));
  await writeFile(path.join(folder, 'cases.py'), CASES);
  process.env['DROPFORGE_TEST_PIDS'] = path.join(folder, 'pids');
  process.env['DROPFORGE_TEST_GLB'] = path.join(folder, 'relief.glb');
  service = await startWith({
    generators: [
      {
        name: 'relief',
        kind: 'command',
        command: [PYTHON, RELIEF],
        cleanup: false,
        operations: ['image_to_model', 'multiview_to_model'],
      },
      {
        ...{ name: 'cases', kind: 'command', command: [PYTHON, path.join(folder, 'cases.py')], version: '1.2' },
        ...{ operations: ['text_to_model', 'texture_model'], timeLimitSeconds: 30, cleanup: false },
      },
    ],
    use: { image_to_model: 'relief', multiview_to_model: 'relief', text_to_model: 'cases', texture_model: 'cases' },
  });
  const { output } = await runImageTask(service);
  const relief = (await send(output.model_url)).bytes;
  await writeFile(path.join(folder, 'relief.glb'), relief);
  original = await importModel(service, relief);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});
// Whatever a program did, nothing of it stays, also of a task that was cancelled.
afterEach(() => expectNothingLeft(service));

const createText = (prompt: string, fields: object = {}) => create(service, 'text-to-model', { prompt, ...fields });
const createTexture = (prompt: string) => createTextureTask(service, original, { texture_prompt: { text: prompt } });

describe('a program', () => {
  test('generates the model of an image, which is checked, shown and named', async () => {
    const { status, output } = await runImageTask(service, { model_seed: 7, texture_quality: 'detailed' });
    expect(status).toBe('success');
    const model = (await send(output.model_url)).bytes;
    const { issues } = await validateBytes(model);
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(countTriangles(await readGlb(model))).toBe(8192);
    expect((await send(output.rendered_image_url)).bytes.subarray(8, 12).toString()).toBe('WEBP');
    expect(output.draft).toBe(false);
    expect(output.notes).toEqual([
      'Generated on this computer with relief (relief.py).',
      'Parameters: seed 7.',
      'texture_quality has no effect: relief cannot apply it.',
      'relief: The relief has 8192 triangles.',
    ]);
  });

  test('gets views, and its result gets the faces and the form of the request', async () => {
    const [front, left] = await Promise.all(
      ['#d33', '#3d3'].map(async (color) => upload(service, await drawDisc(color))),
    );
    const inputs = [front, left];
    const id = await create(service, 'multiview-to-model', { inputs, face_limit: 500, quad: true, texture: false });
    const { status, output } = await untilFinished(service, id);
    expect([status, output.notes[0]]).toEqual(['success', 'Generated on this computer with relief (relief.py).']);
    expect((await send(output.model_url)).bytes.subarray(0, 18).toString()).toBe('Kaydara FBX Binary');
  });

  test('reports its progress while it runs', async () => {
    const id = await createText('waits');
    const progress = async () =>
      ((await callService(service, `/v3/tasks/${id}`)).body.data as unknown as { progress: number }).progress;
    // Half of the program, in its share of the whole task.
    await expect.poll(progress).toBe(47);
    await writeFile(path.join(folder, 'pids'), '');
    expect((await untilFinished(service, id)).status).toBe('success');
  });

  test('reports its notes, and gets the whole request', async () => {
    const id = await createText('fine', { negative_prompt: 'wheels', model_seed: 5 });
    expect((await untilFinished(service, id)).output.notes).toEqual([
      'Generated on this computer with cases (1.2).',
      'Parameters: seed 5.',
      'cases: Seed 5, wheels.',
    ]);
  });
});

describe('a program that fails', () => {
  const unusable = /^The result of cases is not a usable model\. ./;
  test.each<[prompt: string, code: number, message: RegExp]>([
    ['garbage', 1000, unusable],
    ['half', 1000, unusable],
    ['html', 1000, unusable],
    ['huge', 2022, /^The result of cases is larger than 300 MB and was discarded\. Reduce/],
    ['nothing', 1000, /^cases finished without a model file\. Make sure/],
    ['fails', 1000, /^The program of cases ended with exit code 1\. Its last output: no such checkpoint: model\.ckpt$/],
    ['silent', 1000, /^The program of cases ended with exit code 3 and no output\.$/],
    ['memory', 2007, /^cases ran out of memory\. Close other programs/],
  ])('%s: the task fails with a reason, is refunded, and the next one runs', async (prompt, code, message) => {
    const before = await readMoney(service);
    const failed = await untilFinished(service, await createText(prompt));
    expect(failed).toMatchObject({ status: 'failed', error_code: code });
    expect(failed.error_message).toMatch(message);
    expect(await readMoney(service)).toEqual(before);
    expect((await untilFinished(service, await createText('fine'))).status).toBe('success');
    const untextured = await untilFinished(service, await createTexture(prompt));
    expect(untextured).toMatchObject({ status: 'failed', error_code: code });
    expect(untextured.error_message).toMatch(message);
    expect(await readMoney(service)).toMatchObject({ frozen: 0 });
  });

  test('a cancelled task ends it with everything that it started', async () => {
    const id = await createText('hangs');
    const pids = await untilStarted();
    await callConsole(`/console/api/tasks/${id}/cancel`);
    expect((await untilFinished(service, id)).status).toBe('cancelled');
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  });

  test('a service that stops ends it, and runs the task again after its next start', async () => {
    const own = await startWith(generation('hangs', 600), { dataDir: path.join(folder, 'own') });
    const id = await create(own, 'text-to-model', { prompt: 'hangs' });
    const pids = await untilStarted();
    await own.stop();
    // Init collects the one that its parent left.
    await expect.poll(() => pids.filter(isRunning)).toEqual([]);
    const next = await startWith(generation('hangs', 5), { dataDir: path.join(folder, 'own') });
    try {
      expect(await untilFinished(next, id)).toMatchObject({
        ...{ status: 'failed', error_code: 2007 },
        error_message:
          'hangs did not finish within 5 seconds and was stopped. Use a smaller input, or increase its timeLimitSeconds.',
      });
      const again = await untilStarted();
      await expect.poll(() => again.filter(isRunning)).toEqual([]);
    } finally {
      await next.stop();
    }
  });

  test('what it started does not keep its result back', async () => {
    const id = await createText('leaves');
    const [, left = 0] = await untilStarted();
    expect((await untilFinished(service, id)).status).toBe('success');
    // On Windows nothing tells which processes an ended program has started.
    if (process.platform === 'win32') process.kill(left);
    await expect.poll(() => isRunning(left)).toBe(false);
  });

  test('what it started in a session of its own keeps neither its result nor the next task back', async () => {
    const id = await createText('detaches');
    endAfterTest(await untilStarted());
    expect((await untilFinished(service, id)).status).toBe('success');
    const hanging = await createText('detaches and hangs');
    endAfterTest(await untilStarted());
    await callConsole(`/console/api/tasks/${hanging}/cancel`);
    expect((await untilFinished(service, hanging)).status).toBe('cancelled');
    expect((await untilFinished(service, await createText('fine'))).status).toBe('success');
  });

  test('what it started in a session of its own does not keep the service from stopping', async () => {
    const own = await startWith(generation('detaches', 600));
    await create(own, 'text-to-model', { prompt: 'detaches and hangs' });
    const pids = await untilStarted();
    endAfterTest(pids);
    await own.stop();
    expect(isRunning(pids[0] ?? 0)).toBe(false);
  });

  const generation = (name: string, timeLimitSeconds: number) => ({
    generators: [
      {
        ...{ name, kind: 'command', command: [PYTHON, path.join(folder, 'cases.py')] },
        ...{ operations: ['text_to_model'], timeLimitSeconds },
      },
    ],
    use: { text_to_model: name },
  });
});

async function untilStarted(): Promise<number[]> {
  const file = path.join(folder, 'pids');
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toMatch(/^\d+ \d+$/);
  const pids = (await readFile(file, 'utf8')).split(' ').map(Number);
  await rm(file);
  return pids;
}

/** Ends the process that a program left, which nothing else ends. */
function endAfterTest([, left = 0]: readonly number[]): void {
  onTestFinished(() => void (isRunning(left) && process.kill(left, 'SIGKILL')));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function callConsole(route: string) {
  const headers = { authorization: `Bearer ${service.consoleToken}` };
  return send(service.baseUrl + route, { method: 'POST', headers, body: {} });
}

test('an unknown program is named', async () => {
  const own = await startWith({
    generators: [{ name: 'mine', kind: 'command', command: ['/nowhere/generate'] }],
    use: { image_to_model: 'mine' },
  });
  try {
    const { status, error_message: words } = await runImageTask(own);
    expect(status).toBe('failed');
    expect(words).toMatch(
      /^The program of mine could not be started: .*ENOENT.* Correct its command in the settings\.$/,
    );
    expect((await callService(own, '/v3/account/balance')).status).toBe(200);
    expect(await createImageTask(own, { texture: false })).toMatch(/-/);
  } finally {
    await own.stop();
  }
});
