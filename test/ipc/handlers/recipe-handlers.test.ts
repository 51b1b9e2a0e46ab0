import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { PROJECT_ROOT } from '../../../src-main/base/project-root.ts';
import { resolveHome } from '../../../src-main/settings/home.ts';
import type { MeshFormat } from '../../../src-shared/formats/formats.ts';
import { calls, type Output } from '../../../src-shared/ipc/contract.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const SAMPLE = path.join(PROJECT_ROOT, 'assets/samples/mug.png');

/** An app that is not started: nothing is contacted, and jobs wait. */
async function open(allowedFolders: readonly string[] = []) {
  const app = await openHeadlessApp(resolveHome(makeTempFolder(), {}), { allowedFolders });
  onTestFinished(() => app.close());
  const { handlers } = app;
  const copy = await handlers['recipes:duplicate']({ id: 'game', takes: 'picture', name: 'Kiln props' });
  return { app, handlers, copy };
}

type Recipe = Output<'recipes:duplicate'>;

function withFaces(recipe: Recipe, face_limit: number): Recipe {
  const [model, ...rest] = recipe.steps;
  return { ...recipe, steps: [{ ...model!, params: { ...model!.params, face_limit } }, ...rest] };
}

test('a draft is checked with prices, flows and differences, and nothing of it is kept', async () => {
  const { handlers, copy } = await open();
  const check = async (recipe: Recipe) => calls['recipes:check'][1].parse(await handlers['recipes:check']({ recipe }));
  expect(await check(copy)).toMatchObject({
    issues: [],
    price: { free: true, total: '0.00', unknown: 0 },
    unsaved: [],
    origin: { id: 'game', version: 1, now: 1, diff: [] },
  });
  await handlers['settings:set']({ rehearsal: true });
  expect(await check(copy)).toMatchObject({
    steps: [
      { price: '50.00', flow: { kind: 'model', format: 'glb' } },
      { price: '10.00', flow: { kind: 'model', format: 'fbx' } },
    ],
    price: { free: false, total: '60.00', unknown: 0 },
  });
  const wrong = await check(withFaces(copy, 900_000));
  expect(wrong.issues).toMatchObject([{ step: 0, field: 'face_limit' }]);
  expect(wrong.steps.map(({ price }) => price)).toEqual([null, '10.00']);
  expect(wrong.price).toEqual({ free: false, total: '10.00', unknown: 1 });
  expect(wrong.unsaved).toMatchObject([{ text: { params: { before: '8000', after: '900000' } } }]);
  expect(wrong.origin?.diff).toEqual(wrong.unsaved);
  expect((await check({ ...copy, id: 'other', basedOn: { id: 'gone', version: 3 } })).origin).toMatchObject({
    now: null,
    diff: [],
  });
  const odd = { ...copy, steps: [{ ...copy.steps[0]!, params: { model: { a: 1 }, texture_quality: 7 } }] };
  expect((await check(odd)).price).toMatchObject({ unknown: 1 });
  const listed = await handlers['recipes:list'](null);
  expect(listed.find(({ id }) => id === copy.id)?.recipes?.picture).toEqual(copy);
});

test('the prices of recipes are those of a plan, by kind of source, service and the formats of the draft', async () => {
  const { handlers, copy } = await open();
  const pricesOf = async (formats: MeshFormat[]) =>
    calls['recipes:prices'][1].parse(await handlers['recipes:prices']({ formats }));
  expect((await pricesOf(['glb']))['game']?.picture).toEqual({ free: true, total: '0.00', unknown: 0 });
  await handlers['settings:set']({ rehearsal: true });
  const prices = await pricesOf(['glb']);
  expect(prices['game']).toMatchObject({ picture: { total: '60.00' }, prompt: { total: '50.00' } });
  expect(prices[copy.id]?.picture).toEqual(prices['game']?.picture);
  expect(prices['draft']?.picture).toMatchObject({ free: false, total: '110.00' });
  expect((await pricesOf(['glb', 'fbx', 'usdz']))['draft']?.picture).toMatchObject({ total: '120.00' });

  const { sources } = await handlers['sources:take']([SAMPLE]);
  const sourceIds = sources.map(({ id }) => id);
  for (const recipe of ['draft', 'game', 'film', copy.id]) {
    const { total } = await handlers['money:plan']({ sourceIds, recipe, formats: ['glb', 'fbx'] });
    expect((await pricesOf(['glb', 'fbx']))[recipe]?.picture?.total).toBe(total);
  }
});

test('what can be put in is offered with the chain it makes', async () => {
  const { handlers, copy } = await open();
  const choices = calls['recipes:choices'][1].parse(await handlers['recipes:choices']({ recipe: copy, at: 60 }));
  const rig = choices.find(({ operation }) => operation === 'rig_model');
  expect(rig?.steps?.map(({ operation }) => operation)).toEqual(['image_to_model', 'convert_model', 'rig_model']);
  expect(choices.find(({ operation }) => operation === 'text_to_model')).toMatchObject({ steps: null });
});

test('a test run makes one job of the draft as it stands, and asks before it costs', async () => {
  const { app, handlers, copy } = await open();
  const recipe = withFaces(copy, 2_000);
  const take = async () => (await handlers['sources:take']([SAMPLE])).sources[0]!.id;
  const job = await handlers['recipes:test']({ sourceId: await take(), recipe, where: 'in_use' });
  expect(job).toMatchObject({ recipe: copy.id, money: { kind: 'free' }, status: 'waiting' });
  expect(app.queue.find(job.id)?.steps[0]?.params).toMatchObject({ face_limit: 2_000 });
  expect(await handlers['recipes:uses']({ id: copy.id })).toEqual({ jobs: 1, folders: [] });

  await handlers['settings:set']({ rehearsal: true });
  const sourceId = await take();
  const test = { sourceId, recipe, where: 'in_use' } as const;
  await expect(handlers['recipes:test'](test)).rejects.toMatchObject({ code: 'needs_yes' });
  await expect(handlers['recipes:test']({ ...test, agreed: '59.99' })).rejects.toMatchObject({ code: 'needs_yes' });
  await expect(handlers['recipes:test']({ ...test, recipe: withFaces(copy, 1) })).rejects.toMatchObject({
    code: 'config_invalid',
  });
  const views = {
    ...recipe,
    takes: 'views',
    steps: [{ ...recipe.steps[0]!, operation: 'multiview_to_model' }],
  } as const;
  await expect(
    handlers['recipes:test']({ ...test, recipe: { ...views, steps: [...views.steps] } }),
  ).rejects.toMatchObject({ message: /It takes a set of views/ });
  expect((await handlers['queue:list'](null)).jobs.length).toBe(1);
  expect(await handlers['recipes:test']({ ...test, agreed: '60.00' })).toMatchObject({ money: { kind: 'estimate' } });
  await expect(handlers['recipes:test']({ ...test, agreed: '60.00' })).rejects.toMatchObject({ code: 'not_found' });
});

test('a recipe that takes several kinds is tested with each of them, for the price of its own', async () => {
  const { app, handlers, copy } = await open();
  expect(copy.also).toEqual(['views', 'prompt']);
  await handlers['settings:set']({ rehearsal: true });
  const checked = calls['recipes:check'][1].parse(await handlers['recipes:check']({ recipe: copy }));
  expect(checked).toMatchObject({
    others: ['views', 'prompt', 'model'],
    price: { total: '60.00' },
    prices: { views: { total: '60.00' }, prompt: { total: '50.00' } },
  });
  const { id: sourceId } = await handlers['sources:describe']({ prompt: 'a small red chair' });
  const job = await handlers['recipes:test']({ sourceId, recipe: copy, where: 'in_use', agreed: '50.00' });
  expect(app.queue.find(job.id)).toMatchObject({
    prompt: 'a small red chair',
    steps: [{ operation: 'text_to_model', params: { face_limit: 8_000 } }, { operation: 'convert_model' }],
  });
  const model = { ...copy, also: ['model' as const], takes: 'prompt' as const };
  expect((await handlers['recipes:check']({ recipe: model })).issues).not.toEqual([]);
});

test('who uses a recipe is told before it is removed', async () => {
  const inbox = makeTempFolder();
  const { handlers, copy } = await open([inbox]);
  const added = { typed: inbox, recipe: copy.id, change: {} } as Parameters<(typeof handlers)['folders:add']>[0];
  await handlers['folders:add'](added);
  expect(await handlers['recipes:uses']({ id: copy.id })).toEqual({ jobs: 0, folders: [path.basename(inbox)] });
  await handlers['recipes:remove']({ id: copy.id });
  expect((await handlers['recipes:list'](null)).some(({ id }) => id === copy.id)).toBe(false);
  expect(await handlers['recipes:save']({ recipe: copy })).toMatchObject({ outcome: 'added', recipe: copy });
  await expect(handlers['recipes:remove']({ id: 'game' })).rejects.toMatchObject({ message: /comes with Dropforge/ });
});
