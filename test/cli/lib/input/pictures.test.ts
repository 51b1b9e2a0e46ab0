import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachImages, importRecipeImages } from '../../../../src-main/cli/lib/input/attach-images.ts';
import { parseReference, type ImageReference } from '../../../../src-shared/operations/image-reference.ts';
import type { Job } from '../../../../src-shared/jobs/job.ts';
import { writeSampleImage } from '../../../helpers/images/sample-images.ts';
import { runCli } from '../../commands/run-cli.ts';

// Each command is a process of its own, on a machine that may be busy with other things.

const home = mkdtempSync(path.join(os.tmpdir(), 'dropforge-test-'));
const references = path.join(home, 'library', 'references');
const run = (...words: string[]) => runCli([...words, '--home', home]);
let picture = '';

beforeAll(async () => {
  mkdirSync(path.join(home, 'given'));
  picture = await writeSampleImage(path.join(home, 'given'), 'moss.png', 64);
});
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 20 }));

const sha256 = 'ab'.repeat(32);
const taken: string[] = [];
const take = async (file: { path: string; name: string }): Promise<ImageReference> => {
  taken.push(file.path);
  return { sha256, name: file.name, ending: 'png' };
};

describe('an image of this computer on the command line', () => {
  test('goes into the field that is named, as with call, and into no other', async () => {
    const value = `ref:${sha256}/moss.png`;
    expect(await attachImages('texture_model', { bake: true }, ['texture_prompt.image=moss.png'], take)).toEqual({
      ...{ bake: true, texture_prompt: { image: value } },
    });
    const sides = [0, 1, 2, 3].map((at) => `texture_prompt.images.${at}=moss.png`);
    expect(await attachImages('texture_model', {}, sides, take)).toEqual({
      texture_prompt: { images: [value, value, value, value] },
    });
    expect(await attachImages('segment_mesh', {}, ['ref_image=moss.png'], take)).toEqual({ ref_image: value });
    taken.length = 0;
    for (const wrong of ['texture_prompt=a.png', 'texture_prompt.text=a.png', 'bake=a.png', 'nothing=a.png', 'a.png']) {
      await expect(attachImages('texture_model', {}, [wrong], take), wrong).rejects.toMatchObject({
        code: 'config_invalid',
      });
    }
    expect(taken).toEqual([]);
  });

  test('is named in a recipe file by its path beside it; addresses, tokens and words stay', async () => {
    const step = (params: unknown) => ({ operation: 'texture_model', params, from: 0, exports: 'glb' });
    const text = JSON.stringify({
      steps: [step({ texture_prompt: { image: 'walls/moss.png' } }), step({ texture_prompt: { text: 'moss.png' } })],
    });
    taken.length = 0;
    expect(JSON.parse(await importRecipeImages(text, '/recipes/mossy.json', take))).toMatchObject({
      steps: [
        { params: { texture_prompt: { image: `ref:${sha256}/moss.png` } } },
        { params: { texture_prompt: { text: 'moss.png' } } },
      ],
    });
    expect(taken).toEqual([path.resolve('/recipes/walls/moss.png')]);
    for (const image of ['https://a.b/c.png', 'file_x', `ref:${sha256}/a.png`, '', 7, null, ['a.png']]) {
      const other = JSON.stringify({ steps: [step({ texture_prompt: { image } })] });
      expect(await importRecipeImages(other, '/recipes/mossy.json', take)).toBe(other);
    }
    for (const odd of ['', 'no JSON', '[]', '{"steps":7}', '{"steps":[null,7,{"operation":"explode","params":{}}]}']) {
      expect(await importRecipeImages(odd, '/recipes/mossy.json', take)).toBe(odd);
    }
  });

  test('is not taken from outside of the folder of a recipe file, by no path and no link', async () => {
    const folder = path.join(home, 'foreign');
    mkdirSync(folder);
    symlinkSync(picture, path.join(folder, 'link.png'));
    taken.length = 0;
    for (const image of [picture, '../given/moss.png', 'a/../../given/moss.png', 'link.png', 'C:\\moss.png']) {
      const step = { operation: 'texture_model', params: { texture_prompt: { image } }, from: 0, exports: 'glb' };
      const text = JSON.stringify({ steps: [step] });
      await expect(importRecipeImages(text, path.join(folder, 'x.json'), take), image).rejects.toMatchObject({
        code: 'config_invalid',
        subject: 'x.json',
      });
    }
    expect(taken).toEqual([]);
  });

  test('textures a model, which a line for call says too, and only checking keeps nothing', async () => {
    const made = await run('make', picture, '--format', 'glb', '--json');
    expect(made.code, made.stderr).toBe(0);
    const list = await run('queue', 'list', '--json');
    const id = (list.last as unknown as { jobs: Job[] }).jobs[0]?.id ?? '';
    const operate = (...words: string[]) => run('operate', id, 'texture_model', ...words);
    const checked = await operate('--upload', `texture_prompt.image=${picture}`, '--check');
    expect([checked.code, checked.stderr]).toEqual([0, '']);
    expect(checked.stdout).toContain(`--upload 'texture_prompt.image=moss.png'`);
    expect(existsSync(references) ? readdirSync(references) : []).toEqual([]);

    expect((await operate('--upload', `texture_prompt.text=${picture}`)).code).toBe(2);
    const gone = await operate('--upload', 'texture_prompt.image=/nowhere/gone.png');
    expect([gone.code, gone.stderr]).toEqual([1, expect.stringContaining('gone.png was not found.')]);

    const done = await operate('--upload', `texture_prompt.image=${picture}`);
    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(done.stdout).toContain('texture_model is done.');
    expect(readdirSync(references).filter((name) => name.endsWith('.png'))).toHaveLength(1);
    const usage = await run('gallery', 'usage');
    expect(usage.stdout).toContain('images used by steps');
  });

  test('comes in with a recipe file, is named when it is shown, and missing is said', async () => {
    const file = path.join(home, 'given', 'mossy.json');
    const recipe = (image: string) =>
      JSON.stringify({
        ...{ dropforge_recipe: 1, id: 'mossy', version: 1, name: 'Mossy', help: '', takes: 'picture' },
        steps: [
          { operation: 'image_to_model', params: { model: 'P1-20260311' }, from: null, exports: null },
          { operation: 'texture_model', params: { texture_prompt: { image } }, from: 0, exports: 'glb' },
        ],
      });
    writeFileSync(file, recipe('gone.png'));
    expect((await run('recipes', 'import', file)).stderr).toContain('gone.png was not found.');
    writeFileSync(file, recipe('moss.png'));
    expect(await run('recipes', 'check', file)).toMatchObject({ code: 0 });
    expect((await run('recipes', 'import', file)).code).toBe(0);
    expect((await run('recipes', 'show', 'mossy')).stdout).toContain('{"texture_prompt":{"image":"moss.png"}}');
    const kept = JSON.parse(readFileSync(path.join(home, 'recipes', 'mossy.json'), 'utf8')) as {
      steps: { params: { texture_prompt?: { image: string } } }[];
    };
    expect(parseReference(kept.steps[1]?.params.texture_prompt?.image)).toMatchObject({ name: 'moss.png' });
    const made = await run('make', picture, '--recipe', 'mossy', '--json');
    expect(made.code, made.stderr).toBe(0);
  });

  test('goes with an exported recipe to another home, and a recipe without it is refused at once', async () => {
    const other = path.join(home, 'other');
    const there = (...words: string[]) => runCli([...words, '--home', other]);
    const file = path.join(home, 'given', 'exported.json');
    expect(await run('recipes', 'export', 'mossy', '--out', file, '--json')).toMatchObject({
      ...{ code: 0, stderr: '', last: { id: 'mossy', left: [] } },
    });
    const exported = JSON.parse(readFileSync(file, 'utf8')) as { pictures: Record<string, string> };
    const [sha256 = ''] = Object.keys(exported.pictures);
    const bare = path.join(home, 'given', 'bare.json');
    writeFileSync(bare, JSON.stringify({ ...exported, dropforge_recipe: 1, pictures: undefined }));
    for (const act of ['check', 'import']) {
      const refused = await there('recipes', act, bare);
      expect(refused.code, act).toBe(2);
      expect(refused.stderr).toContain('Step 2 uses “moss.png” in texture_prompt.image, which is not on this computer');
    }
    expect((await there('recipes', 'list')).stdout).not.toContain('mossy');
    expect((await there('recipes', 'check', file)).code).toBe(0);
    expect(existsSync(path.join(other, 'library', 'references', `${sha256}.png`))).toBe(false);
    expect((await there('recipes', 'import', file)).stdout).toContain('Imported “mossy”.');
    const kept = readFileSync(path.join(other, 'library', 'references', `${sha256}.png`));
    expect(kept.toString('base64')).toBe(exported.pictures[sha256]);

    rmSync(path.join(other, 'library', 'references', `${sha256}.png`));
    const without = await there('recipes', 'export', 'mossy');
    expect(without.stderr).toBe('moss.png is not in the file: it was removed or is too large.\n');
    expect(JSON.parse(without.stdout)).toMatchObject({ dropforge_recipe: 1, id: 'mossy' });
  });
});
