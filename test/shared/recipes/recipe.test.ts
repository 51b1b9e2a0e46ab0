import { describe, expect, test } from 'vitest';
import { checkRecipe, parseRecipe, toIssueLine } from '../../../src-shared/recipes/check-recipe.ts';
import { diffRecipes } from '../../../src-shared/recipes/diff-recipes.ts';
import { DEFAULT_FORMATS, type Recipe } from '../../../src-shared/recipes/recipe.ts';
import { draftRecipes } from '../../../src-shared/recipes/built-in/draft.ts';
import { SOURCE_KINDS } from '../../../src-shared/formats/source-kind.ts';
import { parseRecipeFile, toRecipeFile } from '../../../src-shared/recipes/recipe-file.ts';
import { drawSeeds, withSeeds } from '../../../src-shared/operations/seeds.ts';
import { findBuiltInRecipe, BUILT_IN_RECIPE_IDS } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import { MESH_FORMATS } from '../../../src-shared/formats/formats.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';
import { DIFF_MARKS, type DiffLine } from '../../../src-shared/recipes/diff-line.ts';

const NOW = Date.parse('2026-11-21');
const HERE = { deployment: 'international', now: NOW } as const;

const step = { operation: 'image_to_model', params: { model: 'P2-20260801' }, from: null, exports: 'glb' } as const;
const convert = { operation: 'convert_model', params: { format: 'STL' }, from: 0, exports: 'stl' } as const;

function build(patch: Record<string, unknown> = {}): Record<string, unknown> {
  return { id: 'mine', version: 1, name: 'Mine', help: '', takes: 'picture', steps: [step, convert], ...patch };
}

/** Every issue as a line. */
function problems(patch: Record<string, unknown>, now = NOW): string[] {
  return parseRecipe(build(patch), { ...HERE, now }).issues.map((issue) => toIssueLine(issue));
}

function read(patch: Record<string, unknown> = {}): Recipe {
  const { recipe, issues } = parseRecipe(build(patch), HERE);
  if (!recipe) throw new Error(issues.map((issue) => toIssueLine(issue)).join());
  return recipe;
}

describe('a recipe that comes with the app', () => {
  test.each(BUILT_IN_RECIPE_IDS)('%s keeps every rule of both deployments, for each kind of source it takes', (id) => {
    const set = findBuiltInRecipe(id, MESH_FORMATS);
    const kinds = id === 'splat' ? (['picture'] as const) : SOURCE_KINDS;
    expect(Object.keys(set ?? {}).sort()).toEqual([...kinds].sort());
    for (const recipe of kinds.map((kind) => set?.[kind])) {
      expect(recipe).toMatchObject({ id });
      for (const deployment of ['international', 'china'] as const) {
        expect(checkRecipe(recipe as Recipe, { deployment, now: NOW })).toEqual([]);
      }
      expect(recipe?.steps.some(({ exports }) => exports !== null)).toBe(true);
      expect(parseRecipeFile(toRecipeFile(recipe as Recipe), 'it', HERE)).toEqual({ recipe, pictures: {} });
    }
  });

  test('begins with an import where it takes a model', () => {
    const taking = BUILT_IN_RECIPE_IDS.flatMap((id) => findBuiltInRecipe(id, DEFAULT_FORMATS)?.model ?? []);
    expect(taking.length).toBeGreaterThan(5);
    expect(new Set(taking.map(({ steps }) => steps[0]?.operation))).toEqual(new Set(['import_model']));
  });

  test('draft makes what the person chose: one model, one conversion a format', () => {
    expect(draftRecipes(['fbx']).picture?.steps).toEqual([
      { ...step, params: { model: 'P2-20260801', texture: true, pbr: true }, exports: null },
      { operation: 'convert_model', params: { format: 'FBX' }, from: 0, exports: 'fbx' },
    ]);
  });
});

describe('the check of a recipe names the step, the field and what to do', () => {
  test('an operation nobody knows', () => {
    expect(problems({ steps: [step, { ...convert, operation: 'melt_model' }] })).toEqual([
      expect.stringMatching(/^step 2, operation: Unknown operation “melt_model”\. Use one of text_to_model, /),
    ]);
  });

  test.each([[0], [1], [7]])('a circle: the first step works on step %i', (from) => {
    expect(problems({ steps: [{ ...step, from }, convert] })).toEqual([
      'step 1, from: Step 1 can only use the result of an earlier step. Set from to null, the source.',
    ]);
  });

  test('a step that works on itself', () => {
    expect(problems({ steps: [step, { ...convert, from: 1 }] })).toEqual([
      'step 2, from: Step 2 can only use the result of an earlier step. Set from to null (the source) or 0 to 0.',
    ]);
  });

  test('a retired image model, from its day on', () => {
    const draw = { operation: 'image_to_image', params: { prompt: 'a chair', model: 'chat_image_1.5' }, exports: null };
    expect(problems({ steps: [draw] })).toEqual([]);
    expect(problems({ steps: [draw] }, Date.parse('2026-12-01'))).toEqual([
      'step 1, model: chat_image_1.5 was retired on 2026-12-01. Choose a newer model.',
    ]);
  });

  test('a 3D model that is on no list', () => {
    const [line] = problems({ steps: [{ ...step, params: { model: 'v1.4-20240625' } }] });
    expect(line).toMatch(/^step 1, model: “v1\.4-20240625” is retired or does not exist\. .*v3\.1-20260211/);
  });

  test('a rule across parameters', () => {
    expect(problems({ steps: [{ ...step, params: { model: 'P1-20260311', quad: true }, exports: 'fbx' }] })).toEqual([
      'step 1, quad: P1 does not support quad. Omit it, or choose another model.',
    ]);
  });

  test('parameters that do not exist, or that name the source', () => {
    const params = { model: 'P2-20260801', face_limits: 5, file: { file_token: 'file_x' }, __proto__: null };
    expect(problems({ steps: [{ ...step, params }] })).toEqual([
      'step 1, face_limits: image_to_model does not have this parameter. Remove it.',
      'step 1, file: The job sets the source. Remove it.',
    ]);
    expect(problems({ steps: [{ ...step, params: { model: 'P2-20260801', style_image: 'file_abc' } }] })).toEqual([
      'step 1: It refers to an uploaded file that will expire. Choose an image on this computer, or use a URL.',
    ]);
  });

  test('keys that do not exist', () => {
    expect(problems({ colour: 1, steps: [{ ...step, size: 2, speed: 3 }] })).toEqual([
      'step 1: Unknown key “size”. Remove it. Unknown key “speed”. Remove it.',
      'Unknown key “colour”. Remove it.',
    ]);
  });

  test('a source of the wrong kind', () => {
    expect(problems({ takes: 'model', steps: [step] })).toEqual([
      'step 1, from: image_to_model requires an image, but this recipe takes model. Start with import_model, or change takes.',
    ]);
    expect(problems({ steps: [{ ...convert, from: null }] })[0]).toMatch(
      /uses the result of another step, not the source/,
    );
    const check = { operation: 'rig_check', from: 0 };
    expect(problems({ steps: [step, check, { operation: 'rig_model', from: 1, exports: 'glb' }] })).toEqual([
      'step 3, from: Step 2 (rig_check) does not return a model, but rig_model requires one. Set from to a step that returns one.',
    ]);
    expect(
      problems({ steps: [step, { operation: 'retarget_animation', params: { animation: 'walk' }, from: 0 }] }),
    ).toEqual([
      'step 2, from: retarget_animation requires the result of rig_model, not image_to_model. Set from to such a step.',
    ]);
    expect(
      problems({ steps: [{ operation: 'text_to_model', params: { prompt: 'x', model: 'P2-20260801' } }] })[0],
    ).toMatch(/text_to_model does not use a source/);
  });

  test('a splat exported as anything but PLY, or worked on as a mesh', () => {
    const splat = { operation: 'image_to_splat', params: { parameters: { splats: 5000 } }, from: null, exports: 'ply' };
    expect(problems({ steps: [splat] })).toEqual([]);
    expect(problems({ steps: [{ ...splat, exports: 'glb' }] })).toEqual([
      'step 1, exports: This step creates ply, not glb. Set exports to ply, or add a convert_model step.',
    ]);
    expect(problems({ steps: [splat, convert] })).toEqual([
      'step 2, from: Step 1 (image_to_splat) returns splats, but convert_model requires a mesh. Set from to a step that returns one.',
    ]);
    expect(problems({ steps: [step, { ...convert, exports: 'ply' }] })).toEqual([
      'step 2, exports: This step creates stl, not ply. Set exports to stl, or add a convert_model step.',
    ]);
  });

  test('but lets images and views go on to models', () => {
    const views = { operation: 'generate_multiview_image' };
    const drawn = { operation: 'image_to_image', params: { template: 't_pose' } };
    expect(problems({ steps: [views, { ...step, operation: 'multiview_to_model', from: 0 }] })).toEqual([]);
    expect(problems({ steps: [drawn, { ...step, from: 0 }] })).toEqual([]);
    expect(problems({ steps: [views, { ...step, from: 0 }] })).toHaveLength(1);
  });

  test('an export of what is no model, or of another format', () => {
    expect(problems({ steps: [step, { operation: 'rig_check', from: 0, exports: 'glb' }] })).toEqual([
      'step 2, exports: rig_check does not return a model. Set exports to null.',
    ]);
    expect(problems({ steps: [step, { ...convert, exports: 'obj' }] })).toEqual([
      'step 2, exports: This step creates stl, not obj. Set exports to stl, or add a convert_model step.',
    ]);
  });

  test.each([
    ['no step', { steps: [] }, /^steps: must have at least one/],
    ['21 steps', { steps: [step, ...Array.from({ length: 20 }, () => convert)] }, /^steps: can have at most 20/],
    ['version 0', { version: 0 }, /^version: /],
    ['half a version', { version: 1.5 }, /^version: /],
    ['a path for a name', { name: '../../etc/passwd' }, /^name: must not contain path/],
    ['a drive for a name', { name: 'C:\\x' }, /^name: must not contain path/],
    ['a new line in a name', { name: 'a\nb' }, /^name: must not contain path/],
    ['a name of 81 letters', { name: 'x'.repeat(81) }, /^name: must have at most 80/],
    ['a path for an id', { id: '../x' }, /^id: must have 1 to 48/],
    ['a device for an id', { id: 'nul' }, /^id: must have 1 to 48/],
    ['a key that is not known', { colour: 'red' }, /colour.*Remove it/],
  ])('%s', (_, patch, line) => {
    expect(problems(patch)).toEqual([expect.stringMatching(line)]);
  });

  test('nesting without end', () => {
    let deep: unknown = {};
    for (let level = 0; level < 5_000; level++) deep = [deep];
    expect(problems({ steps: [{ ...step, params: { parameters: { deep } } }] })).toEqual([
      'The recipe is nested too deeply. Reduce the nesting.',
    ]);
  });
});

describe('a recipe file', () => {
  const refusal = (text: string): unknown => {
    try {
      return parseRecipeFile(text, 'x.json', HERE);
    } catch (error) {
      return (error as Error).message;
    }
  };

  test('comes back as it went out', () => {
    const recipe = read({ basedOn: { id: 'game', version: 1 } });
    expect(parseRecipeFile(`\ufeff${toRecipeFile(recipe)}`, 'x', HERE).recipe).toEqual(recipe);
  });

  test.each(['', 'not json', '[]', 'null', '"x"', '{"dropforge_recipe": 1', '\u0000'])(
    'that is %j is no recipe',
    (text) => {
      expect(refusal(text)).toMatch(/^It is not a recipe/);
    },
  );

  test('of a newer format, of none, or too long is refused with a sentence', () => {
    expect(refusal(JSON.stringify({ dropforge_recipe: 3, shape: 'new' }))).toMatch(
      /^It was saved by a newer version of Dropforge/,
    );
    expect(refusal(JSON.stringify({ dropforge_recipe: '1', ...build() }))).toMatch(/“dropforge_recipe”: 1 is missing/);
    expect(refusal(JSON.stringify(build()))).toMatch(/“dropforge_recipe”: 1 is missing/);
    const padded = JSON.stringify({ dropforge_recipe: 1, ...build({ help: 'x'.repeat(2 * 1024 ** 2) }) });
    expect(refusal(padded)).toBe('It is larger than 1 MB, the limit for a recipe.');
    expect(refusal(' '.repeat(30 * 1024 ** 2))).toBe(
      'It is larger than 23 MB. A recipe can hold at most 16 MB of images.',
    );
  });

  test('carries images in format 2, and is in format 1 without any', () => {
    const recipe = read({});
    const pictures = { ['ab'.repeat(32)]: 'aGk=' };
    const text = toRecipeFile(recipe, pictures);
    expect(JSON.parse(text)).toMatchObject({ dropforge_recipe: 2, pictures });
    expect(parseRecipeFile(text, 'x', HERE)).toEqual({ recipe, pictures });
    expect(JSON.parse(toRecipeFile(recipe))).toMatchObject({ dropforge_recipe: 1 });
    for (const wrong of [[], 'x', null, { short: 'aGk=' }, { ['ab'.repeat(32)]: 7 }, { __proto__: null, x: '' }]) {
      const given = JSON.stringify({ ...(JSON.parse(text) as object), pictures: wrong });
      expect(refusal(given), JSON.stringify(wrong)).toMatch(/^Its “pictures” are not valid base64/);
    }
    const full = { ['ab'.repeat(32)]: 'A'.repeat(22 * 1024 ** 2) };
    expect(parseRecipeFile(toRecipeFile(recipe, full), 'x', HERE).recipe).toEqual(recipe);
  });

  test('tells all its faults at once', () => {
    const text = JSON.stringify({
      dropforge_recipe: 1,
      ...build({ steps: [step, { ...convert, from: 1, exports: 'obj' }] }),
    });
    expect(refusal(text)).toMatch(/step 2, from: .* step 2, exports: /);
  });
});

describe('the difference between two recipes', () => {
  test('is one line for each thing added, removed or changed', () => {
    const other = { operation: 'decimate_mesh', params: {}, from: 0, exports: null } as const;
    const after = read({
      name: 'Ours',
      steps: [
        { ...step, params: { model: 'P1-20260311', face_limit: 500 }, exports: null },
        other,
        { ...convert, from: 0 },
      ],
    });
    const textOf = ({ change, text }: DiffLine): string => `${DIFF_MARKS[change]} ${toEnglish(text)}`;
    expect(diffRecipes(read(), after).map(textOf)).toEqual([
      '~ Name: "Mine" → "Ours"',
      '+ Step 1 (Image to model), face_limit: 500',
      '~ Step 1 (Image to model), model: "P2-20260801" → "P1-20260311"',
      '~ Step 1 (Image to model), exports: glb → nothing',
      '+ Step 2: Decimate, input: step 1',
    ]);
    expect(diffRecipes(after, read()).map(textOf)).toContain('- Step 2: Decimate, input: step 1');
    expect(diffRecipes(read(), read({ version: 4 }))).toEqual([]);
  });
});

describe('seeds', () => {
  const seeds = drawSeeds((below) => below - 1);

  test('go to the operations that take them and leave one that is set', () => {
    expect(seeds.model_seed).toBe(2 ** 31 - 1);
    expect(withSeeds('convert_model', { format: 'STL' }, seeds)).toEqual({ format: 'STL' });
    expect(withSeeds('image_to_model', { model_seed: 7 }, seeds)).toEqual({ model_seed: 7, texture_seed: 2 ** 31 - 1 });
    expect(withSeeds('image_to_model', { model_seed: 7 }, seeds, true)['model_seed']).toBe(2 ** 31 - 1);
  });
});
