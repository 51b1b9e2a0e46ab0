import { describe, expect, test } from 'vitest';
import { parseSidecar, applySidecar, type Sidecar } from '../../../src-shared/sources/sidecar.ts';
import { findBuiltInRecipe } from '../../../src-shared/recipes/built-in/built-in-recipes.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import { toEnglish } from '../../../src-shared/messages/english.ts';

const HERE = { deployment: 'international', now: Date.parse('2026-11-21') } as const;
const GAME = findBuiltInRecipe('game', [])?.picture as Recipe;

function read(data: unknown): Sidecar {
  const found = parseSidecar(JSON.stringify(data));
  if (!found.ok) throw new Error(toEnglish(found.problem));
  return found.value;
}

/** What is wrong with a sidecar of the game recipe; empty: nothing. */
function problem(data: unknown): string {
  const found = parseSidecar(typeof data === 'string' ? data : JSON.stringify(data));
  if (!found.ok) return toEnglish(found.problem);
  const changed = applySidecar(GAME, found.value, HERE);
  return changed.ok ? '' : toEnglish(changed.problem);
}

describe('a sidecar', () => {
  test('sets parameters of the step that works on the source, and of others by their operation', () => {
    const changed = applySidecar(GAME, read({ face_limit: 5000, convert_model: { texture_size: 1024 } }), HERE);
    expect(changed).toMatchObject({
      ok: true,
      value: {
        id: 'game',
        steps: [
          { operation: 'image_to_model', params: { face_limit: 5000, texture: true } },
          { operation: 'convert_model', params: { texture_size: 1024, texture_format: 'PNG' } },
        ],
      },
    });
  });

  test('may name another recipe and a priority', () => {
    expect(read({ recipe: 'film', priority: 'high' })).toEqual({
      recipe: 'film',
      priority: 'high',
      params: {},
      byOperation: {},
    });
    expect(parseSidecar('\ufeff{}')).toMatchObject({ ok: true });
  });

  test.each<[unknown, RegExp]>([
    ['{"face_limit": 50', /^It is not valid JSON: /],
    ['[1, 2]', /must be an object/],
    ['null', /must be an object/],
    [{ recipe: 5 }, /^recipe: must be the id/],
    [{ priority: 'urgent' }, /^priority: must be high, normal, low\.$/],
    [{ convert_model: 'FBX' }, /^convert_model: must be an object/],
    [{ rig_model: { spec: 'mixamo' } }, /^rig_model: recipe “game” does not have this step\.$/],
    [{ face_limits: 5 }, /^step 1 \(image_to_model\), face_limits: image_to_model does not have this parameter/],
    [{ face_limit: 'many' }, /^step 1 \(image_to_model\), face_limit: /],
    [{ face_limit: 10_000_000 }, /^step 1 \(image_to_model\), face_limit: /],
    [{ input: 'file_abc' }, /The job sets the source/],
    ['{"__proto__": {"x": 1}}', /__proto__/],
  ])('%j is refused with what is wrong', (data, why) => {
    expect(problem(data)).toMatch(why);
  });
});
