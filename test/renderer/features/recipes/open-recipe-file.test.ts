import { expect, test } from 'vitest';
import { openRecipeFile } from '../../../../src-renderer/features/recipes/open-recipe-file.ts';

const sha256 = 'ab'.repeat(32);
const step = { operation: 'texture_model', params: { texture_prompt: { image: `ref:${sha256}/moss.png` } } };

test('images that steps name are taken out of a recipe file as files of those names', async () => {
  const recipe = { dropforge_recipe: 2, id: 'mossy', steps: [step] };
  const carried = { [sha256]: btoa('\u0000picture\u00ff'), ['cd'.repeat(32)]: btoa('nobody names it') };
  const { text, pictures } = openRecipeFile(`\ufeff${JSON.stringify({ ...recipe, pictures: carried })}`);
  expect(JSON.parse(text)).toEqual(recipe);
  expect(pictures.map(({ name }) => name)).toEqual(['moss.png']);
  expect(Buffer.from(await (pictures[0] as File).arrayBuffer()).toString('latin1')).toBe('\u0000picture\u00ff');
});

test('what is not as it should be stays for main to judge', () => {
  for (const odd of ['', 'no JSON', '[]', '{"steps":7}', JSON.stringify({ steps: [step], pictures: [] })])
    expect(openRecipeFile(odd)).toEqual({ text: odd, pictures: [] });
  for (const value of ['%', 7, null, '']) {
    const { text, pictures } = openRecipeFile(JSON.stringify({ steps: [step], pictures: { [sha256]: value } }));
    expect(JSON.parse(text)).toEqual({ steps: [step] });
    expect(pictures.every(({ size }) => size === 0)).toBe(true);
  }
});
