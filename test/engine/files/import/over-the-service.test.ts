import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFbx } from '../../../../src-main/engine/files/fbx/write/write-fbx.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload } from '../../../local-service/workers/call.ts';
import { createAsymmetricModel, WORLD_HIGH } from '../asymmetric-model.ts';
import { textFbx } from './fbx-files.ts';
import { measureDocument } from './measure.ts';

let service: LocalService;
beforeAll(async () => void (service = await startLocalService({ credits: 1000 })));
afterAll(() => service.stop());

const run = async (path: string, body: object) =>
  untilFinished(service, (await callService(service, path, { method: 'POST', body })).body.data.task_id);

test('an uploaded FBX becomes a GLB that further tasks take, and its notes are told', async () => {
  const file = Buffer.from(await writeFbx(await createAsymmetricModel(), { preset: '3dsmax' }));
  const made = await run('/v3/models/import', { input: await upload(service, file, 'fbx') });
  expect(made).toMatchObject({ status: 'success' });
  const glb = (await send(made.output.model_url)).bytes;
  measureDocument(await readGlb(glb)).high.forEach((value, k) => expect(value).toBeCloseTo(WORLD_HIGH[k]!, 3));
  const converted = await run('/v3/models/convert', { original_model_task_id: made.task_id, format: 'stl' });
  expect(converted).toMatchObject({ status: 'success' });
  const stl = await run('/v3/models/import', {
    input: await upload(service, (await send(converted.output.model_url)).bytes, 'stl'),
  });
  expect(stl.output.notes).toEqual([expect.stringMatching(/millimeters/)]);
});

test('a damaged FBX fails its task with the sentence', async () => {
  const input = await upload(service, Buffer.from(textFbx({ polygons: [0, 1, 9, -4] })), 'fbx');
  const task = await run('/v3/models/import', { input });
  expect(task).toMatchObject({ status: 'failed', error_code: 2004 });
  expect(task.error_message).toMatch(/refers to a missing point/);
});
