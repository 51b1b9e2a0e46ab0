import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAppSettings } from '../../src-main/settings/app-settings.ts';
import { resolveHome } from '../../src-main/settings/home.ts';
import { createLazySecrets } from '../../src-main/settings/lazy-secrets.ts';
import { createMemorySecrets } from '../../src-main/settings/secret-store.ts';
import { openSettingsFile, openSettingsStore } from '../../src-main/settings/settings-file.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

describe('the home', () => {
  test('is the flag, then the variable, then the system’s folder', () => {
    expect(resolveHome('/a', { DROPFORGE_HOME: '/b' })).toMatchObject({
      path: '/a',
      isolated: true,
      defaultExportFolder: '/a/export',
    });
    expect(resolveHome(undefined, { DROPFORGE_HOME: 'b' }).path).toBe(path.resolve('b'));
    expect(resolveHome(undefined, {})).toMatchObject({
      isolated: false,
      defaultExportFolder: expect.stringContaining('Documents') as string,
    });
  });

  test.runIf(process.platform === 'linux')('takes XDG_CONFIG_HOME when it is a whole path', () => {
    const usual = path.join(os.homedir(), '.config', 'Dropforge');
    expect(resolveHome(undefined, { XDG_CONFIG_HOME: '/x' }).path).toBe('/x/Dropforge');
    for (const odd of ['', 'relative']) expect(resolveHome(undefined, { XDG_CONFIG_HOME: odd }).path).toBe(usual);
  });
});

describe('the settings', () => {
  test('come back after a restart, and tell who listens', () => {
    const home = makeTempFolder();
    const settings = createAppSettings(openSettingsFile(home));
    const heard: string[] = [];
    const stop = settings.onChange(({ theme }) => heard.push(theme));
    settings.set({ theme: 'light', formats: ['obj'] });
    stop();
    settings.set({ exportFolder: '/out' });
    expect(heard).toEqual(['light']);
    expect(createAppSettings(openSettingsFile(home)).get()).toMatchObject({
      theme: 'light',
      formats: ['obj'],
      exportFolder: '/out',
      service: 'local',
    });
  });

  test('notify a listener of single settings only when one of their values changed', () => {
    const settings = createAppSettings(openSettingsFile(makeTempFolder()));
    const heard: unknown[] = [];
    settings.onChange('spending', (now, before) => heard.push([before.spending.perDay, now.spending.perDay]));
    const stop = settings.onChange(['theme', 'language'], ({ theme, language }) => heard.push([theme, language]));
    const { spending } = settings.get();
    settings.set({});
    settings.set({ spending: structuredClone(spending), service: 'cloud' });
    expect(heard).toEqual([]);
    settings.set({ spending: { ...spending, perDay: '5.00' } });
    settings.set({ theme: 'light', language: 'zh' });
    stop();
    settings.set({ theme: 'dark' });
    expect(heard).toEqual([
      [spending.perDay, '5.00'],
      ['light', 'zh'],
    ]);
  });

  test('a value that does not fit falls back alone', () => {
    const home = makeTempFolder();
    const hotFolders = [{ id: 'a', path: '/in' }, { id: 'b', path: '' }, 7];
    const odd = {
      theme: 'pink',
      language: 'fr',
      formats: [],
      service: 'cloud',
      cloud: { baseUrl: 7 },
      exportFolder: '/out',
      more: 1,
      allowedFolders: '/',
      hotFolders,
    };
    writeFileSync(path.join(home, 'config.json'), JSON.stringify(odd));
    expect(createAppSettings(openSettingsFile(home)).get()).toEqual({
      theme: 'dark',
      language: 'system',
      surroundings: { tray: true, keepRunning: false, notify: true, startAtLogin: false },
      singleKeys: true,
      reviewFiles: false,
      motion: 'system',
      formats: ['glb', 'fbx', 'usdz'],
      service: 'cloud',
      cloud: null,
      services: {},
      exportFolder: '/out',
      libraryLimitBytes: null,
      updates: { ask: true, address: null, notNow: null, download: false },
      linksInside: false,
      rehearsal: false,
      rehearsals: 0,
      generation: { generators: [], use: {}, strict: true, unsupported: 'ignore' },
      concurrency: {},
      hotFolders: [expect.objectContaining({ id: 'a', path: '/in', recipe: 'draft', after: 'move' })],
      allowedFolders: [],
      webhook: null,
      spending: { confirmAbove: '0.00', perDay: null, perRecipe: {}, perFolder: {}, pauseBelow: null },
    });
  });

  test('limits that cannot be read let nothing be spent', () => {
    const home = makeTempFolder();
    writeFileSync(path.join(home, 'config.json'), JSON.stringify({ spending: { perDay: 'lots' } }));
    const settings = createAppSettings(openSettingsFile(home));
    expect(settings.get().spending).toMatchObject({ confirmAbove: '0.00', perDay: '0.00' });
    settings.set({ spending: { ...settings.get().spending, perDay: '5.00' } });
    expect(createAppSettings(openSettingsFile(home)).get().spending.perDay).toBe('5.00');
  });

  test.each(['', '{"theme": ', '{"spending":{"perDay":"5.00"},}', 'null', '[]', '"x"', '\u0000'])(
    'a file that holds %j is kept beside one that lets nothing be spent',
    (text) => {
      const home = makeTempFolder();
      writeFileSync(path.join(home, 'config.json'), text);
      const store = openSettingsFile(home);
      expect(createAppSettings(store).get()).toMatchObject({ theme: 'dark', spending: { perDay: '0.00' } });
      expect(store.damagedFile).toMatch(/^config\.json\.damaged-/);
      expect(readFileSync(path.join(home, store.damagedFile ?? ''), 'utf8')).toBe(text);
      const again = openSettingsFile(home);
      expect([again.damagedFile, createAppSettings(again).get().spending.perDay]).toEqual([null, '0.00']);
    },
  );

  test('a file that is damaged while it is open keeps no limit from being saved again, and is kept', () => {
    const home = makeTempFolder();
    const settings = createAppSettings(openSettingsFile(home));
    settings.set({ spending: { ...settings.get().spending, perDay: '5.00' } });
    writeFileSync(path.join(home, 'config.json'), '{"spending":');
    settings.set({ theme: 'light' });
    expect(createAppSettings(openSettingsFile(home)).get()).toMatchObject({
      theme: 'light',
      spending: { perDay: '0.00' },
    });
    expect(readdirSync(home).filter((name) => name.includes('damaged'))).toHaveLength(1);
  });

  test.each([
    ['ENOSPC', 'disk_full'],
    ['EDQUOT', 'disk_full'],
    ['EROFS', 'folder_unwritable'],
    ['EACCES', 'folder_unwritable'],
  ])('that cannot be saved because of %s say so as %s', (systemCode, code) => {
    const set = (): never => {
      throw Object.assign(new Error(`${systemCode}: not written`), { code: systemCode });
    };
    const settings = createAppSettings(openSettingsStore(makeTempFolder(), () => ({ get: () => undefined, set })));
    expect(() => settings.set({ theme: 'light' })).toThrow(expect.objectContaining({ code, subject: 'config.json' }));
  });

  test('are saved together or not at all', () => {
    const saved: unknown[] = [];
    const settings = createAppSettings({ get: () => undefined, set: (values) => void saved.push(values) });
    settings.set({ theme: 'light', language: 'zh' });
    settings.set({});
    expect(saved).toEqual([{ theme: 'light', language: 'zh' }]);
  });

  test('that cannot be kept are not used either', () => {
    const full = {
      get: () => undefined,
      set: () => {
        throw new Error('disk full');
      },
    };
    const settings = createAppSettings(full);
    expect(() => settings.set({ theme: 'light' })).toThrow('disk full');
    expect(settings.get().theme).toBe('dark');
  });
});

test('secrets without a keychain are kept in memory, opened when first used', async () => {
  let opened = 0;
  const secrets = createLazySecrets(async () => (opened++, createMemorySecrets()));
  expect([opened, secrets.kind]).toEqual([0, 'not opened yet']);
  await Promise.all([secrets.set('a', '1'), secrets.set('b', '2')]);
  expect([await secrets.get('a'), await secrets.get('c'), opened, secrets.kind, secrets.durable]).toEqual([
    '1',
    null,
    1,
    'memory',
    false,
  ]);
  await secrets.delete('a');
  expect(await secrets.get('a')).toBeNull();
});
