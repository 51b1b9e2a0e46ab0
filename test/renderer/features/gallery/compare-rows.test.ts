import { expect, it } from 'vitest';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { compareRows, type ComparedModel } from '../../../../src-renderer/features/gallery/compare-rows.ts';
import { buildJob, buildStep } from '../../build-job.ts';

function side(
  id: string,
  credits: string,
  patch: Partial<NonNullable<ComparedModel['facts']['model']>>,
  faces: number,
): ComparedModel {
  const steps = [buildStep({ creditsConsumed: credits })];
  const model = {
    format: 'glb' as const,
    bytes: 3_610_000,
    triangles: 15_452,
    textures: 5,
    dimensions: [0.284, 0.27, 0.3],
  };
  const params = [
    { name: 'model', title: 'Version', value: 'P2-20260801' },
    { name: 'face_limit', title: 'Faces', value: faces },
  ];
  return {
    job: buildJob({
      ...{ id, steps, tookMs: 20_000 },
      money: { kind: 'charged', amount: credits, back: '0.00' },
    }),
    facts: { id, model: { ...model, ...patch }, steps: [{ operation: 'image_to_model', params }] },
  };
}

const one = side('a', '155.00', {}, 15_000);
const rowOf = (other: ComparedModel, key: string) => compareRows(one, other).find((row) => row.key === key);

it('numbers differ by how much, words by being others', () => {
  const other = side('b', '140.00', { triangles: 41_208, bytes: 21_800_000 }, 40_000);
  expect(rowOf(other, 'triangles')).toMatchObject({ one: '15,452', other: '41,208', difference: '+25,756' });
  expect(rowOf(other, 'bytes')).toMatchObject({ difference: '+18.19 MB' });
  expect(rowOf(other, 'credits')).toMatchObject({
    one: '155.00 charged',
    other: '140.00 charged',
    difference: '−15.00',
  });
  expect(rowOf(other, 'size')).toMatchObject({ one: '0.284 × 0.270 × 0.300', difference: 'same', isSame: true });
});

it('only parameters that are not the same are told', () => {
  const rows = compareRows(one, side('b', '155.00', {}, 40_000));
  expect(rows.slice(7).map(({ title, one: left, other }) => [title, left, other])).toEqual([
    ['Model: Faces', '15,000', '40,000'],
  ]);
});

it('an operation that was run several times has rows of its own each time', () => {
  const textured = (id: string, prompts: readonly string[]): ComparedModel => {
    const base = side(id, '155.00', {}, 15_000);
    const steps = [...base.job.steps, ...prompts.map(() => buildStep({ operation: 'texture_model' }))];
    const params = prompts.map((value) => [{ name: 'prompt', title: 'Prompt', value }]);
    const made = params.map((own) => ({ operation: 'texture_model' as const, params: own }));
    return { job: { ...base.job, steps }, facts: { ...base.facts, steps: [...base.facts.steps, ...made] } };
  };
  const rows = compareRows(textured('a', ['red', 'shiny']), textured('b', ['blue', 'shiny']));
  expect(rows.slice(7).map(({ title, one: left, other }) => [title, left, other])).toEqual([
    ['Texture: Prompt', 'red', 'blue'],
  ]);
  const more = compareRows(textured('a', ['red', 'shiny']), textured('b', ['red', 'dull', 'red']));
  expect(more.slice(7).map(({ title, one: left, other }) => [title, left, other])).toEqual([
    ['Texture 2: Prompt', 'shiny', 'dull'],
    ['Texture 3: Prompt', '–', 'red'],
  ]);
});

it('what a file does not tell is no difference', () => {
  const row = rowOf(side('b', '155.00', { triangles: null, dimensions: null }, 15_000), 'triangles');
  expect(row).toMatchObject({ other: '–', difference: '', isSame: false });
});

it('free jobs have no row of credits, and test credits are not subtracted from others', () => {
  const paidBy = (money: Job['money']) => ({ ...one, job: { ...one.job, money } });
  const free = paidBy({ kind: 'free', amount: '0.00', back: '0.00' });
  const test = paidBy({ kind: 'charged', amount: '120.00', back: '0.00', test: true });
  const credits = (left: ComparedModel, right: ComparedModel) =>
    compareRows(left, right).find(({ key }) => key === 'credits');
  expect(credits(free, free)).toBeUndefined();
  expect(credits(free, test)).toMatchObject({ one: 'free', other: '120.00 charged (test)', difference: '+120.00' });
  expect(credits(one, test)).toMatchObject({ difference: '', isSame: false });
});
