import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolderLog } from '../../src-main/hot-folders/folder-log.ts';
import { createFolderSettings } from '../../src-main/hot-folders/folder-settings.ts';
import { createFolderHandlers } from '../../src-main/ipc/handlers/folder-handlers.ts';
import { createPageFolders } from '../../src-main/ipc/page-access/page-folders.ts';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { openSettingsFile } from '../../src-main/settings/settings-file.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openHot } from './bench.ts';

/**
 * Hot folders and the settings that remember them. The system's dialog, where there is one, answers with what `chosen`
 * says.
 */
async function openSettings(assertRecipe: (id: string) => Promise<unknown> = async () => null, hasDialog = false) {
  const root = makeTempFolder();
  const settings = createAppSettings(openSettingsFile(path.join(root, 'home')));
  const { hot } = await openHot({ remembered: () => settings.get().hotFolders });
  const folderSettings = createFolderSettings(settings, hot, assertRecipe);
  const chosen: (string | null)[] = [];
  const chooseFolder = async () => chosen.shift() ?? null;
  const folderLog = createFolderLog(hot, path.join(root, 'home'), Date.now);
  const handlers = createFolderHandlers({
    hotFolders: hot,
    folderSettings,
    folderLog,
    desktop: { revealPath: null },
    confirmation: { confirmSettings: async () => undefined },
    pageFolders: createPageFolders({
      confirm: null,
      desktop: { chooseFolder: hasDialog ? chooseFolder : null },
      allowed: () => [root],
    }),
  });
  return { root, hot, settings, folderSettings, chosen, handlers };
}

test('results go to a folder of their own, which is made, or back to the output folder', async () => {
  const { root, settings, handlers } = await openSettings();
  const [props, out] = [path.join(root, 'props'), path.join(root, 'out/props')];
  const results = { kind: 'typed', path: out } as const;
  const id = await handlers['folders:add']({ typed: props, recipe: 'draft', change: {}, results });
  expect(settings.get().hotFolders).toMatchObject([{ id, path: props, outFolder: out }]);
  expect(existsSync(out)).toBe(true);
  await handlers['folders:change']({ id: id ?? '', change: { after: 'stay' } });
  expect(settings.get().hotFolders).toMatchObject([{ after: 'stay', outFolder: out }]);
  await handlers['folders:change']({ id: id ?? '', change: {}, results: { kind: 'export' } });
  expect(settings.get().hotFolders[0]?.outFolder).toBeNull();
});

test('an output that would feed a hot folder is refused with the reason, and nothing changes', async () => {
  const { root, hot, settings, folderSettings } = await openSettings();
  const props = path.join(root, 'props');
  const { id } = await folderSettings.add({ path: props, recipe: 'draft', outFolder: null });
  const before = settings.get().hotFolders;
  const refused = [props, path.join(props, 'results'), root, path.join(hot.folderOf('in').path, 'results')];
  for (const outFolder of refused) {
    await expect(folderSettings.change(id, { outFolder, after: 'stay' })).rejects.toMatchObject({
      code: 'folder_feeds_itself',
    });
  }
  await expect(folderSettings.change(id, { outFolder: 'results' })).rejects.toMatchObject({ code: 'config_invalid' });
  expect(settings.get().hotFolders).toEqual(before);
  const inside = { path: path.join(root, 'more'), recipe: 'draft', outFolder: path.join(root, 'more/out') };
  await expect(folderSettings.add(inside)).rejects.toMatchObject({ code: 'folder_feeds_itself' });
  expect(existsSync(inside.path)).toBe(false);
});

describe('what is changed at once', () => {
  /** A folder whose recipe is looked at only when `look` is called. */
  async function openSlow() {
    const slow = Promise.withResolvers<void>();
    const opened = await openSettings((id) => (id === 'draft' ? Promise.resolve() : slow.promise));
    const { id } = await opened.folderSettings.add({
      path: path.join(opened.root, 'props'),
      recipe: 'draft',
      outFolder: null,
    });
    return { ...opened, id, look: () => slow.resolve() };
  }

  test('is all kept: a pause while other changes are being checked', async () => {
    const { settings, folderSettings, id, look } = await openSlow();
    const saving = folderSettings.change(id, { recipe: 'game', mostAtOnce: 9 });
    await folderSettings.change(id, { enabled: false });
    expect(settings.get().hotFolders).toMatchObject([{ enabled: false, recipe: 'draft' }]);
    look();
    expect(await saving).toMatchObject({ enabled: false, mostAtOnce: 9 });
    expect(settings.get().hotFolders).toMatchObject([{ enabled: false, mostAtOnce: 9, recipe: 'game' }]);
  });

  test('a folder that is removed meanwhile stays away and gets no cap', async () => {
    const { settings, folderSettings, id, look } = await openSlow();
    const saving = folderSettings.change(id, { recipe: 'game', capPerDay: '50.00' });
    folderSettings.remove(id);
    look();
    await expect(saving).rejects.toMatchObject({ code: 'not_found' });
    expect([settings.get().hotFolders, settings.get().spending.perFolder]).toEqual([[], {}]);
  });

  test('the same folder is added once', async () => {
    const { settings, folderSettings, root } = await openSettings();
    const wanted = { path: path.join(root, 'props'), recipe: 'draft', outFolder: null };
    const added = await Promise.allSettled([folderSettings.add(wanted), folderSettings.add(wanted)]);
    expect(added.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(settings.get().hotFolders).toHaveLength(1);
  });
});

test('a removed folder returns in its place with its id, settings and cap, once, and only where it still fits', async () => {
  const { root, settings, handlers } = await openSettings();
  const add = (name: string, change = {}) =>
    handlers['folders:add']({ typed: path.join(root, name), recipe: 'draft', change });
  const id = (await add('props', { after: 'stay', enabled: false, capPerDay: '50.00' })) ?? '';
  await add('walls');
  const { hotFolders, spending } = settings.get();
  await handlers['folders:remove']({ id });
  expect([settings.get().hotFolders.length, settings.get().spending.perFolder]).toEqual([1, { [id]: '50.00' }]);
  await handlers['folders:restore']({ id });
  expect([settings.get().hotFolders, settings.get().spending]).toEqual([hotFolders, spending]);
  await expect(handlers['folders:restore']({ id })).rejects.toMatchObject({ code: 'not_found' });

  await handlers['folders:remove']({ id });
  await add('props/inner');
  await expect(handlers['folders:restore']({ id })).rejects.toMatchObject({ code: 'folder_feeds_itself' });
});

test('the cap of a removed folder stays while it has jobs', async () => {
  const { root, settings, folderSettings } = await openSettings();
  const add = (name: string) =>
    folderSettings.add({ path: path.join(root, name), recipe: 'draft', outFolder: null }, { capPerDay: '50.00' });
  const [kept, busy, idle] = [await add('kept'), await add('busy'), await add('idle')];
  folderSettings.remove(busy.id);
  folderSettings.remove(idle.id);
  const { spending } = settings.get();
  settings.set({ spending: { ...spending, perFolder: { ...spending.perFolder, 'at-0123456789ab': '5.00' } } });
  folderSettings.removeUnusedCaps((id) => id === busy.id);
  expect(Object.keys(settings.get().spending.perFolder)).toEqual([kept.id, busy.id, 'at-0123456789ab']);
});

test('in the window the system asks for both folders; whoever leaves a dialog changes nothing', async () => {
  const { root, settings, chosen, handlers } = await openSettings(undefined, true);
  const [props, out] = [path.join(root, 'props'), path.join(root, 'out')];
  const order = { typed: props, recipe: 'draft', change: {}, results: { kind: 'choose' } } as const;
  chosen.push(null);
  expect(await handlers['folders:choose'](null)).toBeNull();
  await expect(handlers['folders:add'](order)).rejects.toMatchObject({ code: 'config_invalid' });
  chosen.push(props, null);
  expect(await handlers['folders:choose'](null)).toMatchObject({ path: props });
  expect(await handlers['folders:add'](order)).toBeNull();
  expect(settings.get().hotFolders).toEqual([]);
  chosen.push(out);
  const id = (await handlers['folders:add'](order)) ?? '';
  expect(settings.get().hotFolders).toMatchObject([{ path: props, outFolder: out }]);
  await handlers['folders:change']({ id, change: {}, results: { kind: 'choose' } });
  expect(settings.get().hotFolders[0]?.outFolder).toBe(out);
});
