import { describe, expect, test } from 'vitest';
import { FILE_TOKEN } from '../../../src-shared/api/protocol/files.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../../src-shared/api/operations.ts';
import type { Operation } from '../../../src-shared/api/operation.ts';
import { isIssue, parseFileSource } from '../../../src-shared/api/source.ts';
import { checkOperation } from '../../../src-shared/operations/check-operation.ts';
import { checkRecipe } from '../../../src-shared/recipes/check-recipe.ts';
import { diffRecipes } from '../../../src-shared/recipes/diff-recipes.ts';
import {
  listReferences,
  mapFileParameters,
  replaceReferences,
} from '../../../src-shared/operations/map-file-parameters.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import {
  containsReference,
  toReferenceNames,
  parseReference,
  shortenReferences,
  toReferenceText,
} from '../../../src-shared/operations/image-reference.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const [MOSS, BRICK] = ['ab'.repeat(32), 'cd'.repeat(32)];
const moss = toReferenceText({ sha256: MOSS, name: 'moss é.png' });
const brick = toReferenceText({ sha256: BRICK, name: 'brick.jpg' });
const CONTEXT = { deployment: 'international', entitlements: null, now: Date.now() } as const;
const TASK = '00000000-0000-4000-8000-000000000001';

describe('what names an image of this computer', () => {
  test('is read as it was written, and is no token, no address and no task', () => {
    expect(parseReference(moss)).toEqual({ sha256: MOSS, name: 'moss é.png', ending: 'png' });
    expect(FILE_TOKEN.test(moss)).toBe(false);
    expect(isIssue(parseFileSource(moss, 'file'))).toBe(true);
  });

  test('is nothing else', () => {
    const wrong = [
      ...[
        undefined,
        null,
        7,
        {},
        '',
        'ref:',
        `ref:${MOSS}`,
        `ref:${MOSS}/`,
        `ref:${MOSS}/moss`,
        `ref:${MOSS}/moss.svg`,
      ],
      ...[`ref:${MOSS.toUpperCase()}/a.png`, `ref:${MOSS}/../a.png`, `ref:${MOSS}/a\\b.png`, `ref:${MOSS}/a\n.png`],
      ...[` ${moss}`, `${moss} `, `ref:${MOSS.slice(1)}/a.png`, `ref:${MOSS}/${'a'.repeat(300)}.png`],
    ];
    for (const value of wrong) expect(parseReference(value), JSON.stringify(value)).toBeNull();
  });

  test('is called by its name in words, and two images of one name are told apart', () => {
    const text = JSON.stringify({ images: [moss, brick] });
    expect(toReferenceNames(text)).toBe('{"images":["moss é.png","brick.jpg"]}');
    expect(shortenReferences(text)).toBe('{"images":["abababab moss é.png","cdcdcdcd brick.jpg"]}');
    expect([containsReference(text), containsReference('{"prompt":"ref: a.png"}')]).toEqual([true, false]);
  });
});

describe('the files that parameters name', () => {
  test('are found wherever a schema says there is one, and nowhere else', () => {
    const places = (name: (typeof OPERATION_NAMES)[number], params: Record<string, unknown>): unknown[] => {
      const found: unknown[] = [];
      mapFileParameters(name, params, (value, field) => (found.push([field, value]), value));
      return found;
    };
    expect(places('texture_model', { texture_prompt: { image: moss }, texture_seed: 1 })).toEqual([
      ['texture_prompt.image', moss],
    ]);
    expect(places('texture_model', { texture_prompt: { images: [moss, 'https://a.b/c.png', '', brick] } })).toEqual([
      ['texture_prompt.images.0', moss],
      ['texture_prompt.images.1', 'https://a.b/c.png'],
      ['texture_prompt.images.2', ''],
      ['texture_prompt.images.3', brick],
    ]);
    expect(places('texture_model', { texture_prompt: { text: moss }, strange: moss })).toEqual([]);
    expect(places('texture_model', { texture_prompt: moss })).toEqual([]);
    expect(places('segment_mesh', { ref_image: moss })).toEqual([['ref_image', moss]]);
    expect(places('text_to_image', { style_image: moss, prompt: brick })).toEqual([['style_image', moss]]);
  });

  test('are found in every field that the operations themselves call files', () => {
    // What an operation counts among its files once it is checked is what the walk replaced.
    const fields = OPERATION_NAMES.flatMap((name) => {
      const { extraFiles }: Operation = OPERATIONS[name];
      return extraFiles ? [name] : [];
    });
    expect(fields.length).toBeGreaterThan(4);
    for (const name of fields) {
      const field = { texture_model: 'texture_prompt', segment_mesh: 'ref_image' }[name as string] ?? 'style_image';
      const params = { [field]: field === 'texture_prompt' ? { image: moss } : moss };
      expect(listReferences(name, params), name).toEqual([parseReference(moss)]);
    }
  });

  test('are replaced, and everything else stays the very same', () => {
    const params = { texture_prompt: { images: [moss, moss, brick, 'file_x'] }, bake: true, part_names: ['arm'] };
    expect(replaceReferences('texture_model', params, ({ sha256 }) => `file_${sha256.slice(0, 2)}`)).toEqual({
      ...params,
      texture_prompt: { images: ['file_ab', 'file_ab', 'file_cd', 'file_x'] },
    });
    expect(listReferences('texture_model', params).map(({ name }) => name)).toEqual(['moss é.png', 'brick.jpg']);
  });
});

describe('the rules', () => {
  test('let an operation have an image of this computer wherever a file can be, and judge the rest as ever', () => {
    const check = (texture_prompt: unknown) =>
      checkOperation({ operation: 'texture_model', params: { texture_prompt }, taskId: TASK }, CONTEXT).map(
        ({ field }) => field,
      );
    expect(check({ image: moss })).toEqual([]);
    expect(check({ images: [moss, brick, moss, brick] })).toEqual([]);
    expect(check({ images: [moss, '', '', ''] })).toEqual(['texture_prompt']);
    expect(check({ image: moss, text: 'moss' })).toEqual(['texture_prompt']);
    expect(check({ image: `ref:${MOSS}/moss.svg` })).toEqual(['texture_prompt']);
  });

  test('let a recipe have one, but still no uploaded file, and say what changed in it', () => {
    const recipe = (image: string): Recipe => ({
      ...{ id: 'mossy', version: 1, name: 'Mossy', help: '', takes: 'picture', basedOn: null },
      steps: [
        { operation: 'image_to_model', params: { model: 'P1-20260311' }, from: null, exports: null },
        { operation: 'texture_model', params: { texture_prompt: { image } }, from: 0, exports: 'glb' },
      ],
    });
    expect(checkRecipe(recipe(moss), CONTEXT)).toEqual([]);
    expect(checkRecipe(recipe('file_abc'), CONTEXT)).toMatchObject([{ step: 1 }]);
    expect(diffRecipes(recipe(moss), recipe(brick)).map(({ text }) => toEnglish(text))).toEqual([
      'Step 2 (Texture), texture_prompt: {"image":"abababab moss é.png"} → {"image":"cdcdcdcd brick.jpg"}',
    ]);
  });
});
