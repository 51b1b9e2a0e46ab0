import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkLocation } from '../../src-main/hot-folders/check-location.ts';
import { describeError } from '../../src-shared/messages/describe-error.ts';
import { toErrorInfo } from '../../src-shared/base/errors.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

function setUp() {
  const root = makeTempFolder();
  const at = (...parts: string[]): string => path.join(root, ...parts);
  for (const name of ['in/deep', 'out', 'other', 'home/library']) mkdirSync(at(name), { recursive: true });
  const check = (folder: string, outputs = ['out'], inputs = ['other']) =>
    checkLocation(at(folder), {
      outputs: outputs.map((name) => at(name)),
      inputs: inputs.map((name) => at(name)),
      home: at('home'),
    });
  return { at, check };
}

describe('a hot folder', () => {
  test('beside everything else is fine, there or not yet', async () => {
    const { check } = setUp();
    await expect(check('in')).resolves.toBeUndefined();
    await expect(check('not/yet/there')).resolves.toBeUndefined();
    await expect(check('out-of-the-way')).resolves.toBeUndefined();
  });

  test.each([
    ['in', ['in'], [], /Results are saved to the same folder/],
    ['in', ['in/deep'], [], /inside it and would be processed again/],
    ['in', ['in/not/yet'], [], /inside it and would be processed again/],
    ['out/in', ['out'], [], /It is inside .*, where results are saved/],
    ['other', ['out'], ['other'], /already a hot folder/],
    ['other/deep', ['out'], ['other'], /processed twice/],
    ['in', ['out'], ['in/deep'], /processed twice/],
    ['home', ['out'], [], /its own files/],
    ['home/library', ['out'], [], /its own files/],
    ['.', ['../elsewhere'], [], /its own files/],
  ])('%s is refused beside %s and %s', async (folder, outputs, inputs, why) => {
    const { check } = setUp();
    const refused = await check(folder, outputs, inputs).then(() => null, toErrorInfo);
    expect(refused?.code).toBe('folder_feeds_itself');
    expect(describeError(refused as NonNullable<typeof refused>).happened).toMatch(why);
  });

  test('is not hidden by a link, nor is an output', async () => {
    const { at, check } = setUp();
    symlinkSync(at('in'), at('linked'));
    await expect(check('in', ['linked'])).rejects.toMatchObject({ code: 'folder_feeds_itself' });
    await expect(check('linked', ['in/deep'])).rejects.toMatchObject({ code: 'folder_feeds_itself' });
  });

  test('is never the whole disk, nor a path that begins nowhere', async () => {
    const places = { outputs: [], inputs: [], home: '/nowhere/home' };
    await expect(checkLocation('/', places)).rejects.toMatchObject({ code: 'folder_feeds_itself' });
    await expect(checkLocation('in', places)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
