import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { downloadOutputs } from '../../../src-main/pipeline/steps/download.ts';
import type { PipelineTools } from '../../../src-main/pipeline/pipeline-tools.ts';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { verifyOutputs } from '../../../src-main/pipeline/steps/verify.ts';
import type { NetworkResponse } from '../../../src-main/service-client/http/network.ts';
import { createPlainNetwork } from '../../../src-main/service-client/http/plain-network.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { AppError } from '../../../src-shared/base/errors.ts';
import { imageToImage } from '../../../src-shared/api/operations/image-to-image.ts';
import { imageToMultiview } from '../../../src-shared/api/operations/image-to-multiview.ts';
import { checkRig } from '../../../src-shared/api/operations/check-rig.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import type { TaskResponse } from '../../../src-main/service-client/task-response.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { httpAnswer, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const VIEWS = ['front', 'left', 'back', 'right'];

/** Brings a task's images home; `body` is what the service has at their addresses, a PNG unless given. */
async function bring(operation: Operation, keys: readonly string[], body?: Buffer) {
  const folder = makeTempFolder();
  const png = readFileSync(await writeSampleImage(folder, 'drawn.png', 32));
  const { origin, profile } = await startRawService((socket) => void socket.write(httpAnswer(200, body ?? png)));
  const client = createServiceClient(profile);
  onTestFinished(() => client.close());
  const jobFolder = path.join(folder, 'library', 'job');
  await mkdir(path.dirname(jobFolder));
  const output = Object.fromEntries(keys.map((key) => [key, `${origin}/${key}`]));
  const tools = { client, jobFolder, system: SYSTEM, signal: new AbortController().signal, report: () => undefined };
  const task = { task_id: 'id', output } as unknown as TaskResponse;
  const arrived = await downloadOutputs(task, 0, operation.outputs, tools as unknown as PipelineTools);
  return {
    ...(await verifyOutputs(arrived, 0, { system: SYSTEM, reader: createDirectReader(SYSTEM.disk) })),
    jobFolder,
  };
}

test('four views come home under the names of their sides', async () => {
  const { artifacts, jobFolder } = await bring(
    imageToMultiview,
    VIEWS.map((view) => `${view}_view_url`),
  );
  expect(artifacts.map(({ role, format, path: file }) => [role, format, path.basename(file)])).toEqual(
    VIEWS.map((view) => ['picture', null, `0-${view}.png`]),
  );
  expect(readdirSync(jobFolder).sort()).toEqual(VIEWS.map((view) => `0-${view}.png`).sort());
});

test('a drawn image comes home, an operation without files needs none', async () => {
  const { artifacts } = await bring(imageToImage, ['generated_image_url']);
  expect(artifacts).toMatchObject([{ role: 'picture', exportedPath: null }]);
  expect((await bring(checkRig, [])).artifacts).toEqual([]);
});

test('what is no image or ends too early is damaged', async () => {
  const damaged = { code: 'result_damaged', retryable: true };
  await expect(bring(imageToImage, ['generated_image_url'], Buffer.from('<html>'))).rejects.toMatchObject(damaged);
  const cut = readFileSync(await writeSampleImage(makeTempFolder(), 'x.png', 32)).subarray(0, 60);
  await expect(bring(imageToImage, ['generated_image_url'], cut)).rejects.toMatchObject(damaged);
});

test('a success without a result is an error that names the task, and another look may bring it', async () => {
  for (const operation of [imageToImage, imageToMultiview]) {
    await expect(bring(operation, ['rendered_image_url'])).rejects.toMatchObject({
      code: 'result_missing',
      retryable: true,
      message: 'Task id may have been charged and is kept.',
    });
  }
});

test('a preview that stops arriving is left out, and its unfinished part is removed', async () => {
  const folder = makeTempFolder();
  const jobFolder = path.join(folder, 'job');
  const bytes = Buffer.alloc(3_000_000);
  let asked = 0;
  const { origin, profile } = await startRawService((socket, { path: at, headers }) => {
    if (at !== '/preview') return void socket.write(httpAnswer(503, '{}'));
    const from = Number(/^bytes=(\d+)-$/.exec(headers['range'] ?? '')?.[1] ?? 0);
    const range = { etag: '"p"', 'content-range': `bytes ${from}-${bytes.byteLength - 1}/${bytes.byteLength}` };
    const piece = bytes.subarray(from, asked++ === 0 ? 2_000_000 : from);
    const length = { 'content-length': bytes.byteLength - from };
    socket.write(httpAnswer(from > 0 ? 206 : 200, piece, { ...range, ...length }), () => socket.end());
  });
  const client = createServiceClient(profile);
  onTestFinished(() => client.close());
  const tools = { client, jobFolder, system: SYSTEM, signal: new AbortController().signal, report: () => undefined };
  const task = { task_id: 'id', output: { rendered_image_url: `${origin}/preview` } } as unknown as TaskResponse;
  const fetch = () => downloadOutputs(task, 0, checkRig.outputs, tools as unknown as PipelineTools);
  expect((await fetch()).preview).toBeNull();
  expect(asked).toBe(2);
  expect(readdirSync(jobFolder)).toEqual([]);
});

/** A task with a model at the service and a preview at another host, whose requests are answered by a function. */
async function setUpForeignPreview(
  askForeign: () => Promise<NetworkResponse>,
  read: () => Promise<string> = () => Promise.resolve('glb'),
) {
  const models: string[] = [];
  let isDown = false;
  const task = { task_id: 'id', type: 'image_to_model', status: 'success', progress: 100, input: {}, output: {} };
  const { origin, profile } = await startRawService((socket, { path: at }) => {
    if (at === '/model') models.push(at);
    const answer = at === '/model' ? 'glTF' : JSON.stringify({ code: 0, status: 'success', data: task });
    socket.write(httpAnswer(200, answer));
  });
  const network = createPlainNetwork({ resolveProxy: null, env: {} });
  const client = createServiceClient(profile, {
    ...network,
    ask: (request) => (isDown && request.url.pathname !== '/model' ? refuse('ENETDOWN') : network.ask(request)),
    requestForeign: askForeign,
  });
  onTestFinished(() => client.close());
  const tools = {
    ...{ client, reader: { read }, system: SYSTEM, signal: new AbortController().signal, report: () => undefined },
    jobFolder: path.join(makeTempFolder(), 'job'),
  } as unknown as PipelineTools;
  const output = { model_url: `${origin}/model`, rendered_image_url: 'https://preview.example/p.webp' };
  return {
    models,
    jobFolder: tools.jobFolder,
    setDown: (now: boolean) => void (isDown = now),
    fetch: () => downloadOutputs({ ...task, output } as unknown as TaskResponse, 0, ['model_url'], tools),
  };
}

const refuse = (code: string): Promise<never> => Promise.reject(Object.assign(new Error(code), { code }));

test.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT', 'ECONNRESET', 'CERT_HAS_EXPIRED'])(
  'a preview whose host is not reached (%s) is left out, and the model is downloaded once',
  async (code) => {
    const { fetch, models, jobFolder } = await setUpForeignPreview(() => refuse(code));
    const { model, preview } = await fetch();
    expect([model?.format, preview, models.length]).toEqual(['glb', null, 1]);
    expect(readdirSync(jobFolder)).toEqual(['0.glb']);
  },
);

test.each([
  ['not downloaded again', false],
  ['downloaded again if it cannot be read any more', true],
])('a preview waits while the service is not reached either, and the model is %s', async (_, isUnreadable) => {
  const bytes = Buffer.from('preview');
  let isDown = true;
  const answer = (): NetworkResponse => ({
    status: 200,
    header: () => undefined,
    body: (async function* () {
      yield bytes;
    })(),
    discard: () => undefined,
  });
  const { fetch, models, setDown, jobFolder } = await setUpForeignPreview(() =>
    isDown ? refuse('ENETDOWN') : Promise.resolve(answer()),
  );
  setDown(true);
  await expect(fetch()).rejects.toMatchObject({ code: 'offline', retryable: true });
  setDown((isDown = false));
  const [kept = ''] = readdirSync(jobFolder).filter((name) => name.endsWith('-download'));
  expect(kept).not.toBe('');
  if (isUnreadable) {
    rmSync(path.join(jobFolder, kept));
    symlinkSync(kept, path.join(jobFolder, kept));
  }
  const { model, preview } = await fetch();
  expect([model?.bytes, preview?.bytes, models.length]).toEqual([4, bytes.byteLength, isUnreadable ? 2 : 1]);
  expect(readdirSync(jobFolder).sort()).toEqual(['0-preview.webp', '0.glb']);
});

test.each([
  ['not downloaded again if no process could read it', 'reader_unavailable', 1],
  ['downloaded again if it is damaged', 'result_damaged', 2],
] as const)('a model that arrived is %s', async (_, code, downloads) => {
  let reads = 0;
  const { fetch, models } = await setUpForeignPreview(
    () => refuse('ENOTFOUND'),
    () => (++reads === 1 ? Promise.reject(new AppError(code, '', { retryable: true })) : Promise.resolve('glb')),
  );
  await expect(fetch()).rejects.toMatchObject({ code });
  expect((await fetch()).model?.format).toBe('glb');
  expect(models).toHaveLength(downloads);
});
