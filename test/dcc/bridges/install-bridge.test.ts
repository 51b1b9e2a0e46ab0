import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { BRIDGES_FOLDER, readBridge } from '../../../src-main/dcc/bridges/bridge-package.ts';
import { findOwnedPaths, INSTALL_RECORD_NAME } from '../../../src-main/dcc/bridges/install-record.ts';
import { installBridge, removeBridge } from '../../../src-main/dcc/bridges/install-bridge.ts';
import { writeBridgeFiles } from '../../../src-main/dcc/bridges/write-bridge-files.ts';
import { listTargets } from '../../../src-main/dcc/targets/list-targets.ts';
import { getTarget } from '../../../src-main/dcc/targets/target-table.ts';
import { TARGET_NAMES } from '../../../src-main/dcc/targets/target.ts';
import { targetBaseline } from '../../../src-shared/delivery/target-baseline.ts';
import { toTargetId } from '../../../src-shared/delivery/target-id.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';
import { makeComputer, type OtherComputer } from '../send/other-computer.ts';

const houdini = getTarget('houdini');
const blender = getTarget('blender');
const INNER = 'packages/dropforge/scripts/python/dropforge_houdini';

/** A computer with one Houdini; answers it, its settings folder and an output folder that is not there yet. */
function makeHoudini(): { computer: OtherComputer; place: string; exportFolder: string } {
  const root = makeTempFolder();
  const computer = makeComputer(root, { platform: 'linux' });
  computer.put('/opt/hfs20.5.278/bin/houdini');
  return { computer, place: path.join(computer.home, 'houdini20.5'), exportFolder: path.join(root, 'Export') };
}

/** Every file below a folder, without those of the system's own. */
function listAll(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

const readJson = (...parts: string[]): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(...parts), 'utf8')) as Record<string, unknown>;

describe('every bridge that ships', () => {
  it.each(TARGET_NAMES.filter((name) => getTarget(name).takes === null))(
    'is whole, and all of it carries our name: %s',
    async (name) => {
      const layout = await readBridge(name);
      expect(layout.host).toBe(name);
      expect(new Set(layout.files.map(({ to }) => to)).size).toBe(layout.files.length);
      expect(findOwnedPaths(layout.files.map(({ to }) => to))[0]?.isFolder).toBe(true);
    },
  );
});

it('bridges are found among the sources', () => {
  expect(existsSync(path.join(BRIDGES_FOLDER, 'dropforge_bridge/bridge.py'))).toBe(true);
});

describe('a bridge', () => {
  it('is installed whole, connected, and marked as what it is', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    const [installed] = await installBridge(houdini, { exportFolder }, computer);
    const layout = await readBridge('houdini');
    expect(installed).toMatchObject({ version: '20.5.278', place, before: null, preserved: [], unchanged: 0 });
    for (const { to, bytes } of layout.files) expect(readFileSync(path.join(place, to)).equals(bytes)).toBe(true);
    expect(listAll(place)).toHaveLength(layout.files.length + 2);
    expect(readJson(place, INNER, 'settings.json')).toEqual({ schema: 1, folder: exportFolder, target: null });
    const row = (await listTargets(computer)).find(({ name }) => name === 'houdini');
    expect(row?.places[0]).toMatchObject({ bridge: 'current', bridgeVersion: layout.version, exportFolder });
  });

  it('is taken out again without a trace', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    mkdirSync(path.join(place, 'packages'), { recursive: true });
    writeFileSync(path.join(place, 'packages/other.json'), '{}');
    await installBridge(houdini, { exportFolder }, computer);
    mkdirSync(path.join(place, INNER, '__pycache__'));
    writeFileSync(path.join(place, INNER, '__pycache__/session.cpython-311.pyc'), 'compiled');
    const [removed] = await removeBridge(houdini, {}, computer);
    expect(removed).toMatchObject({ preserved: [] });
    expect(listAll(place)).toEqual(['packages/other.json']);
    expect(existsSync(path.join(place, 'packages/dropforge'))).toBe(false);
    expect(listAll(exportFolder)).toEqual([`.dropforge/seen/${removed?.targetId}.json`]);
    expect(await removeBridge(houdini, {}, computer)).toEqual([]);
  });

  it('leaves what a person made or changed there, when it is updated and when it is removed', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    await installBridge(houdini, { exportFolder }, computer);
    writeFileSync(path.join(place, INNER, 'session.py'), 'print("mine")');
    const row = (await listTargets(computer)).find(({ name }) => name === 'houdini');
    expect(row?.places[0]?.bridge).toBe('changed');
    const [again] = await installBridge(houdini, { exportFolder }, computer);
    const [kept = ''] = again?.preserved ?? [];
    expect(readFileSync(path.join(kept, 'scripts/python/dropforge_houdini/session.py'), 'utf8')).toBe('print("mine")');
    writeFileSync(path.join(place, 'packages/dropforge/notes.txt'), 'mine');
    const [removed] = await removeBridge(houdini, {}, computer);
    expect(removed?.preserved).toEqual(['packages/dropforge/notes.txt']);
    expect(readFileSync(path.join(place, 'packages/dropforge/notes.txt'), 'utf8')).toBe('mine');
  });

  it('keeps what was chosen in its settings over an update, and is seen as old before', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    const [named] = await installBridge(houdini, { exportFolder, name: 'Küche' }, computer);
    expect(named?.targetId).toBe('kuche');
    const settings = path.join(place, INNER, 'settings.json');
    writeFileSync(settings, JSON.stringify({ ...readJson(settings), scale: 2 }));
    const record = path.join(place, 'packages/dropforge', INSTALL_RECORD_NAME);
    writeFileSync(record, JSON.stringify({ ...readJson(record), bridgeVersion: '0.9.0', files: {} }));
    const row = (await listTargets(computer)).find(({ name }) => name === 'houdini');
    expect(row?.places[0]).toMatchObject({ bridge: 'old', bridgeVersion: '0.9.0' });
    const [again] = await installBridge(houdini, { exportFolder }, computer);
    expect(again).toMatchObject({ before: '0.9.0' });
    expect(readJson(settings)).toEqual({ schema: 1, folder: exportFolder, target: named?.targetId, scale: 2 });
    expect(again?.targetId).toBe(named?.targetId);
    await installBridge(houdini, { exportFolder, name: 'Other', scale: 0.01 }, computer);
    expect(readJson(settings)).toMatchObject({ target: 'other', scale: 0.01 });
  });

  it('does not replace what somebody else put there, and says where it is', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    mkdirSync(path.join(place, 'packages/dropforge'), { recursive: true });
    writeFileSync(path.join(place, 'packages/dropforge/own.py'), 'mine');
    const install = installBridge(houdini, { exportFolder }, computer);
    await expect(install).rejects.toMatchObject({
      code: 'bridge_failed',
      message: expect.stringContaining('own.py') as string,
    });
    expect(listAll(place)).toEqual(['packages/dropforge/own.py']);
  });

  it('does not follow a link out of its place', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    const elsewhere = makeTempFolder();
    mkdirSync(path.join(place, 'packages'), { recursive: true });
    symlinkSync(elsewhere, path.join(place, 'packages/dropforge'));
    await expect(installBridge(houdini, { exportFolder }, computer)).rejects.toMatchObject({ code: 'bridge_failed' });
    expect(listAll(elsewhere)).toEqual([]);
  });

  it('stays as it was when the new one cannot be put in its place', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    await installBridge(houdini, { exportFolder }, computer);
    const before = listAll(place);
    const layout = await readBridge('houdini');
    const [piece] = layout.files;
    // A folder of that name cannot be made below a file.
    const bad = { ...layout, files: [...layout.files, { ...piece!, to: `${piece!.to}/dropforge.txt` }] };
    const order = { exportFolder, name: null, targetId: 'houdini@here', scale: null };
    await expect(writeBridgeFiles(place, bad, order)).rejects.toThrow();
    expect(listAll(place)).toEqual(before);
  });

  it('that was interrupted leaves nothing behind the next time', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    for (const name of ['.dropforge.0123abcd.part', '.dropforge.0123abcd.old', '.dropforge.other']) {
      mkdirSync(path.join(place, 'packages', name), { recursive: true });
    }
    await installBridge(houdini, { exportFolder }, computer);
    expect(readdirSync(path.join(place, 'packages')).sort()).toEqual([
      '.dropforge.other',
      'dropforge',
      'dropforge.json',
    ]);
  });

  it('says that a settings folder cannot be written to', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    writeFileSync(place, 'a file in the way');
    const install = installBridge(houdini, { exportFolder }, computer);
    await expect(install).rejects.toMatchObject({
      code: 'bridge_failed',
      message: expect.stringContaining(place) as string,
    });
  });

  it('with a forged record removes nothing outside of its own folders', async () => {
    const { computer, place, exportFolder } = makeHoudini();
    await installBridge(houdini, { exportFolder }, computer);
    const victim = path.join(computer.home, 'dropforge-secret');
    writeFileSync(victim, '');
    const record = path.join(place, 'packages/dropforge', INSTALL_RECORD_NAME);
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const files = readJson(record)['files'] as object;
    writeFileSync(record, JSON.stringify({ ...readJson(record), files: { ...files, '../dropforge-secret': empty } }));
    await removeBridge(houdini, {}, computer);
    expect(existsSync(victim)).toBe(true);
  });
});

describe('the output folder', () => {
  it('is made, and what lies there already is left alone unless it is asked for', async () => {
    const { computer, exportFolder } = makeHoudini();
    mkdirSync(path.join(exportFolder, 'Chair'), { recursive: true });
    writeFileSync(path.join(exportFolder, 'Chair/dropforge.json'), '{}');
    writeFileSync(path.join(exportFolder, 'Chair/chair.glb'), 'x');
    writeFileSync(path.join(exportFolder, 'old.glb'), 'old');
    const id = toTargetId(null, 'houdini', hostname());
    const read = () => targetBaseline.parse(readJson(exportFolder, '.dropforge/seen', `${id}.json`)).files;
    const [installed] = await installBridge(houdini, { exportFolder }, computer);
    expect(installed).toMatchObject({ targetId: id, unchanged: 2 });
    expect(Object.keys(read()).sort()).toEqual(['Chair/dropforge.json', 'old.glb']);
    // Another installation is no first contact: what came since stays to be delivered.
    writeFileSync(path.join(exportFolder, 'new.glb'), 'new');
    await installBridge(houdini, { exportFolder }, computer);
    expect(Object.keys(read())).toHaveLength(2);
    await installBridge(houdini, { exportFolder, importExisting: true }, computer);
    expect(read()).toEqual({});
  });

  it('keeps the list of a target while another version of the program uses it', async () => {
    const { computer, exportFolder } = makeHoudini();
    computer.put('/opt/hfs19.5.100/bin/houdini');
    mkdirSync(exportFolder);
    writeFileSync(path.join(exportFolder, 'old.glb'), 'old');
    const [installed] = await installBridge(houdini, { exportFolder }, computer);
    const seen = path.join(exportFolder, '.dropforge/seen', `${installed?.targetId}.json`);
    const heartbeat = path.join(exportFolder, '.dropforge/targets', `${installed?.targetId}.json`);
    mkdirSync(path.dirname(heartbeat));
    writeFileSync(heartbeat, '{}');
    const before = readJson(seen);
    expect(Object.keys(targetBaseline.parse(before).files)).toEqual(['old.glb']);
    await removeBridge(houdini, { version: '19.5.100' }, computer);
    expect(readJson(seen)).toEqual(before);
    expect(existsSync(heartbeat)).toBe(true);
    await removeBridge(houdini, {}, computer);
    expect(readJson(seen)).toEqual({ ...before, removed: true });
    expect(existsSync(heartbeat)).toBe(false);
  });

  it('lists what came between a removal and the next installation', async () => {
    const { computer, exportFolder } = makeHoudini();
    const [installed] = await installBridge(houdini, { exportFolder }, computer);
    const seen = path.join(exportFolder, '.dropforge/seen', `${installed?.targetId}.json`);
    await removeBridge(houdini, {}, computer);
    writeFileSync(path.join(exportFolder, 'between.glb'), 'between');
    const [again] = await installBridge(houdini, { exportFolder }, computer);
    expect(again?.unchanged).toBe(1);
    expect(targetBaseline.parse(readJson(seen))).toMatchObject({ files: { 'between.glb': [7, expect.any(Number)] } });
    expect(readJson(seen)).not.toHaveProperty('removed');
  });
});

describe('Blender', () => {
  const echo =
    'for last; do :; done; echo "$@" >> "$(dirname "$0")/calls"; [ "$1" = --version ] && echo "Blender $V"; exit $E';

  it('gets the bridge into every version, and a name, and is switched off before it is removed', async () => {
    const root = makeTempFolder();
    const bins = ['a', 'b'].map((name) => path.join(root, name));
    const computer = makeComputer(root, { platform: 'linux', env: { PATH: bins.join(':') } });
    computer.putProgram(path.join(root, 'a/blender'), `V=3.6.2 E=0; ${echo}`);
    computer.putProgram(path.join(root, 'b/blender'), `V=4.2.0 E=0; ${echo}`);
    const exportFolder = path.join(root, 'Export');
    const installed = await installBridge(blender, { exportFolder, name: 'Mein Blender' }, computer);
    expect(installed.map(({ version, targetId }) => [version, targetId])).toEqual([
      ['4.2', 'mein-blender'],
      ['3.6', 'mein-blender'],
    ]);
    const calls = (name: string): string => readFileSync(path.join(root, name, 'calls'), 'utf8');
    expect(calls('a')).toContain(`enable.py -- --folder ${exportFolder} --target=Mein Blender`);
    expect(await installBridge(blender, { exportFolder, version: '3.6' }, computer)).toHaveLength(1);
    await removeBridge(blender, {}, computer);
    expect(calls('b')).toContain('enable.py -- --remove');
    expect(listAll(path.join(computer.home, '.config'))).toEqual([]);
  });

  it.each([
    ['is too old', 'V=3.1.0 E=0', undefined, 'bridge_failed', '3.4 or later'],
    ['does not take it', 'V=4.2.0 E=1', undefined, 'bridge_failed', 'enable the add-on'],
    ['is not of that version', 'V=4.2.0 E=0', '9.9', 'program_missing', 'Installed: 4.2. Not found: 9.9'],
  ])('that %s is said so', async (_, start, version, code, words) => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux', env: { PATH: path.join(root, 'a') } });
    computer.putProgram(path.join(root, 'a/blender'), `${start}; ${echo}`);
    const order = { exportFolder: path.join(root, 'Export'), ...(version === undefined ? {} : { version }) };
    const message = expect.stringContaining(words) as string;
    await expect(installBridge(blender, order, computer)).rejects.toMatchObject({ code, message });
  });
});

describe('a project', () => {
  it('has to be named, and to be one; then the bridge goes into it', async () => {
    const root = makeTempFolder();
    const computer = makeComputer(root, { platform: 'linux' });
    const unreal = getTarget('unreal');
    const exportFolder = path.join(root, 'Export');
    const project = path.join(computer.home, 'Documents/Unreal Projects/Game');
    computer.put(path.join(project, 'Game.uproject'));
    const named = expect.stringContaining(project) as string;
    const refused = { code: 'config_invalid', message: named };
    await expect(installBridge(unreal, { exportFolder }, computer)).rejects.toMatchObject(refused);
    const wrong = { exportFolder, project: root };
    await expect(installBridge(unreal, wrong, computer)).rejects.toMatchObject({ code: 'config_invalid' });
    await installBridge(unreal, { exportFolder, project }, computer);
    expect(existsSync(path.join(project, 'Plugins/Dropforge/Dropforge.uplugin'))).toBe(true);
    expect(readJson(project, 'Saved/Dropforge/settings.json')).toMatchObject({ folder: exportFolder });
    await removeBridge(unreal, { project }, computer);
    expect(listAll(project)).toEqual(['Game.uproject']);
    rmSync(project, { recursive: true });
  });
});
