import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { OperationName } from '../../../src-shared/api/operations.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');

let app: Awaited<ReturnType<typeof openHeadlessApp>>;
let id = '';
const folder = mkdtempSync(path.join(tmpdir(), 'dropforge-operations-'));

const find = async (): Promise<Job> => {
  const job = (await app.handlers['queue:list'](null)).jobs.find((each) => each.id === id);
  if (!job) throw new Error('The job is gone.');
  return job;
};
const over = async (status: Job['status']): Promise<void> => {
  await app.queue.whenSettled([id]);
  expect((await find()).status).toBe(status);
};
const of = (step?: number) => app.handlers['operations:of']({ id, ...(step === undefined ? {} : { step }) });
const misfitOf = async (name: OperationName, step?: number) =>
  (await of(step)).operations.find((each) => each.name === name)?.misfit;
const check = (operation: OperationName, params: Record<string, unknown>) =>
  app.handlers['operations:check']({ id, step: 0, operation, params });
const order = (operation: OperationName, params: Record<string, unknown>, step = 0) =>
  app.handlers['operations:order']({ id, step, operation, params });

beforeAll(async () => {
  app = await openHeadlessApp(resolveHome(folder, {}));
  app.start();
  const { sources } = await app.handlers['sources:take']([SAMPLE]);
  const [job] = await app.handlers['queue:add']({ sourceIds: sources.map((each) => each.id), formats: ['glb'] });
  id = job?.id ?? '';
  // Nothing can be made of what is not made yet.
  await expect(of()).rejects.toMatchObject({ code: 'not_found' });
  await over('done');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

test('what applies to a model is told in groups, free at the free service, and what does not with the reason', async () => {
  const { step, steps, free, operations, taskId } = await of();
  expect([step, steps, free]).toEqual([0, [{ step: 0, operation: 'image_to_model', format: 'glb' }], true]);
  expect(taskId).toMatch(/^[0-9a-f-]{36}$/);
  const fitting = operations.filter(({ misfit }) => misfit === null);
  expect(fitting.map(({ group, name }) => `${group} ${name}`)).toEqual([
    'surface texture_model',
    'surface unwrap_uv',
    'mesh decimate_mesh',
    'mesh segment_mesh',
    'mesh smart_segment',
    'animation rig_check',
    'animation rig_model',
    'form convert_model',
    'form stylize_model',
  ]);
  expect(new Set(fitting.map(({ price }) => price))).toEqual(new Set(['0.00']));
  expect(await misfitOf('complete_mesh')).toEqual({ kind: 'needs', operations: ['segment_mesh'] });
  expect(await misfitOf('refine_model')).toEqual({ kind: 'needs', operations: ['text_to_model'] });
  expect(operations.flatMap(({ name, check: told }) => (told === null ? [] : [[name, told]]))).toEqual([
    ['rig_model', 'rig_check'],
  ]);
  expect(await misfitOf('retarget_animation')).toEqual({ kind: 'needs', operations: ['rig_model'] });
  expect(await misfitOf('text_to_model')).toBeUndefined();
  await expect(of(7)).rejects.toMatchObject({ code: 'not_found' });
});

test('what would be refused is told beside its parameter, with changes that put it right', async () => {
  const { issues, request, later, command, price, makes } = await check('decimate_mesh', {
    face_limit: 12_000,
    quad: true,
    smart_uv: true,
  });
  expect(issues).toMatchObject([
    {
      field: 'face_limit',
      message: 'face_limit must be 500 to 10,000 quads; 12,000 was given.',
      ways: [
        { field: 'face_limit', value: 10_000, price: null },
        { field: 'quad', value: null, price: null },
        { field: 'face_limit', value: null, price: null },
      ],
    },
    {
      field: 'smart_uv',
      message: 'smart_uv works with model v3.0 only. Choose v3.0, or omit it.',
      ways: [
        { field: 'model', value: 'v3.0', price: null },
        { field: 'smart_uv', value: null, price: null },
      ],
    },
  ]);
  const { taskId } = await of();
  const body = { face_limit: 12_000, quad: true, smart_uv: true, original_model_task_id: taskId };
  expect([request.path, JSON.parse(request.body)]).toEqual(['/v3/mesh/decimate', body]);
  expect(command).toBe(`dropforge call decimate_mesh --body '${JSON.stringify(body)}'`);
  expect([later, price, makes]).toEqual([['client_ref'], '0.00', null]);
  expect((await check('decimate_mesh', {})).makes).toBe('glb');
  expect((await check('rig_check', {})).leavesModel).toBe(false);
  const { barred, ranges } = await check('decimate_mesh', { face_limit: 12_000 });
  expect(barred.map(({ field, value }) => [field, value])).toEqual([
    ['quad', true],
    ['smart_uv', true],
  ]);
  expect(ranges).toContainEqual({ field: 'face_limit', min: 500, max: 20_000 });
  expect((await check('convert_model', { format: 'usdz' })).makes).toBe('usdz');
  const strange = await check('texture_model', { colour: 'red' });
  expect([strange.issues.map(({ field }) => field), strange.later]).toEqual([
    ['colour'],
    ['texture_seed', 'client_ref'],
  ]);
  await expect(order('decimate_mesh', { face_limit: 12_000, quad: true })).rejects.toMatchObject({
    code: 'bad_request',
  });
  await expect(order('retarget_animation', { animation: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  expect((await find()).status).toBe('done');
});

test('a step of a recipe is told the same without any result', async () => {
  const openings = (operation: OperationName, params: Record<string, unknown>) =>
    app.handlers['operations:openings']({ operation, params });
  const { barred, ranges } = await openings('decimate_mesh', { face_limit: 12_000 });
  expect(barred.map(({ field, ways }) => [field, ways[0]])).toEqual([
    ['quad', { field: 'face_limit', value: 10_000, price: null }],
    ['smart_uv', { field: 'model', value: 'v3.0', price: null }],
  ]);
  expect(ranges).toContainEqual({ field: 'face_limit', min: 500, max: 20_000 });
  for (const operation of ['text_to_model', 'image_to_model', 'multiview_to_model'] as const) {
    const model = { model: 'P1-20260311', face_limit: 10_000 };
    expect((await openings(operation, model)).barred.map(({ field }) => field)).toContain('quad');
  }
});

test('an operation becomes one more step of the job, whose file is exported; a check is told of until it was run', async () => {
  const before = (await find()).artifacts;
  await order('decimate_mesh', { face_limit: 2_000 });
  await expect(order('unwrap_uv', {})).rejects.toMatchObject({ code: 'not_found' });
  await over('done');
  const job = await find();
  expect(job.steps.at(-1)).toMatchObject({ operation: 'decimate_mesh', status: 'done', extra: true, format: 'glb' });
  const added = job.artifacts.filter((artifact) => !before.some((other) => other.id === artifact.id));
  expect(added.find(({ role }) => role === 'model')).toMatchObject({ format: 'glb', exported: true });
  // From now on the job is about what came last.
  expect((await of()).step).toBe(1);
  await order('rig_check', {});
  await over('done');
  const toldOf = async (at: number) => (await of(at)).operations.find(({ name }) => name === 'rig_model')?.check;
  expect([await toldOf(0), await toldOf(1)]).toEqual([null, 'rig_check']);
});

test('one that fails leaves what was made usable, and the next one takes its place', async () => {
  const before = await find();
  await order('complete_mesh', {}).catch(() => undefined);
  await order('segment_mesh', { ref_image: 'http://127.0.0.1:9/nothing.png' });
  await over('failed');
  const failed = await find();
  expect(failed.steps.at(-1)).toMatchObject({ operation: 'segment_mesh', status: 'failed' });
  expect(failed.artifacts.map((artifact) => artifact.id)).toEqual(before.artifacts.map((artifact) => artifact.id));
  expect((await of(0)).operations.find(({ name }) => name === 'unwrap_uv')?.misfit).toBeNull();
  await app.handlers['queue:export']({ ids: [id], format: 'stl' });
  await over('done');
  const exported = await find();
  expect(exported.steps).toHaveLength(failed.steps.length);
  expect(exported.steps.at(-1)).toMatchObject({ operation: 'convert_model', status: 'done', format: 'stl' });
  expect(exported.error).toBeNull();
});

test('the same conversion is not repeated as long as its file exists, whatever the case of its format', async () => {
  const before = await find();
  const stl = before.artifacts.find(({ format }) => format === 'stl');
  const subject = before.steps.at(-1)?.from ?? 0;
  expect(await order('convert_model', { format: 'stl' }, subject)).toEqual({ existing: stl?.id, ordered: 0 });
  expect((await find()).steps).toHaveLength(before.steps.length);
  expect(await order('convert_model', { format: 'STL', scale_factor: 2 }, subject)).toEqual({
    existing: null,
    ordered: 1,
  });
  await over('done');
  rmSync(app.queue.findArtifact(stl?.id ?? '')?.exportedPath ?? '');
  expect(await order('convert_model', { format: 'stl' }, subject)).toEqual({ existing: null, ordered: 1 });
  await over('done');
});

test('an operation runs on several jobs with one plan; those it does not apply to are left out', async () => {
  const { sources } = await app.handlers['sources:take']([SAMPLE, SAMPLE]);
  const added = await app.handlers['queue:add']({ sourceIds: sources.map((each) => each.id), formats: ['glb'] });
  const [second = ''] = added.map((job) => job.id);
  await app.queue.whenSettled(added.map((job) => job.id));
  const params = { face_limit: 1_000 };
  const wanted = { id, step: 0, operation: 'decimate_mesh' as const, params, also: [id, second, second, 'unknown'] };
  const { others, leftOut, plan } = await app.handlers['operations:check'](wanted);
  expect([others, leftOut, plan.jobs]).toEqual([1, 1, 2]);
  expect(await app.handlers['operations:order'](wanted)).toEqual({ existing: null, ordered: 2 });
  await app.queue.whenSettled([id, second]);
  for (const each of [id, second]) {
    expect(app.queue.find(each)?.steps.at(-1)).toMatchObject({ operation: 'decimate_mesh', status: 'done', params });
  }
});

test('where it costs, nothing is ordered without a yes to the total', async () => {
  await app.handlers['settings:set']({ rehearsal: true });
  await expect.poll(async () => (await app.handlers['service:check'](null)).free).toBe(false);
  const { operations, free } = await of(0);
  const prices = Object.fromEntries(operations.map(({ name, price }) => [name, price]));
  expect(free).toBe(false);
  expect(prices).toMatchObject({
    decimate_mesh: '30.00',
    rig_check: '0.00',
    convert_model: '5.00',
    edit_multiview_image: null,
  });
  const wanted = { model: 'v3.0', quad: true };
  const { price, plan } = await check('decimate_mesh', wanted);
  expect([price, plan.total, plan.needsYes]).toEqual(['40.00', '40.00', true]);
  const dear = await check('decimate_mesh', { smart_uv: true });
  expect(dear.issues[0]?.ways?.[0]).toEqual({ field: 'model', value: 'v3.0', price: '35.00' });
  const whole = { id, step: 0, operation: 'decimate_mesh' as const, params: wanted };
  await expect(app.handlers['operations:order'](whole)).rejects.toMatchObject({ code: 'needs_yes' });
  await expect(app.handlers['operations:order']({ ...whole, agreed: '39.99' })).rejects.toMatchObject({
    code: 'needs_yes',
  });
  expect((await find()).status).toBe('done');
  await app.handlers['operations:order']({ ...whole, agreed: '40.00' });
  await over('done');
  expect((await find()).steps.at(-1)).toMatchObject({
    operation: 'decimate_mesh',
    status: 'done',
    price: { amount: '40.00' },
  });
});
