import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeIO } from '@gltf-transform/core';
import { KHRONOS_EXTENSIONS } from '@gltf-transform/extensions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';

// Real work on a machine that may be busy with other things.

let app: Awaited<ReturnType<typeof openHeadlessApp>>;
const folder = mkdtempSync(path.join(tmpdir(), 'dropforge-rigged-'));
beforeAll(async () => {
  app = await openHeadlessApp(resolveHome(folder, {}));
  app.start();
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('a character exported in one more format keeps its skeleton, and is about its rig from then on', async () => {
  const source = await app.handlers['sources:describe']({ prompt: 'a robot in T-pose' });
  const [added] = await app.handlers['queue:add']({ sourceIds: [source.id], formats: ['glb'], recipe: 'character' });
  const id = added?.id ?? '';
  const over = async (): Promise<Job> => {
    await app.queue.whenSettled([id]);
    return app.queue.list().find((each) => each.id === id) as Job;
  };
  const rigged = await over();
  expect([rigged.status, rigged.error]).toEqual(['done', null]);
  expect(rigged.steps.map(({ operation, from }) => [operation, from])).toEqual([
    ['text_to_model', null],
    ['rig_check', 0],
    ['rig_model', 0],
  ]);
  expect((await app.handlers['operations:of']({ id })).step).toBe(2);
  const unchanged = app.handlers['queue:export']({ ids: [id], format: 'glb' });
  await expect(unchanged).rejects.toMatchObject({ code: 'bad_request' });

  await app.handlers['queue:export']({ ids: [id], format: 'gltf' });
  const exported = await over();
  expect([exported.status, exported.error]).toEqual(['done', null]);
  expect(exported.steps.at(-1)).toMatchObject({ operation: 'convert_model', from: 2, asked: 'GLTF' });
  const file = app.queue.find(id)?.artifacts.find(({ format }) => format === 'gltf');
  expect(file?.exportedPath).toMatch(/\.gltf$/);
  // The file is shown instead of exported again.
  const before = app.queue.find(id);
  expect(await app.handlers['queue:export']({ ids: [id], format: 'gltf' })).toEqual({
    existing: [{ id, artifactId: file?.id }],
    refused: [],
  });
  expect(app.queue.find(id)).toBe(before);
  const document = await new NodeIO().registerExtensions(KHRONOS_EXTENSIONS).read(file?.exportedPath ?? '');
  const bones = document.getRoot().listSkins()[0]?.listJoints() ?? [];
  expect(bones.map((bone) => bone.getName())).toContain('mixamorig:LeftUpLeg');
  expect(document.getRoot().listMeshes().length).toBeGreaterThan(0);
});
