import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spawnLocalService, startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { callService, send, untilFinished, upload } from '../workers/call.ts';
import { startServiceFront } from './service-front.ts';
import { create, createImageTask, drawDisc, runImageTask, startWith } from './generator-bench.ts';

let other: LocalService;
let folder: string;
let service: LocalService;

const generation = (more: object = {}) => ({
  generators: [
    {
      ...{ name: 'Other', kind: 'service', url: other.baseUrl, keyFile: path.join(other.dataDir, 'key') },
      ...{ pollSeconds: 0.05, patienceSeconds: 5, ...more },
    },
  ],
  use: { image_to_model: 'Other', multiview_to_model: 'Other', text_to_model: 'Other' },
});

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dropforge-other-'));
  other = await startLocalService({ dataDir: path.join(folder, 'other') });
  service = await startWith(generation(), { dataDir: path.join(folder, 'own') });
});
afterAll(async () => {
  await service.stop();
  await other.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('another service', () => {
  test('runs the operation, and this one does the rest', async () => {
    const { status, output } = await runImageTask(service, {
      face_limit: 300,
      model_seed: 4,
      texture_quality: 'detailed',
    });
    expect([status, output.draft]).toEqual(['success', false]);
    expect(output.notes.slice(0, 2)).toEqual([
      'Generated on this computer with Other (generation service).',
      'Parameters: model v3.1-20260211, seed 4.',
    ]);
    expect((await send(output.model_url)).bytes.subarray(0, 4).toString()).toBe('glTF');
  });

  test('gets views and prompts', async () => {
    const inputs = await Promise.all(
      ['#d33', '', '', '#3d3'].map(async (color) => color && upload(service, await drawDisc(color))),
    );
    const views = await untilFinished(service, await create(service, 'multiview-to-model', { inputs, texture: false }));
    const text = await untilFinished(service, await create(service, 'text-to-model', { prompt: 'a red chair' }));
    expect([views.status, text.status]).toEqual(['success', 'success']);
    expect(text.output.notes[0]).toBe('Generated on this computer with Other (generation service).');
  });

  test('says why it fails, in its own words', async () => {
    const id = await create(service, 'text-to-model', { prompt: '   ' });
    const { status, error_message: words } = await untilFinished(service, id);
    expect(status).toBe('failed');
    expect(words).toMatch(/^Other failed: .+\. Look for the cause in its log, then send the task again\.$/);
  });

  test('continues with its task after this service was restarted', async () => {
    // Long enough to be seen while it runs.
    const id = await createImageTask(service, { texture_quality: 'detailed' });
    await expect.poll(async () => (await callService(service, `/v3/tasks/${id}`)).body.data.status).toBe('running');
    await service.kill();
    service = await startWith(generation(), { dataDir: path.join(folder, 'own') });
    const { status, output } = await untilFinished(service, id);
    expect(status).toBe('success');
    expect(output.notes).toContain('The task continued in Other after Dropforge was restarted.');
  });
});

test('a task that waits there for ever ends at the time limit, and the next one is sent', async () => {
  const front = await startServiceFront(other);
  front.posed = { type: 'text_to_model', status: 'queued' };
  const own = await startWith(generation({ url: front.url, timeLimitSeconds: 1 }));
  try {
    const first = await create(own, 'text-to-model', { prompt: 'a red chair' });
    await create(own, 'text-to-model', { prompt: 'a red chair' });
    expect(await untilFinished(own, first)).toMatchObject({
      ...{ status: 'failed', error_code: 2018 },
      error_message: 'Other was busy with other work for 1 second. Send the task again when it is free.',
    });
    await expect.poll(() => front.created).toHaveLength(2);
  } finally {
    await own.stop();
    await front.stop();
  }
});

test('a key that is missing or wrong is named', async () => {
  const start = async (more: object) => {
    const dataDir = await mkdtemp(path.join(folder, 'key-'));
    const child = await spawnLocalService({ dataDir, settings: { generation: generation(more) } });
    return [await child.exited, child.stderr().trim()];
  };
  const [code, words] = await start({ keyFile: path.join(folder, 'gone') });
  expect(code).toBe(2);
  expect(words).toMatch(/^The key file of the generator "Other" cannot be read: ENOENT/);

  const wrong = path.join(folder, 'wrong');
  await writeFile(wrong, 'local_wrong\n');
  const own = await startWith(generation({ keyFile: wrong }));
  try {
    expect((await runImageTask(own)).error_message).toBe(
      'Other refused the task: The API key is not valid. Correct its settings, then send the task again.',
    );
  } finally {
    await own.stop();
  }
});
