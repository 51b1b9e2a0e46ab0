import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createDirectReader } from '../../../src-main/readers/direct-reader.ts';
import { createReferenceStore, referencePath, referencesFolder } from '../../../src-main/pipeline/reference-store.ts';
import { exportRecipe, saveRecipeImages } from '../../../src-main/queue/recipes/recipe-images.ts';
import { createRecipeBook } from '../../../src-main/queue/recipes/recipe-book.ts';
import { SYSTEM } from '../../../src-main/base/system.ts';
import type { Recipe } from '../../../src-shared/recipes/recipe.ts';
import { toReferenceText, type ImageReference } from '../../../src-shared/operations/image-reference.ts';
import { formatMessage } from '../../../src-shared/api/messages/format-message.ts';
import { CHINESE } from '../../../src-shared/messages/chinese.ts';
import type { AppError } from '../../../src-shared/base/errors.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** A computer with its recipes and its images. */
function openHome() {
  const home = makeTempFolder();
  const store = createReferenceStore(home, createDirectReader(SYSTEM.disk), SYSTEM);
  const book = createRecipeBook(home, () => ({ deployment: 'international', now: Date.now() }));
  const draw = async (name: string, color: string, edge = 32): Promise<string> => {
    const file = path.join(home, name);
    const picture = sharp({ create: { width: edge, height: edge, channels: 3, background: color } });
    await picture.png({ compressionLevel: 0 }).toFile(file);
    return file;
  };
  const addImage = async (name: string, color: string, edge?: number): Promise<ImageReference> =>
    store.add({ path: await draw(name, color, edge), name });
  return {
    ...{ home, store, book, addImage },
    bring: (text: string, how?: 'add' | 'identify') =>
      book.import(text, 'mossy.json', false, (file, subject) => saveRecipeImages(file, subject, store, how)),
    fileOf: (reference: ImageReference) => referencePath(referencesFolder(home), reference),
  };
}

/** A recipe whose second step follows one image, and whose third follows four. */
function recipeOf(one: ImageReference, four: readonly ImageReference[] = [one, one, one, one]): Recipe {
  const texture = (prompt: object, from: number) =>
    ({ operation: 'texture_model', params: { texture_prompt: prompt }, from, exports: 'glb' }) as const;
  return {
    ...{ id: 'mossy', version: 1, name: 'Mossy', help: '', takes: 'picture', basedOn: null },
    steps: [
      { operation: 'image_to_model', params: { model: 'P1-20260311' }, from: null, exports: null },
      texture({ image: toReferenceText(one) }, 0),
      texture({ images: four.map(toReferenceText) }, 1),
    ],
  };
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const REFUSAL =
  'Step 2 uses “moss.png” in texture_prompt.image, which is not on this computer and not complete in the file.';

test('a recipe goes to another computer with its images', async () => {
  const here = openHome();
  const [moss, bark] = [await here.addImage('moss.png', 'green'), await here.addImage('bark.png', 'brown')];
  const { text, left } = await exportRecipe(recipeOf(moss, [bark, moss, bark, moss]), here.store);
  expect(left).toEqual([]);
  expect(Object.keys((JSON.parse(text) as { pictures: object }).pictures)).toEqual([moss.sha256, bark.sha256]);

  const there = openHome();
  expect(await there.bring(text)).toMatchObject({ outcome: 'added', recipe: { id: 'mossy' } });
  for (const reference of [moss, bark])
    expect(readFileSync(there.fileOf(reference))).toEqual(readFileSync(here.fileOf(reference)));
  // What is kept in the home names them only.
  const kept = readFileSync(path.join(there.home, 'recipes', 'mossy.json'), 'utf8');
  expect(kept).toContain(toReferenceText(moss));
  expect(kept).not.toContain('"pictures"');
  expect(await there.bring(text)).toMatchObject({ outcome: 'same' });
  const again = await exportRecipe((await there.book.get('mossy')).picture as Recipe, there.store);
  expect(JSON.parse(again.text)).toEqual(JSON.parse(text));
});

test('a recipe whose image is nowhere is refused at once, with the step, the field and the file', async () => {
  const here = openHome();
  const moss = await here.addImage('moss.png', 'green');
  const { text } = await exportRecipe(recipeOf(moss), here.store);
  const there = openHome();
  const cut = { ...(JSON.parse(text) as object), pictures: {} };
  const damaged = text.replace(/"pictures": \{\s*"\w+": "[A-Za-z0-9+/]{400}/, (all) => `${all.slice(0, -4)}AAAA`);
  expect(damaged).not.toBe(text);
  for (const given of [JSON.stringify(cut), JSON.stringify({ ...cut, dropforge_recipe: 1 }), damaged]) {
    const refused = await there.bring(given).catch((error: unknown) => error as AppError);
    expect(refused).toMatchObject({ code: 'config_invalid', subject: 'mossy.json' });
    const words = (refused as AppError).message;
    expect(words).toContain(REFUSAL);
    expect(words).toContain('Step 3 uses “moss.png” in texture_prompt.images.3');
    expect(words).toMatch(/Export the recipe again on a computer that has its images\.$/);
    expect(formatMessage(CHINESE, (refused as AppError).detail)).toContain(
      '第 2 步的 texture_prompt.image 用到“moss.png”',
    );
  }
  expect(existsSync(path.join(there.home, 'recipes'))).toBe(false);
  expect(existsSync(referencesFolder(there.home))).toBe(false);
  // The same without images is brought in where they are.
  expect(await here.bring(JSON.stringify({ ...cut, dropforge_recipe: 1 }))).toMatchObject({ outcome: 'added' });
});

test('what a file carries is opened as any image is, and kept only when it is one', async () => {
  const there = openHome();
  const moss = (bytes: Uint8Array) => ({ sha256: hashOf(bytes), name: 'moss.png', ending: 'png' }) as const;
  const text = Buffer.from('no picture');
  const give = (reference: ImageReference, bytes: Uint8Array): string =>
    JSON.stringify({
      ...{ dropforge_recipe: 2, ...recipeOf(reference) },
      pictures: { [reference.sha256]: Buffer.from(bytes).toString('base64') },
    });
  await expect(there.bring(give(moss(text), text))).rejects.toMatchObject({
    ...{ code: 'not_a_picture', subject: 'moss.png' },
  });
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'green' } })
    .png({ compressionLevel: 0 })
    .toBuffer();
  const half = png.subarray(0, png.length / 2);
  await expect(there.bring(give(moss(half), half))).rejects.toMatchObject({
    code: 'file_truncated',
  });
  const renamed = { sha256: hashOf(png), name: 'moss.jpg', ending: 'jpg' } as const;
  await expect(there.bring(give(renamed, png))).rejects.toMatchObject({
    message: '“moss.jpg” is not in the image format that its name says.',
  });
  const other = await sharp(png).negate().png().toBuffer();
  const sound = moss(other);
  await there.bring(give(sound, other), 'identify');
  expect(existsSync(there.fileOf(sound))).toBe(false);
});

test('an image that is gone, damaged or too large is left out and named', async () => {
  const here = openHome();
  const [moss, bark] = [await here.addImage('moss.png', 'green'), await here.addImage('bark.png', 'brown')];
  const large = await here.addImage('large.png', 'grey', 2_500);
  writeFileSync(here.fileOf(bark), 'something else');
  const gone = { ...moss, sha256: 'ab'.repeat(32), name: 'gone.png' };
  const { text, left } = await exportRecipe(recipeOf(moss, [bark, large, gone, moss]), here.store);
  expect(left).toEqual(['bark.png', 'large.png', 'gone.png']);
  expect(Object.keys((JSON.parse(text) as { pictures: object }).pictures)).toEqual([moss.sha256]);
});
