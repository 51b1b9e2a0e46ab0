import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPageFolders } from '../../../src-main/ipc/page-access/page-folders.ts';
import { describeError } from '../../../src-shared/messages/describe-error.ts';
import { toErrorInfo } from '../../../src-shared/base/errors.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** Folders of a person, of which the page in a browser may use `renders` and `linked`. */
function setUp() {
  const root = makeTempFolder();
  const at = (...parts: string[]): string => [root, ...parts].join(path.sep);
  for (const name of ['renders/props', 'renders-old', 'private/keys', 'elsewhere/deep']) {
    mkdirSync(at(name), { recursive: true });
  }
  symlinkSync(at('elsewhere'), at('linked'));
  const allowed = [at('renders'), at('linked'), at('not-yet')];
  const folders = createPageFolders({ confirm: null, desktop: { chooseFolder: null }, allowed: () => allowed });
  return { root, at, choose: (typed: string) => folders.choose(typed, 'hot') };
}

describe('without a folder dialog', () => {
  test('an allowed folder and everything below it may be used, there or not yet', async () => {
    const { at, choose } = setUp();
    expect(await choose(at('renders'))).toBe(at('renders'));
    expect(await choose(`${at('renders', 'props')}${path.sep}`)).toBe(at('renders', 'props'));
    expect(await choose(at('renders', 'not', 'yet', 'there'))).toBe(at('renders', 'not', 'yet', 'there'));
    expect(await choose(at('renders', '..', 'renders', '.', 'props'))).toBe(at('renders', 'props'));
    expect(await choose(at('renders', '..names'))).toBe(at('renders', '..names'));
    expect(await choose(at('not-yet', 'in'))).toBe(at('not-yet', 'in'));
  });

  test('an allowed link leads to its target, which may be named directly as well', async () => {
    const { at, choose } = setUp();
    expect(await choose(at('linked', 'deep'))).toBe(at('linked', 'deep'));
    expect(await choose(at('elsewhere', 'deep'))).toBe(at('elsewhere', 'deep'));
  });

  test('folders beside and above an allowed one are refused', async () => {
    const { root, at, choose } = setUp();
    const outside = [root, path.dirname(root), path.parse(root).root, at('private'), at('private', 'keys')];
    const similar = [at('renders-old'), at('render'), `${at('renders')}.`, at('renders '), at('not-yet-either')];
    const climbing = [
      at('renders', '..'),
      at('renders', '..', 'private'),
      at('renders', 'props', '..', '..', 'private'),
    ];
    for (const folder of [...outside, ...similar, ...climbing]) {
      await expect(choose(folder), folder).rejects.toMatchObject({ code: 'config_invalid' });
    }
  });

  test('a link to the outside is refused, also below it, where it is broken, and where it goes in circles', async () => {
    const { at, choose } = setUp();
    symlinkSync(at('private'), at('renders', 'out'));
    symlinkSync('../private', at('renders', 'relative'));
    symlinkSync(at('renders', 'out'), at('renders', 'twice'));
    symlinkSync(at('private', 'later'), at('renders', 'broken'));
    symlinkSync(at('renders', 'circle'), at('renders', 'circle'));
    for (const name of ['out', 'relative', 'twice', 'broken', 'circle']) {
      await expect(choose(at('renders', name)), name).rejects.toMatchObject({ code: 'config_invalid' });
      await expect(choose(at('renders', name, 'not', 'yet')), name).rejects.toMatchObject({ code: 'config_invalid' });
    }
    await expect(choose(at('renders', 'out', 'keys'))).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('a link that was removed since allows nothing', async () => {
    const { at, choose } = setUp();
    rmSync(at('linked'));
    await expect(choose(at('elsewhere'))).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('another case is another folder where the disk says so', async () => {
    const { at, choose } = setUp();
    const other = choose(at('RENDERS', 'props'));
    const isOneFolder = existsSync(at('RENDERS'));
    if (isOneFolder) expect(await other).toBe(at('RENDERS', 'props'));
    else await expect(other).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('what is no path of a folder is refused', async () => {
    const { at, choose } = setUp();
    writeFileSync(at('renders', 'file'), '');
    for (const typed of ['', '.', 'renders', '../renders', `${at('renders')}\0/../../private`, at('x'.repeat(5_000))]) {
      await expect(choose(typed), JSON.stringify(typed)).rejects.toMatchObject({ code: 'config_invalid' });
    }
    await expect(choose(at('renders', 'file', 'in'))).rejects.toMatchObject({ code: 'config_invalid' });
  });

  test('the refusal names the folder, those that may be used, and the command that allows it', async () => {
    const { at, choose } = setUp();
    const refused = toErrorInfo(await choose(at('private')).catch((error: unknown) => error));
    const { happened } = describeError(refused);
    expect(happened).toContain(`${at('private')} cannot be used.`);
    expect(happened).toContain('› renders,');
    expect(happened).toContain(`dropforge folders allow "${at('private')}"`);
  });

  test('nothing is chosen without a path', async () => {
    const folders = createPageFolders({ confirm: null, desktop: { chooseFolder: null }, allowed: () => ['/'] });
    expect(await folders.choose(null, 'output')).toBeNull();
  });
});

describe('with a folder dialog', () => {
  test('only the dialog names folders', async () => {
    const { at } = setUp();
    const titles: string[] = [];
    const answers = [at('private'), null];
    const chooseFolder = async (title: string) => (titles.push(title), answers.shift() ?? null);
    const folders = createPageFolders({ confirm: null, desktop: { chooseFolder }, allowed: () => [at('renders')] });
    for (const typed of [at('private'), at('renders'), at('renders', 'props'), '', 'renders']) {
      await expect(folders.choose(typed, 'hot'), typed).rejects.toMatchObject({
        code: 'config_invalid',
        message: 'Choose the folder in the folder dialog.',
      });
    }
    expect(titles).toEqual([]);
    expect(await folders.choose(null, 'hot')).toBe(at('private'));
    expect(await folders.choose(null, 'output')).toBeNull();
    expect(titles).toEqual(['Hot folder', 'Output folder']);
    // What was chosen is named in the call that adds it, and in no other.
    expect(await folders.choose(at('private'), 'hot')).toBe(at('private'));
    await expect(folders.choose(at('private'), 'output')).rejects.toMatchObject({ code: 'config_invalid' });
    await expect(folders.choose(at('private', 'keys'), 'hot')).rejects.toMatchObject({ code: 'config_invalid' });
    expect(titles).toHaveLength(2);
  });
});
