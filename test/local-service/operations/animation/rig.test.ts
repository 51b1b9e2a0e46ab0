import { createRequire } from 'node:module';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { startLocalService, type LocalService } from '../../../helpers/service/local-service.ts';
import { readWebm } from '../../../helpers/images/read-webm.ts';
import { callService, send, untilFinished } from '../../workers/call.ts';

// Real work on a machine that may be busy with other things.

const require = createRequire(import.meta.url);
const validator = require('gltf-validator') as {
  validateBytes(bytes: Uint8Array): Promise<{ issues: { numErrors: number } }>;
};

/** The same shapes in every run: some seeds make an animal whose ends look alike. */
const FIXED = { model: 'P2-20260801', image_seed: 1, model_seed: 1 };

let service: LocalService;
let person = '';
let rigged = '';
beforeAll(async () => {
  service = await startLocalService({ credits: 1000 });
  person = (await run('generation/text-to-model', { ...FIXED, prompt: 'a robot in T-pose' })).task_id;
});
afterAll(() => service.stop());

async function run(path: string, body: object) {
  const { body: answer } = await callService(service, `/v3/${path}`, { method: 'POST', body });
  expect(answer.code, answer.message).toBe(0);
  return untilFinished(service, answer.data.task_id);
}
const download = async (url: string) => (await send(url)).bytes;

test('a figure is checked, rigged and animated, one task after the other', async () => {
  const check = await run('animations/rig-check', { original_model_task_id: person });
  expect(check).toMatchObject({ type: 'rig_check', status: 'success', credits_consumed: 0 });
  expect(check.output).toMatchObject({ riggable: true, rig_type: 'biped', draft: true });
  expect(check.output).not.toHaveProperty('model_url');

  const rig = await run('animations/rig', { input: person, spec: 'tripo' });
  expect(rig).toMatchObject({ type: 'rig_model', status: 'success', credits_consumed: 25 });
  expect(rig.output).toMatchObject({ rig_type: 'biped' });
  rigged = rig.task_id;
  const glb = await download(rig.output.model_url);
  expect((await validator.validateBytes(glb)).issues.numErrors).toBe(0);
  const joints = (await readGlb(glb)).getRoot().listSkins()[0]!.listJoints();
  expect(joints.map((joint) => joint.getName())).toContain('L_Thigh');
  expect((await sharp(await download(rig.output.rendered_image_url)).metadata()).format).toBe('webp');

  const moved = await run('animations/retarget', {
    original_model_task_id: rigged,
    animations: ['preset:idle', 'preset:walk'],
    animate_in_place: true,
  });
  expect(moved).toMatchObject({ type: 'retarget_animation', status: 'success', credits_consumed: 20 });
  expect(moved.output.notes).toEqual([]);
  const clips = await download(moved.output.model_url);
  expect((await validator.validateBytes(clips)).issues.numErrors).toBe(0);
  const names = (await readGlb(clips))
    .getRoot()
    .listAnimations()
    .map((clip) => clip.getName());
  expect(names).toEqual(['idle', 'walk']);
});

test('FBX goes in and comes out', async () => {
  const rig = await run('animations/rig', { original_model_task_id: person, out_format: 'fbx' });
  const file = await download(rig.output.model_url);
  expect(file.subarray(0, 18).toString('latin1')).toBe('Kaydara FBX Binary');
  const moved = await run('animations/retarget', {
    original_model_task_id: rig.task_id,
    animation: 'preset:run',
    render_video: true,
    out_format: 'fbx',
    export_with_geometry: false,
  });
  expect(moved, moved.error_message).toMatchObject({ status: 'success' });
  expect(moved.output.notes.join()).toMatch(/the mesh was kept/);
  const { document } = await readAnyModel(await download(moved.output.model_url));
  expect(document.getRoot().listAnimations()).toHaveLength(1);
  const { rendered_video_url: film } = moved.output as unknown as Record<string, string>;
  // 0.7 s, three times, 24 images a second.
  expect(readWebm(await download(film!)).frames).toHaveLength(3 * 17);
  expect((await sharp(await download(moved.output.rendered_image_url)).metadata()).format).toBe('webp');
  expect(document.getRoot().listSkins()[0]!.listJoints()).toHaveLength(22);
});

test('an animal on four legs is checked, rigged and walks, and tells what fits it', async () => {
  const dog = (await run('generation/text-to-model', { ...FIXED, prompt: 'a dog' })).task_id;
  const check = await run('animations/rig-check', { input: dog });
  expect(check.output).toMatchObject({ riggable: true, rig_type: 'quadruped' });
  expect(check.output.notes).toEqual(['An animal on four legs with a head, facing +Z. It can be rigged.']);

  const asked = await run('animations/rig', { input: dog });
  expect(asked).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
  expect(asked.error_message).toMatch(/biped was requested. Choose quadruped/);

  const rig = await run('animations/rig', { input: dog, rig_type: 'quadruped', spec: 'mixamo', out_format: 'fbx' });
  expect(rig, rig.error_message).toMatchObject({ status: 'success', output: { rig_type: 'quadruped' } });
  expect(rig.output.notes.join()).toMatch(/Mixamo has no bones for four legs/);

  const moved = await run('animations/retarget', { input: rig.task_id, animation: 'preset:quadruped:walk' });
  expect(moved, moved.error_message).toMatchObject({ status: 'success', credits_consumed: 10 });
  const clips = await download(moved.output.model_url);
  expect((await validator.validateBytes(clips)).issues.numErrors).toBe(0);
  const root = (await readGlb(clips)).getRoot();
  expect(root.listAnimations().map((clip) => clip.getName())).toEqual(['walk']);
  expect(root.listSkins()[0]!.listJoints()).toHaveLength(27);
  expect((await sharp(await download(moved.output.rendered_image_url)).metadata()).format).toBe('webp');

  const running = await run('animations/retarget', { input: rig.task_id, animations: ['preset:run'] });
  expect(running).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
  expect(running.error_message).toMatch(/does not support quadrupeds.*preset:quadruped:walk/);
});

test('what cannot be rigged or played fails with the reason, and is not charged', async () => {
  const chair = (await run('generation/text-to-model', { ...FIXED, prompt: 'a chair' })).task_id;
  const check = await run('animations/rig-check', { input: chair });
  expect(check).toMatchObject({ status: 'success', output: { riggable: false } });
  expect(check.output).not.toHaveProperty('rig_type');
  expect(check.output.notes.join()).toMatch(/four legs.*furniture/);

  const refused = await run('animations/rig', { input: chair });
  expect(refused).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
  expect([refused.error_message]).toEqual(check.output.notes);
  const bird = await run('animations/rig', { input: person, rig_type: 'avian' });
  expect(bird).toMatchObject({ status: 'failed', error_code: 2007 });
  expect(bird.error_message).toMatch(/bipeds and quadrupeds only, not for “avian”/);

  const strange = await run('animations/retarget', { input: rigged, animation: 'preset:aquatic:march' });
  expect(strange).toMatchObject({ status: 'failed', error_code: 2007, credits_consumed: 0 });
  expect(strange.error_message).toMatch(/does not support bipeds.*preset:idle/);
});
