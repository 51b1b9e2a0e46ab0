import { hash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Desktop } from '../../../src-main/app-deps.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import { describeFinding } from '../../../src-shared/doctor/describe-finding.ts';
import type { NewGeneratorInput } from '../../../src-shared/ipc/calls/generator-calls.ts';
import type { Job } from '../../../src-shared/jobs/job.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { createDesktop } from '../../helpers/desktop.ts';
import { makeTexturedSphere } from '../../helpers/models/textured-sphere.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { startComfyui } from '../../local-service/generators/comfyui-stand-in.ts';
import { startHunyuan } from '../../local-service/generators/hunyuan3d-stand-in.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');
const RELIEF = path.join(PROJECT_ROOT, 'assets/generators/relief.py');
const WORKFLOW = path.join(PROJECT_ROOT, 'assets/generators/comfyui-hunyuan3d-image.json');
const PYTHON = execFileSync(process.platform === 'win32' ? 'python' : 'python3', [
  ...['-c', 'import sys; print(sys.executable)'],
])
  .toString()
  .trim();

async function openApp(features: Partial<Desktop>) {
  const folder = makeTempFolder();
  const app = await openHeadlessApp(resolveHome(folder, {}), { desktop: createDesktop(features) });
  onTestFinished(() => app.close());
  const { handlers } = app;
  app.start();
  const find = async (id: string): Promise<Job | undefined> => (await handlers['queue:jobs']({ ids: [id] }))[0];
  const untilDone = async (id: string): Promise<Job> => {
    await expect
      .poll(async () => {
        const job = await find(id);
        return { status: job?.status, error: job?.error ?? null };
      })
      .toEqual({ status: 'done', error: null });
    return (await find(id)) as Job;
  };
  const addSample = async (): Promise<Job> => {
    const { sources } = await handlers['sources:take']([SAMPLE]);
    const added = await handlers['queue:add']({ sourceIds: sources.map(({ id }) => id), formats: ['glb'] });
    return added[0] as Job;
  };
  return { handlers, folder, untilDone, addSample };
}

const program = (file: Extract<NewGeneratorInput, { kind: 'command' }>['program']): NewGeneratorInput => ({
  ...{ kind: 'command', name: 'relief', program: file, words: `"${RELIEF}"`, operations: ['image_to_model'] },
});

test('a program is chosen in the dialog, confirmed with its command, used, named in results, and compared', async () => {
  const asked: string[] = [];
  const answers = [false, true];
  const { handlers, folder, untilDone, addSample } = await openApp({
    chooseFile: async () => PYTHON,
    confirm: async (question) => {
      asked.push(toEnglish(question));
      return answers.shift() ?? false;
    },
  });
  // The page cannot name a program, neither by its path nor by an id of its own.
  await expect(handlers['generators:add'](program({ typed: PYTHON }))).rejects.toMatchObject({
    code: 'config_invalid',
  });
  await expect(handlers['generators:add'](program({ chosen: 'mine' }))).rejects.toMatchObject({
    code: 'config_invalid',
  });
  const chosen = await handlers['generators:chooseFile']({ purpose: 'program' });
  expect(chosen?.name).toBe(path.basename(PYTHON));
  const added = program({ chosen: chosen?.id ?? '' });
  await expect(handlers['generators:add'](added)).rejects.toMatchObject({ code: 'not_confirmed' });
  expect((await handlers['generators:list']({ look: true })).generators).toEqual([]);
  await handlers['generators:add'](added);
  const question = `Run this program on this computer for each model, with your rights: ${PYTHON} ${RELIEF}.`;
  expect(asked).toEqual([question, question]);

  await handlers['generators:use']({ operation: 'image_to_model', name: 'relief' });
  expect(await handlers['generators:list']({ look: true })).toMatchObject({
    generators: [
      { name: 'relief', place: `${path.basename(PYTHON)} relief.py`, state: { version: null, problem: null } },
    ],
    use: { image_to_model: 'relief' },
    hasDialog: true,
  });
  expect((await handlers['settings:get'](null)).generators).toEqual({ relief: ['image_to_model'] });

  const job = await untilDone((await addSample()).id);
  const credit = {
    name: 'relief',
    about: 'relief.py',
    host: null,
    parameters: { seed: job.steps[0]?.seeds?.model_seed },
    cleanup: expect.objectContaining({ weld: 1e-5, unwrap: 'missing' }) as object,
  };
  expect(job.steps[0]?.generator).toEqual(credit);
  expect(job.money.kind).toBe('free');
  expect(job.steps[0]?.notes?.[0]).toEqual({ id: 'generator.made', params: { name: 'relief', about: 'relief.py' } });
  const [delivered] = globSync('export/**/*.json', { cwd: folder, exclude: ['**/.*'] });
  const manifest = JSON.parse(readFileSync(path.join(folder, delivered ?? ''), 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ steps: [{ operation: 'image_to_model', generator: credit }] });

  const repeated = await handlers['queue:repeat']({ id: job.id, seeds: 'same', generator: 'built-in' });
  const other = await untilDone(repeated.id);
  expect(other).toMatchObject({ basedOn: job.id, serviceKind: 'local' });
  expect([other.steps[0]?.generator, other.steps[0]?.seeds]).toEqual([undefined, job.steps[0]?.seeds]);
  const modelOf = (each: Job) => each.artifacts.find(({ role }) => role === 'model')?.sha256;
  expect(modelOf(other)).not.toBe(modelOf(job));

  await handlers['generators:remove']({ name: 'relief' });
  expect(await handlers['generators:list']({ look: true })).toMatchObject({ generators: [], use: {} });
});

test('a workflow of ComfyUI generates the model of a job, and the manifest says with what', async () => {
  const outputs = () => ({ '10': { '3d': [{ filename: 'model.glb', subfolder: 'mesh', type: 'output' }] } });
  const server = await startComfyui({ kind: 'outputs', outputs });
  onTestFinished(() => server.stop());
  server.files.set('mesh/model.glb', await makeTexturedSphere(400, 64));
  const { handlers, folder, untilDone, addSample } = await openApp({
    chooseFile: async () => WORKFLOW,
    confirm: async () => true,
  });
  const chosen = await handlers['generators:chooseFile']({ purpose: 'workflow' });
  await handlers['generators:add']({
    ...{ kind: 'comfyui', name: 'Comfy', url: server.url, workflow: { chosen: chosen?.id ?? '' } },
  });
  await handlers['generators:use']({ operation: 'image_to_model', name: 'Comfy' });

  const job = await untilDone((await addSample()).id);
  const seed = job.steps[0]?.seeds?.model_seed;
  expect(server.prompts.map((prompt) => prompt['7']?.inputs['seed'])).toEqual([seed]);
  const workflow = path.basename(WORKFLOW);
  const sha256 = hash('sha256', readFileSync(WORKFLOW));
  const credit = {
    ...{ name: 'Comfy', about: `ComfyUI 0.3.40, ${workflow}`, host: null },
    parameters: { workflow, workflow_sha256: sha256, seed },
    cleanup: expect.objectContaining({ ground: true }) as object,
  };
  expect([job.steps[0]?.generator, job.money.kind]).toEqual([credit, 'free']);
  const [delivered] = globSync('export/**/*.json', { cwd: folder, exclude: ['**/.*'] });
  const manifest = JSON.parse(readFileSync(path.join(folder, delivered ?? ''), 'utf8')) as Record<string, unknown>;
  expect(manifest).toMatchObject({ steps: [{ operation: 'image_to_model', generator: credit }] });
  expect(globSync('export/**/*.glb', { cwd: folder })).toHaveLength(1);
});

test('a removed generator returns to its place and its use, once, and with nothing to confirm', async () => {
  const asked: string[] = [];
  const { handlers } = await openApp({
    chooseFile: async () => PYTHON,
    confirm: async (question) => asked.push(toEnglish(question)) > 0,
  });
  const chosen = await handlers['generators:chooseFile']({ purpose: 'program' });
  await handlers['generators:add'](program({ chosen: chosen?.id ?? '' }));
  const texture = {
    kind: 'hunyuan3d',
    name: 'texture',
    url: 'http://127.0.0.1:9',
    views: null,
    texture: true,
  } as const;
  await handlers['generators:add'](texture);
  await handlers['generators:use']({ operation: 'image_to_model', name: 'relief' });
  const before = await handlers['generators:list']({ look: false });
  asked.length = 0;

  await expect(handlers['generators:restore']({ name: 'relief' })).rejects.toMatchObject({ code: 'not_found' });
  expect((await handlers['generators:remove']({ name: 'relief' })).use).toEqual({});
  expect(await handlers['generators:restore']({ name: 'relief' })).toEqual(before);
  await expect(handlers['generators:restore']({ name: 'relief' })).rejects.toMatchObject({ code: 'not_found' });

  // What was chosen meanwhile stays.
  await handlers['generators:remove']({ name: 'relief' });
  await handlers['generators:use']({ operation: 'image_to_model', name: 'texture' });
  expect(await handlers['generators:restore']({ name: 'relief' })).toMatchObject({
    generators: [{ name: 'relief' }, { name: 'texture' }],
    use: { image_to_model: 'texture' },
  });
  await handlers['generators:remove']({ name: 'relief' });
  await handlers['generators:add']({ ...texture, name: 'relief' });
  await expect(handlers['generators:restore']({ name: 'relief' })).rejects.toMatchObject({ code: 'config_invalid' });
  expect(asked).toEqual([]);
});

test('without a dialog a program is typed and confirmed with a code; without either it cannot be added', async () => {
  const codes: string[] = [];
  const { handlers } = await openApp({ showCode: (code) => codes.push(code) });
  await expect(handlers['generators:add'](program({ typed: 'python3' }))).rejects.toMatchObject({
    message: 'Enter the whole path of the file.',
  });
  const adding = handlers['generators:add'](program({ typed: PYTHON }));
  await expect.poll(() => codes).toHaveLength(1);
  await expect(handlers['confirmation:answer']({ code: '00000000' })).rejects.toThrow();
  expect((await handlers['generators:list']({ look: false })).generators).toEqual([]);
  await handlers['confirmation:answer']({ code: codes[0] as string });
  expect((await adding).generators).toMatchObject([{ name: 'relief' }]);

  const mute = await openApp({});
  await expect(mute.handlers['generators:add'](program({ typed: PYTHON }))).rejects.toMatchObject({
    code: 'not_confirmed',
  });
});

test('a change of the generators restarts the service, and a task that runs in one continues', async () => {
  const { handlers, folder, untilDone, addSample } = await openApp({});
  const draft = await untilDone((await addSample()).id);
  const [model] = globSync('export/**/*.glb', { cwd: folder });
  const server = await startHunyuan('2.1', { kind: 'held', bytes: readFileSync(path.join(folder, model ?? '')) });
  onTestFinished(() => server.stop());
  const add = { kind: 'hunyuan3d', name: 'hunyuan', url: server.url, views: null, texture: true } as const;
  expect((await handlers['generators:add'](add)).generators).toMatchObject([{ place: server.url }]);

  const { id } = await handlers['queue:repeat']({ id: draft.id, seeds: 'new', generator: 'hunyuan' });
  await expect.poll(() => server.queries).toBeGreaterThan(0);
  await handlers['generators:unsupported']({ by: 'refuse' });
  // The restarted service answers.
  expect((await handlers['generators:list']({ look: true })).unsupported).toBe('refuse');
  server.release();
  const { steps, status } = await untilDone(id);
  expect(steps[0]?.generator?.about).toBe('Hunyuan3D 2.1');
  expect(steps[0]?.notes).toContainEqual({ id: 'generator.resumed', params: { name: 'hunyuan' } });
  expect([status, server.requests.length]).toEqual(['done', 1]);
});

test('a Hunyuan3D server takes several views only in the form that was chosen', async () => {
  const { handlers } = await openApp({});
  const server = { kind: 'hunyuan3d', name: 'hunyuan', url: 'http://127.0.0.1:9', texture: false } as const;
  const listed = async () => (await handlers['generators:list']({ look: false })).generators[0]?.operations;
  await handlers['generators:add']({ ...server, views: null });
  expect(await listed()).toEqual(['image_to_model']);
  for (const views of ['images', 'fields', null] as const) {
    await handlers['generators:change']({ name: 'hunyuan', to: { ...server, views } });
    expect(await handlers['generators:get']({ name: 'hunyuan' })).toEqual({ ...server, views });
    expect(await listed()).toEqual(['image_to_model', ...(views === null ? [] : ['multiview_to_model'])]);
  }
});

test('the doctor says how each generator is: a problem if it is used, else a note', async () => {
  const server = await startHunyuan('2.1', { kind: 'fails' });
  onTestFinished(() => server.stop());
  const { handlers } = await openApp({});
  const named = (name: string, url: string) => ({ kind: 'hunyuan3d', name, url, views: null, texture: true }) as const;
  await handlers['generators:add'](named('up', server.url));
  await handlers['generators:add'](named('down', 'http://127.0.0.1:9'));
  await handlers['generators:add'](named('spare', 'http://127.0.0.1:9'));
  await handlers['generators:use']({ operation: 'image_to_model', name: 'down' });
  const findings = (await handlers['doctor:run'](null)).filter(({ check }) => check === 'generator');
  expect(findings.map((each) => [each.state, describeFinding(each).fact, each.fix])).toEqual([
    ['ok', 'up is ready: Hunyuan3D 2.1.', null],
    ['bad', expect.stringContaining('down does not respond at http://127.0.0.1:9. Start it'), 'generators'],
    ['note', expect.stringContaining('spare does not respond'), 'generators'],
  ]);
});

test('a generator is changed: files are kept, more power is confirmed, and keys and folders are not shown', async () => {
  const asked: string[] = [];
  let file = PYTHON;
  const { handlers, folder } = await openApp({
    chooseFile: async () => file,
    confirm: async (question) => asked.push(toEnglish(question)) > 0,
  });
  const choose = async (purpose: 'program' | 'workflow' | 'key') => ({
    chosen: (await handlers['generators:chooseFile']({ purpose }))?.id ?? '',
  });
  await handlers['generators:add'](program(await choose('program')));
  await handlers['generators:use']({ operation: 'image_to_model', name: 'relief' });
  file = path.join(folder, 'chair.json');
  writeFileSync(file, '{}');
  const url = 'http://127.0.0.1:8188';
  await handlers['generators:add']({ kind: 'comfyui', name: 'Comfy', url, workflow: await choose('workflow') });
  file = path.join(folder, 'key');
  writeFileSync(file, 'secret-of-the-service');
  await handlers['generators:add']({
    ...{
      kind: 'service',
      name: 'studio',
      url: 'https://studio.invalid',
      keyFile: await choose('key'),
      creditsPerDay: 0,
    },
  });
  const forms = await Promise.all(['relief', 'Comfy', 'studio'].map((name) => handlers['generators:get']({ name })));
  expect(forms).toEqual([
    {
      ...{ kind: 'command', name: 'relief', file: path.basename(PYTHON) },
      ...{ words: RELIEF, operations: ['image_to_model'] },
    },
    { kind: 'comfyui', name: 'Comfy', url, file: 'chair.json' },
    { kind: 'service', name: 'studio', url: 'https://studio.invalid', file: 'key', creditsPerDay: 0 },
  ]);
  expect(JSON.stringify(forms)).not.toContain('secret');
  expect(JSON.stringify(forms)).not.toContain(folder);

  // The same program with another name, and the same workflow: nothing new to confirm.
  asked.length = 0;
  const kept = { kept: true } as const;
  const renamed = await handlers['generators:change']({ name: 'relief', to: { ...program(kept), name: 'relief 2' } });
  expect([renamed.use, asked]).toEqual([{ image_to_model: 'relief 2' }, []]);
  // Other arguments, and another address for the key.
  const faster: NewGeneratorInput = {
    ...{ kind: 'command', name: 'relief', program: kept, words: `"${RELIEF}" --fast`, operations: ['texture_model'] },
  };
  await handlers['generators:change']({ name: 'relief 2', to: faster });
  await handlers['generators:change']({
    name: 'studio',
    to: { kind: 'service', name: 'studio', url: 'https://other.invalid', keyFile: kept, creditsPerDay: 40 },
  });
  expect(asked).toEqual([
    `Run this program on this computer for each model, with your rights: ${PYTHON} ${RELIEF} --fast.`,
    `Send images, prompts and the API key in the file ${file} to https://other.invalid. Spend up to 40 credits per day at https://other.invalid, without a question for each job.`,
  ]);
  expect(await handlers['generators:list']({ look: false })).toMatchObject({
    ...{ generators: [{ name: 'relief' }, { name: 'Comfy' }, { name: 'studio' }], use: {} },
  });
  const { kind, name } = { kind: 'hunyuan3d', name: 'Comfy' } as const;
  for (const to of [
    { kind, name, url: 'not a url', views: null, texture: true },
    { kind: 'comfyui', name: 'studio', url, workflow: kept } as const,
    // There is no file of another kind to keep.
    { kind: 'service', name, url, keyFile: kept, creditsPerDay: 0 } as const,
  ]) {
    await expect(handlers['generators:change']({ name: 'Comfy', to })).rejects.toMatchObject({
      code: 'config_invalid',
    });
  }
  await expect(handlers['generators:get']({ name: 'gone' })).rejects.toMatchObject({ code: 'config_invalid' });
});
