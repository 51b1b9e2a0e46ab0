import { readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readBridge } from '../../../src-main/dcc/bridges/bridge-package.ts';
import { installBridge } from '../../../src-main/dcc/bridges/install-bridge.ts';
import { getTarget } from '../../../src-main/dcc/targets/target-table.ts';
import { readTargetSettings, setTargetSettings } from '../../../src-main/dcc/targets/target-settings.ts';
import { TARGET_NAMES } from '../../../src-main/dcc/targets/target.ts';
import { parseImportText, parseImportValue, formatImportValue } from '../../../src-shared/delivery/import-value.ts';
import {
  getImportSetting,
  listImportSettings,
  parseImportChanges,
  parseImportValues,
} from '../../../src-shared/delivery/import-settings.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { makeComputer } from '../send/other-computer.ts';

const houdini = getTarget('houdini');
const INNER = 'home/houdini20.5/packages/dropforge/scripts/python/dropforge_houdini/settings.json';

/** A computer with a Houdini that has its bridge. */
async function makeHoudini() {
  const root = makeTempFolder();
  const computer = makeComputer(root, { platform: 'linux' });
  computer.put('/opt/hfs20.5.278/bin/houdini');
  const install = (scale?: number) =>
    installBridge(
      houdini,
      { exportFolder: path.join(root, 'Export'), ...(scale === undefined ? {} : { scale }) },
      computer,
    );
  return { root, computer, install, file: path.join(root, INNER) };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

describe('settings of imports', () => {
  it.each(TARGET_NAMES)(
    'are there for every program with a bridge, each with a value it takes itself: %s',
    async (name) => {
      const settings = listImportSettings(name);
      expect(settings.length > 0).toBe(getTarget(name).takes === null);
      expect(new Set(settings.map(({ key }) => key)).size).toBe(settings.length);
      if (settings.length === 0) return;
      const { formats } = await readBridge(name);
      const values = parseImportValues(name, {}, formats);
      for (const setting of settings) {
        expect(values[setting.key]).toEqual(setting.fallback);
        expect(parseImportValue(setting, values[setting.key], formats)).toEqual(setting.fallback);
        const shown = formatImportValue(values[setting.key]!);
        expect(parseImportValue(setting, parseImportText(setting, shown), formats)).toEqual(setting.fallback);
      }
    },
  );

  it.each([
    ['blender', 'colour', 'red', 'Valid settings: formats, scale'],
    ['blender', 'toString', 'x', 'Valid settings: formats, scale'],
    ['blender', 'scale', '0', 'from 0.0001 to 10000'],
    ['blender', 'scale', 'Infinity', 'from 0.0001'],
    ['blender', 'bareUnit', '0.5', '0.001 (Millimeters)'],
    ['blender', 'materials', 'perhaps', 'on or off'],
    ['blender', 'into', 'a\nb', 'collection name'],
    ['unity', 'formats', 'fbx,glb', '“glb” is not a supported format. Supported formats: fbx and obj'],
    ['unreal', 'into', '/Game/../Engine', 'below /Game'],
    ['unreal', 'into', '/Game', 'below /Game'],
    ['unity', 'into', 'Assets/../..', 'below Assets'],
    ['unity', 'into', 'Assets/con:x', 'below Assets'],
    ['godot', 'into', 'res://../x', 'below res://'],
    ['godot', 'into', 'res:///x', 'below res://'],
  ])('refuse with a sentence what makes no sense: %s %s=%s', async (program, key, text, words) => {
    const { formats } = await readBridge(program as 'blender');
    const read = () =>
      parseImportChanges(program, { [key]: parseImportText(getImportSetting(program, key), text) }, formats);
    expect(read).toThrow(
      expect.objectContaining({ code: 'config_invalid', message: expect.stringContaining(words) as string }),
    );
  });

  it('take what is typed', () => {
    const typed = {
      formats: 'FBX, glb',
      scale: '0.01',
      bareUnit: '0.0254',
      bareUp: 'Z',
      into: 'Möbel',
      materials: 'off',
    };
    const changes = Object.entries(typed).map(([key, text]) => [
      key,
      parseImportText(getImportSetting('blender', key), text),
    ]);
    expect(
      parseImportChanges('blender', Object.fromEntries(changes) as Record<string, unknown>, ['glb', 'fbx']),
    ).toEqual({
      ...{ formats: ['fbx', 'glb'], scale: 0.01, bareUnit: 0.0254, bareUp: 'Z', into: 'Möbel', materials: false },
    });
  });
});

describe('the settings of a bridge', () => {
  it('are changed beside what else is chosen there, and a new bridge keeps them', async () => {
    const { computer, install, file } = await makeHoudini();
    await expect(readTargetSettings(houdini, {}, computer)).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining('not installed') as string,
    });
    await install(2);
    writeFileSync(file, JSON.stringify({ ...(readJson(file) as object), later: 1, bareUnit: 'wild' }));
    expect((await readTargetSettings(houdini, {}, computer)).values).toEqual({
      ...{ formats: [], scale: 2, bareUnit: 0.001, bareUp: 'usual' },
    });
    const changed = await setTargetSettings(houdini, {}, { formats: ['obj'], bareUnit: 1 }, computer);
    expect(changed.values).toEqual({ formats: ['obj'], scale: 2, bareUnit: 1, bareUp: 'usual' });
    const kept = { scale: 2, later: 1, formats: ['obj'], bareUnit: 1 };
    expect(readJson(file)).toMatchObject(kept);
    await install();
    expect(readJson(file)).toMatchObject(kept);
  });

  it('stay as they are when one of several values is refused', async () => {
    const { computer, install, file } = await makeHoudini();
    await install();
    const before = readFileSync(file, 'utf8');
    await expect(setTargetSettings(houdini, {}, { scale: 3, bareUp: 'X' }, computer)).rejects.toMatchObject({
      code: 'config_invalid',
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it.skipIf(process.platform === 'win32')('are kept when their file is a link, or cannot be read', async () => {
    const { root, computer, install, file } = await makeHoudini();
    await install();
    const real = path.join(root, 'dotfiles.json');
    writeFileSync(real, JSON.stringify({ bareUnit: 0.01, later: 1 }));
    const link = (target: string): void => {
      rmSync(file);
      symlinkSync(target, file);
    };
    link(real);
    expect((await setTargetSettings(houdini, {}, { scale: 2 }, computer)).values).toMatchObject({ bareUnit: 0.01 });
    expect(readJson(file)).toMatchObject({ scale: 2, bareUnit: 0.01, later: 1 });
    link(real);
    await install();
    expect(readJson(file)).toMatchObject({ bareUnit: 0.01, later: 1 });
    link(file);
    await expect(setTargetSettings(houdini, {}, { scale: 3 }, computer)).rejects.toThrow();
    await expect(install()).rejects.toThrow();
    expect(readlinkSync(file)).toBe(file);
  });

  it('are none where files are given to a program one by one', async () => {
    const computer = makeComputer(makeTempFolder(), { platform: 'linux' });
    await expect(readTargetSettings(getTarget('cura'), {}, computer)).rejects.toMatchObject({ code: 'config_invalid' });
  });
});
