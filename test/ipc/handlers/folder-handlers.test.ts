import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Desktop } from '../../../src-main/app-deps.ts';
import { openHeadlessApp } from '../../../src-main/cli/lib/open/open-headless-app.ts';
import { defaultPageFolders, resolveHome } from '../../../src-main/settings/home.ts';
import { calls } from '../../../src-shared/ipc/contract.ts';
import { createDesktop } from '../../helpers/desktop.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

/** The app as a page meets it: with a folder dialog as in the window, or without one as in a browser. */
async function openApp(chosen: readonly string[] | null, features: Partial<Desktop> = {}) {
  const root = realpathSync(makeTempFolder());
  const answers = [...(chosen ?? [])];
  const chooseFolder = chosen === null ? null : async () => path.join(root, answers.shift() ?? '');
  for (const name of ['granted', 'private']) mkdirSync(path.join(root, name));
  symlinkSync(path.join(root, 'private'), path.join(root, 'granted', 'way-out'));
  const app = await openHeadlessApp(resolveHome(path.join(root, 'home'), {}), {
    desktop: createDesktop({ chooseFolder, ...features }),
    allowedFolders: [path.join(root, 'granted')],
  });
  onTestFinished(() => app.close());
  const at = (...parts: string[]): string => path.join(root, ...parts);
  return { app, at };
}

/** Every call that takes a path from the page. */
function callsWithPath({ handlers }: Awaited<ReturnType<typeof openApp>>['app'], hotFolder: string) {
  const change = { enabled: false };
  return {
    'hot folder': (typed: string) => handlers['folders:add']({ typed, recipe: 'draft', change }),
    'output folder of a new hot folder': (typed: string) =>
      handlers['folders:add']({
        ...{ typed: `${hotFolder}-new`, recipe: 'draft', change },
        results: { kind: 'typed', path: typed },
      }),
    'output folder of a hot folder': async (typed: string) => {
      const [folder] = (await handlers['folders:list'](null)).filter(({ name }) => name === path.basename(hotFolder));
      return handlers['folders:change']({ id: folder?.id ?? '', change, results: { kind: 'typed', path: typed } });
    },
    'preview of a hot folder': (typed: string) => handlers['folders:preview']({ typed }),
    'output folder': (typed: string) => handlers['exportFolder:choose']({ typed }),
  };
}

test('in a browser, every call with a path is refused outside the allowed folders, and changes nothing', async () => {
  const { app, at } = await openApp(null);
  app.start();
  await app.handlers['folders:add']({ typed: at('granted', 'props'), recipe: 'draft', change: { enabled: false } });
  await expect.poll(async () => (await app.handlers['folders:list'](null)).length).toBe(1);
  const before = app.settings.get();
  for (const [name, call] of Object.entries(callsWithPath(app, at('granted', 'props')))) {
    for (const typed of [
      at('private'),
      at('granted', 'way-out'),
      `${at('granted')}/../private`,
      at('new'),
      'granted',
    ]) {
      await expect(call(typed), `${name}: ${typed}`).rejects.toMatchObject({ code: 'config_invalid' });
    }
  }
  expect(app.settings.get()).toEqual(before);
  expect(existsSync(at('new'))).toBe(false);
});

test('in a browser, folders that the command line allows or that are stored may be used', async () => {
  const { app, at } = await openApp(null);
  const { handlers, settings } = app;
  const change = { enabled: false };
  await expect(handlers['exportFolder:choose']({ typed: at('private', 'out') })).rejects.toMatchObject({
    code: 'config_invalid',
  });
  settings.set({ allowedFolders: [at('private')] });
  await handlers['exportFolder:choose']({ typed: at('private', 'out') });
  await handlers['folders:add']({ typed: at('private', 'in'), recipe: 'draft', change });
  settings.set({ allowedFolders: [] });
  expect(settings.get().exportFolder).toBe(at('private', 'out'));
  await handlers['exportFolder:choose']({ typed: at('private', 'out', 'models') });
  await expect(handlers['exportFolder:choose']({ typed: at('private', 'other') })).rejects.toMatchObject({
    code: 'config_invalid',
  });
});

test('in a browser, another folder needs the code of the terminal, once; folders that cannot be used are not offered', async () => {
  const codes: string[] = [];
  const { app, at } = await openApp(null, { showCode: (code) => void codes.push(code) });
  const { handlers, settings } = app;
  const add = (name: string) =>
    handlers['folders:add']({ typed: at(name), recipe: 'draft', change: { enabled: false } });

  await expect(handlers['folders:preview']({ typed: at('private') })).rejects.toMatchObject({ code: 'config_invalid' });
  expect(codes).toEqual([]);
  const refused = add('private');
  await expect.poll(() => codes.length).toBe(1);
  await handlers['confirmation:answer']({ code: null });
  await expect(refused).rejects.toMatchObject({ code: 'not_confirmed' });
  expect(settings.get().hotFolders).toEqual([]);

  const added = add('private');
  await expect.poll(() => codes.length).toBe(2);
  await handlers['confirmation:answer']({ code: codes[1] ?? '' });
  await added;
  expect(settings.get().hotFolders).toMatchObject([{ path: at('private') }]);
  await add('granted/props');
  expect(codes).toHaveLength(2);

  mkdirSync(at('home', 'export'), { recursive: true });
  const { folders } = await handlers['folders:preview']({ typed: '' });
  expect(folders).not.toContain(at('home', 'export'));
  expect(folders).not.toContain(at('private'));
});

test('in a browser, the allowed folders are offered, then those inside, with the number of files that would be processed', async () => {
  const { app, at } = await openApp(null);
  const preview = async (typed: string) =>
    calls['folders:preview'][1].parse(await app.handlers['folders:preview']({ typed }));
  expect((await preview('')).folders).toContain(at('granted'));
  for (const folder of ['b10', 'b2', 'done', '.cache']) mkdirSync(at('granted', folder));
  const files = [
    'a.png',
    'notes.pdf',
    '.b.png',
    'b2/c.GLB',
    'b10/d.txt',
    'b10/README.txt',
    'done/e.png',
    '.cache/f.png',
  ];
  for (const file of files) writeFileSync(at('granted', file), 'x');
  expect(await preview(at('granted'))).toEqual({ folders: [at('granted', 'b2'), at('granted', 'b10')], files: 3 });
  expect(await preview(at('granted', 'b2'))).toEqual({ folders: [], files: 1 });
  expect(await preview(at('granted', 'none'))).toEqual({ folders: [], files: null });
  for (const typed of [at('private'), at('granted', 'way-out'), '/', 'granted'])
    await expect(preview(typed)).rejects.toMatchObject({ code: 'config_invalid' });
});

test('in the window, every call with a path is refused, and the folder dialog decides', async () => {
  const { app, at } = await openApp(['private/props', 'private/out', 'private/more', 'private/results']);
  const { handlers, settings } = app;
  app.start();
  mkdirSync(at('private', 'props'), { recursive: true });
  writeFileSync(at('private', 'props', 'cup.png'), 'x');
  const chosen = await handlers['folders:choose'](null);
  expect(calls['folders:choose'][1].parse(chosen)).toEqual({ path: at('private', 'props'), files: 1 });
  await handlers['folders:add']({ typed: at('private', 'props'), recipe: 'draft', change: { enabled: false } });
  await expect.poll(async () => (await handlers['folders:list'](null)).length).toBe(1);
  await handlers['exportFolder:choose']({ typed: null });
  const before = settings.get();
  expect(before).toMatchObject({ hotFolders: [{ path: at('private', 'props') }], exportFolder: at('private', 'out') });
  for (const [name, call] of Object.entries(callsWithPath(app, at('private', 'props')))) {
    for (const typed of [at('granted'), at('private'), at('private', 'out')]) {
      await expect(call(typed), `${name}: ${typed}`).rejects.toMatchObject({ code: 'config_invalid' });
    }
  }
  expect(settings.get()).toEqual(before);
  const results = { kind: 'choose' } as const;
  expect(await handlers['folders:choose'](null)).toEqual({ path: at('private', 'more'), files: null });
  const typed = at('private', 'more');
  await handlers['folders:add']({ typed, recipe: 'draft', change: { enabled: false }, results });
  expect(settings.get().hotFolders[1]).toMatchObject({
    path: at('private', 'more'),
    outFolder: at('private', 'results'),
  });
});

test('the page can neither allow folders nor change the address of a service with its settings', () => {
  const wanted = { theme: 'light', allowedFolders: ['/'], cloud: { baseUrl: 'https://evil.example' }, services: {} };
  expect(calls['settings:set'][0].parse(wanted)).toEqual({ theme: 'light' });
});

test('a browser may use the folder of the output, Pictures and Downloads by default, and never the whole home', () => {
  const home = resolveHome(undefined, {});
  const personal = (...parts: string[]): string => path.join(os.homedir(), ...parts);
  expect(defaultPageFolders(home)).toEqual([
    personal('Documents', 'Dropforge'),
    personal('Pictures'),
    personal('Downloads'),
  ]);
  expect(defaultPageFolders(resolveHome('/isolated', {}))).toEqual([]);
});
