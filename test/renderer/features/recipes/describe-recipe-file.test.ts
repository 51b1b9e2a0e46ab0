import { expect, test } from 'vitest';
import { describeRecipeFile } from '../../../../src-renderer/features/recipes/describe-recipe-file.ts';
import { LONGEST_RECIPE_FILE } from '../../../../src-renderer/features/recipes/open-recipe-file.ts';

const describe = (text: string) => describeRecipeFile(new File([text], 'props.dropforge-recipe'));

test('a recipe file is described by its name and the results of its steps', async () => {
  const steps = [{ operation: 'image_to_model' }, { operation: 7 }, null];
  expect(await describe(`\ufeff${JSON.stringify({ name: 'Props', steps })}`)).toEqual({
    name: 'Props',
    steps: ['Model'],
  });
  for (const text of ['', '{', '[]', '{"name":"Props"}']) expect(await describe(text)).toBeNull();
});

test('a file that is too long for a recipe is not read', async () => {
  const text = () => Promise.reject(new Error('It was read.'));
  expect(await describeRecipeFile({ size: LONGEST_RECIPE_FILE + 1, text })).toBeNull();
  await expect(describeRecipeFile({ size: LONGEST_RECIPE_FILE, text })).rejects.toThrow('It was read.');
});
