import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createJobRecords } from '../../../src-main/queue/create-job-records.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import type { Recipe, RecipeSet, RecipeStep } from '../../../src-shared/recipes/recipe.ts';
import { draftRecipes } from '../../../src-shared/recipes/built-in/draft.ts';
import { startLocalService, type LocalService } from '../../helpers/service/local-service.ts';
import { openQueue } from '../bench.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const STRICT = { mode: 'strict', settleMs: 0 } as const;
const OPTIONS = { formats: ['glb'], serviceKind: 'cloud', free: false, outFolder: null } as const;

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const DRAFT = draftRecipes(['glb']).picture as Recipe;
const model = DRAFT.steps[0] as RecipeStep;
const stl: RecipeStep = { operation: 'convert_model', params: { format: 'STL' }, from: 0, exports: 'stl' };

function pairOf(...steps: RecipeStep[]): RecipeSet {
  return {
    picture: { ...DRAFT, id: 'mine', version: 3, steps } satisfies Recipe,
  };
}

test('a job carries its recipe, its version and its own seeds', () => {
  const sources = [
    { path: '/p/chair.png', kind: 'picture', bytes: 1 },
    { path: '/p/lamp.png', kind: 'picture', bytes: 1 },
  ] as const;
  const [one, other] = createJobRecords(sources, { ...OPTIONS, recipe: pairOf(model, stl) }, 7, SYSTEM);
  expect(one).toMatchObject({ recipe: 'mine', recipeVersion: 3, position: 7, name: 'chair.png' });
  expect(one?.steps[0]?.params).toMatchObject({
    model_seed: expect.any(Number) as number,
    texture_seed: expect.any(Number) as number,
  });
  expect(one?.steps[1]?.params).toEqual({ format: 'STL' });
  expect(one?.steps[0]?.params['model_seed']).not.toBe(other?.steps[0]?.params['model_seed']);
});

test('variants are named, keep the ending, and differ in their seeds even where the recipe sets one', () => {
  const fixed = { ...model, params: { ...model.params, model_seed: 5 } };
  const source = { path: '/p/chair.png', kind: 'picture', bytes: 1 } as const;
  const made = createJobRecords([source], { ...OPTIONS, recipe: pairOf(fixed), variants: 4 }, 1, SYSTEM);
  expect(made.map(({ name }) => name)).toEqual([1, 2, 3, 4].map((n) => `chair (${n} of 4).png`));
  expect(made.map(({ position }) => position)).toEqual([1, 2, 3, 4]);
  const seeds = made.map(({ steps }) => steps[0]?.params['model_seed']);
  expect([seeds[0], new Set(seeds).size]).toEqual([5, 4]);
});

test('a source the recipe does not take makes no job at all', () => {
  const source = { path: '/p/chair.glb', kind: 'model', bytes: 1 } as const;
  expect(() => createJobRecords([source], { ...OPTIONS, recipe: pairOf(model) }, 1, SYSTEM)).toThrow(
    expect.objectContaining({ code: 'config_invalid', message: 'It takes an image, and chair.glb is a model.' }),
  );
});

test('a step made already is not bought again, and the same job can be made again with its seeds', async () => {
  const bench = await openQueue(service, STRICT);
  const { queue, picture, proxy } = bench;
  const source = { path: picture, kind: 'picture', bytes: 1 } as const;
  const [record] = queue.add([source], { ...bench.options, recipe: pairOf(model, stl, stl) });
  const id = record?.id ?? '';
  queue.start();
  await queue.whenSettled([id]);
  const done = bench.only();
  expect(done).toMatchObject({
    status: 'done',
    steps: [{ status: 'done' }, { status: 'done' }, { status: 'done', creditsConsumed: '0.00' }],
  });
  expect(proxy.posts()).toBe(2);
  expect(done.steps.flatMap(({ notes = [] }) => notes).map(toEnglish)).toContain(
    'Convert: the earlier result of this job was used. Nothing was charged.',
  );
  const stls = done.artifacts.filter(({ format }) => format === 'stl').map(({ path: file }) => path.basename(file));
  expect(stls).toEqual(['1.stl', '2.stl']);

  const same = queue.repeat(id, 'same');
  const fresh = queue.repeat(id, 'new');
  expect(same.steps.map(({ params, taskId }) => [params, taskId])).toEqual(
    done.steps.map(({ params }) => [params, null]),
  );
  expect(fresh.steps[0]?.params['model_seed']).not.toBe(done.steps[0]?.params['model_seed']);
  await queue.whenSettled([same.id, fresh.id]);
  const made = queue.records().filter(({ id: other }) => other === same.id || other === fresh.id);
  expect(made.map(({ status }) => status)).toEqual(['done', 'done']);
  expect(proxy.posts()).toBe(6);
  queue.trash.put([id]);
  await queue.trash.empty([id]);
  for (const { artifacts } of made) for (const { path: file } of artifacts) expect(existsSync(file)).toBe(true);
  expect(readdirSync(path.join(bench.home, 'library')).sort()).toEqual([same.id, fresh.id].sort());
  expect(() => queue.repeat(id, 'same')).toThrow(expect.objectContaining({ code: 'not_found' }));
});
