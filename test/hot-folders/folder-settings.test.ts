import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepFolderLog } from '../../src-main/hot-folders/folder-log.ts';
import { createFolderSettings } from '../../src-main/hot-folders/folder-settings.ts';
import { createFolderHandlers } from '../../src-main/ipc/folder-handlers.ts';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { openSettingsFile } from '../../src-main/settings/settings-file.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { openHot } from './bench.ts';

/** Hot folders and the settings that remember them; the system's dialog answers with what `chosen` says. */
async function openSettings() {
  const root = makeTempFolder();
  const { hot } = await openHot();
  const settings = createAppSettings(openSettingsFile(path.join(root, 'home')));
  const folderSettings = createFolderSettings(settings, hot, async () => null);
  const chosen: (string | null)[] = [];
  const chooseFolder = async () => chosen.shift() ?? null;
  const folderLog = keepFolderLog(hot, path.join(root, 'home'), Date.now);
  const handlers = createFolderHandlers({
    hotFolders: hot,
    folderSettings,
    folderLog,
    chooseFolder,
    reveal: () => null,
  });
  return { root, hot, settings, folderSettings, chosen, handlers };
}

test('results go to a folder of their own, which is made, or back to the export folder', async () => {
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

test('in the window the system asks for both folders; whoever leaves a dialog changes nothing', async () => {
  const { root, settings, chosen, handlers } = await openSettings();
  const [props, out] = [path.join(root, 'props'), path.join(root, 'out')];
  const order = { typed: null, recipe: 'draft', change: {}, results: { kind: 'choose' } } as const;
  chosen.push(props, null);
  expect(await handlers['folders:add'](order)).toBeNull();
  expect(settings.get().hotFolders).toEqual([]);
  chosen.push(props, out);
  const id = (await handlers['folders:add'](order)) ?? '';
  expect(settings.get().hotFolders).toMatchObject([{ path: props, outFolder: out }]);
  await handlers['folders:change']({ id, change: {}, results: { kind: 'choose' } });
  expect(settings.get().hotFolders[0]?.outFolder).toBe(out);
});
