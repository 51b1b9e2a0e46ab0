import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { PipelineTools } from '../../../src-main/pipeline/pipeline-tools.ts';
import { downloadOutputs } from '../../../src-main/pipeline/steps/download.ts';
import { createTaskFollower } from '../../../src-main/pipeline/steps/follow-tasks.ts';
import { verifyOutputs } from '../../../src-main/pipeline/steps/verify.ts';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { createServiceClient } from '../../../src-main/service-client/service-client.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import { imageToMultiview } from '../../../src-shared/api/operations/image-to-multiview.ts';
import { writeSampleImage } from '../../helpers/images/sample-images.ts';
import { httpAnswer, startRawService } from '../../helpers/service/raw-service.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { event, open, TASK } from './receiver-bench.ts';

const VIEWS = ['front', 'left', 'back', 'right'];
/** The follower looks once, and again only after an hour or a hint. */
const POLL_MS = 3_600_000;

test.each<[string, (views: object) => object]>([
  ['under the name of the operation', (views) => ({ generate_multiview_image: views })],
  ['directly in its output', (views) => views],
  ['in both places', (views) => ({ generate_multiview_image: views, ...views })],
])('a delivery about a task with its views %s leads to four images on the disk', async (_, toOutput) => {
  const folder = makeTempFolder();
  const png = readFileSync(await writeSampleImage(folder, 'drawn.png', 32));
  let status = 'running';
  const service = await startRawService((socket, { path: requested }) => {
    const task = { task_id: TASK, type: imageToMultiview.name, status, ...(status === 'success' && { output }) };
    const data = { tasks: { [TASK]: task }, missed: [] };
    const isQuery = requested === '/v3/tasks/list';
    socket.write(httpAnswer(200, isQuery ? JSON.stringify({ code: 0, status: 'success', data }) : png));
  });
  const output = toOutput(Object.fromEntries(VIEWS.map((view) => [`${view}_view_url`, `${service.origin}/${view}`])));
  const client = createServiceClient({ ...service.profile, pollMs: POLL_MS });
  const follower = createTaskFollower(async () => client);
  onTestFinished(async () => {
    follower.close();
    await client.close();
  });
  const { post, heard } = await open({ onTask: follower.hint });
  const { signal } = new AbortController();
  const following = follower.follow(TASK, 'test', { onTask: () => undefined, onProblem: () => undefined }, signal);
  await expect.poll(() => service.requests.length).toBe(1);

  status = 'success';
  expect([await post(event(TASK, imageToMultiview.name, output)), heard]).toEqual([200, [TASK]]);
  const task = await following;
  const jobFolder = path.join(folder, 'library', 'job');
  mkdirSync(path.dirname(jobFolder));
  const tools = { client, jobFolder, system: SYSTEM, signal, report: () => undefined } as unknown as PipelineTools;
  const downloads = await downloadOutputs(task, 0, imageToMultiview.outputs, tools);
  const { artifacts } = await verifyOutputs(downloads, 0, { system: SYSTEM, reader: createDirectReader(SYSTEM.disk) });
  expect(artifacts.map((artifact) => path.basename(artifact.path))).toEqual(VIEWS.map((view) => `0-${view}.png`));
  for (const file of readdirSync(jobFolder)) expect(readFileSync(path.join(jobFolder, file))).toEqual(png);
});
