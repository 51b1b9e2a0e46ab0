import { readdirSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { downloadOutputs } from '../../../src-main/pipeline/steps/download.ts';
import type { PipelineTools } from '../../../src-main/pipeline/pipeline-tools.ts';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { verifyOutputs } from '../../../src-main/pipeline/steps/verify.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
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
  const { origin, profile } = await startRawService((socket, { headers }) => {
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
  await expect(fetch()).rejects.toMatchObject({ code: 'offline', retryable: true });
  expect(readdirSync(jobFolder).sort()).toEqual(['.0-preview.webp.part', '.0-preview.webp.part.json']);
  expect((await fetch()).preview).toBeNull();
  expect(readdirSync(jobFolder)).toEqual([]);
});
