import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endlessNetwork, segmentRed, weighChannels } from '../../helpers/models/sample-networks.ts';
import { childrenOf } from '../../helpers/processes.ts';
import { NO_LIMITS, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, upload } from '../workers/call.ts';

const PYTHON = process.platform === 'win32' ? 'python' : 'python3';
const CUTOUT = path.resolve(import.meta.dirname, '../../../assets/generators/cutout.py');
const ROUTE = '/v3/generators/mask';

/** A generator that returns the image unchanged, without transparency. */
const COPY = `
import json, sys
task = json.load(open(sys.argv[1]))
open(task["output"], "wb").write(open(task["inputs"]["image"], "rb").read())
`;

let folder: string;
/** A red square in the left half of a plain white image, and a green one in the right half. */
let squares: Buffer;
const fileOf = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-masks-'));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#fff"/>
    <rect x="50" y="50" width="100" height="100" fill="#d11"/><rect x="250" y="50" width="100" height="100" fill="#1a1"/></svg>`;
  squares = await sharp(Buffer.from(svg)).png().toBuffer();
  await writeFile(fileOf('red.onnx'), segmentRed());
  await writeFile(fileOf('all.onnx'), weighChannels([0, 0, 0], 9, { hasSigmoid: true }));
  await writeFile(fileOf('endless.onnx'), endlessNetwork());
  await writeFile(fileOf('copy.py'), COPY);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let service: LocalService | null = null;
afterEach(async () => {
  const list = (name: string) => readdir(path.join(service!.dataDir, name)).catch(() => []);
  // Whatever happened, nothing of it stays.
  if (service) expect(await Promise.all(['masks', 'networks', 'generators'].map(list))).toEqual([[], [], []]);
  await service?.stop();
  service = null;
});

async function start(generation: object): Promise<LocalService> {
  service = await startLocalService({ settings: { ...NO_LIMITS, generation } });
  return service;
}

async function ask(image = squares) {
  return callService(service!, ROUTE, { method: 'POST', body: { input: await upload(service!, image) } });
}

/** The values of a mask in the middle of the red square, of the green one, and of the corner. */
async function readMask(base64: string): Promise<number[]> {
  const png = sharp(Buffer.from(base64, 'base64')).extractChannel(0);
  const { data, info } = await png.raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([400, 200]);
  return [100 * 400 + 100, 100 * 400 + 300, 2 * 400 + 2].map((i) => data[i]!);
}

const program = (name: string, script: string) => ({
  ...{ name, kind: 'command', operations: ['remove_background'], command: [PYTHON, script] },
});

test('a network finds the mask of an image in its size, also before a plain background', async () => {
  await start({ masks: { model: fileOf('red.onnx') } });
  const { status, body } = await ask();
  const { name, mask } = body.data as unknown as { name: string; mask: string };
  expect([status, name]).toEqual([200, 'red.onnx']);
  expect(await readMask(mask)).toEqual([255, 0, 0]);
  expect((await send(service!.baseUrl + ROUTE, { method: 'POST', body: {} })).status).toBe(401);
});

test('a generator that removes backgrounds comes first, and one whose result is opaque is named', async () => {
  const generators = [program('cutout', CUTOUT), program('copy', fileOf('copy.py'))];
  await start({ generators, use: { remove_background: 'cutout' }, masks: { model: fileOf('red.onnx') } });
  const { body } = await ask();
  const { name, mask } = body.data as unknown as { name: string; mask: string };
  expect(name).toBe('cutout');
  const [red, green, corner] = await readMask(mask);
  expect([red, green, corner]).toEqual([255, 255, 0]);
  await service!.stop();
  await start({ generators, use: { remove_background: 'copy' } });
  expect((await ask()).body.message).toBe(
    'The result of copy is not an image without a background. It has no transparent pixels.',
  );
});

test('without a network, without the file and without a subject, the response says so', async () => {
  await start({});
  const none = await ask();
  expect([none.status, none.body.message]).toEqual([
    400,
    'built-in does not support remove_background. Choose another generator.',
  ]);
  const unknown = await callService(service!, ROUTE, { method: 'POST', body: { input: 'file_unknown' } });
  expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringMatching(/^The file token is unknown/)]);
  await service!.stop();
  await start({ masks: { model: fileOf('all.onnx') } });
  const all = await ask();
  expect([all.status, all.body.message]).toEqual([400, expect.stringMatching(/^No subject was found\./)]);
  await rm(fileOf('all.onnx'));
  expect((await ask()).body.message).toMatch(/^It is not an ONNX network that can be loaded/);
});

test('a network that does not end is stopped at its time limit, and when the client goes away', async () => {
  await start({ masks: { model: fileOf('endless.onnx'), timeLimitSeconds: 1 } });
  expect((await ask()).body.message).toMatch(/^It was stopped after 1 second\./);
  await service!.stop();
  await start({ masks: { model: fileOf('endless.onnx'), timeLimitSeconds: 600 } });
  const input = await upload(service!, squares);
  const left = new AbortController();
  const countProcesses = () => childrenOf(Number(service!.process.pid)).length;
  const before = countProcesses();
  const request = fetch(service!.baseUrl + ROUTE, {
    ...{ method: 'POST', signal: left.signal, body: JSON.stringify({ input }) },
    headers: { authorization: `Bearer ${service!.apiKey}`, 'content-type': 'application/json' },
  }).catch((error: unknown) => error);
  // A network has a process that is started for its first request.
  await expect.poll(countProcesses).toBeGreaterThan(before);
  // One network runs at a time, so a second request waits for the first one.
  const second = ask(squares.subarray(0, squares.byteLength - 40));
  left.abort();
  expect(await request).toMatchObject({ name: 'AbortError' });
  expect((await second).body.message).toMatch(/^The image is incomplete or damaged/);
});
