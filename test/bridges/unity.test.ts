import { spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findImportMismatches } from '../../src-shared/delivery/find-mismatches.ts';
import type { Receipt } from '../../src-shared/delivery/receipt.ts';
import { targetBaseline } from '../../src-shared/delivery/target-baseline.ts';
import { targetHeartbeat } from '../../src-shared/delivery/target-heartbeat.ts';
import {
  exportCases,
  findLooseId,
  LOOSE,
  OUTSIDE_LOOSE,
  OUTSIDE_NAME,
  readReceipts,
  SCRIPTS,
  seenFile,
  type NativeCases,
} from './native-cases.ts';
import { BRIDGES, run, type Said } from './python.ts';
import { testRunningBridge, type NativeBridge } from './running-bridge.ts';

const sources = path.join(BRIDGES, 'unity/Editor');
const double = path.join(import.meta.dirname, 'doubles/unity');
const hasMono = spawnSync('mcs', ['--version']).status === 0 && spawnSync('mono', ['--version']).status === 0;
const TARGET = 'unity@here';

describe('the sources of the Unity package', () => {
  const files = globSync('**/*.cs', { cwd: sources });

  it('have no file longer than 300 lines', () => {
    expect(files.length).toBeGreaterThan(10);
    const count = (file: string): number => readFileSync(path.join(sources, file), 'utf8').trimEnd().split('\n').length;
    expect(files.filter((file) => count(file) > 300)).toEqual([]);
  });

  it('keep the editor out of the protocol', () => {
    const protocol = files.filter((file) => path.dirname(file) === 'Protocol');
    expect(protocol.length).toBeGreaterThan(5);
    expect(protocol.filter((file) => /using Unity/.test(readFileSync(path.join(sources, file), 'utf8')))).toEqual([]);
  });
});

const title = `the Unity package in a double of the editor${hasMono ? '' : ' (needs Mono: mcs and mono)'}`;

describe.skipIf(!hasMono)(title, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dropforge-unity-'));
  const folder = path.join(root, 'Export');
  const project = path.join(root, 'Project');
  let assets: NativeCases['assets'];
  let unneeded: NativeCases['unneeded'];
  let receipts = new Map<string, Receipt>();
  let said = '';
  let start: (...args: string[]) => Promise<Said>;
  const bridge: NativeBridge = {
    target: TARGET,
    start: (exportFolder, count, hear) => {
      const settings = JSON.stringify({ schema: 1, folder: exportFolder, target: TARGET });
      writeFileSync(path.join(project, 'UserSettings/Dropforge.json'), settings);
      return run('mono', [path.join(root, 'editor.exe'), project, exportFolder, String(count)], {}, hear);
    },
  };

  beforeAll(async () => {
    const program = path.join(root, 'editor.exe');
    const code = [double, sources].flatMap((each) =>
      globSync('**/*.cs', { cwd: each }).map((file) => path.join(each, file)),
    );
    const built = await run('mcs', ['-langversion:7', '-warn:4', '-warnaserror+', `-out:${program}`, ...code]);
    expect(built.code, built.out + built.errors).toBe(0);

    const data = JSON.stringify({ size: [100, 200, 300], clip: 'Armature|Walk', bone: 'hips' });
    const chair = { path: 'chair.fbx', data, dimensions: [1, 2, 3], metersPerUnit: 0.01 } as const;
    // So many that a pattern which tries every line to the end would not finish in time.
    const cases = exportCases(folder, TARGET, chair, 400_000);
    ({ assets, unneeded } = cases);
    mkdirSync(path.join(project, 'Assets/Dropforge'), { recursive: true });
    writeFileSync(path.join(project, 'Assets/Dropforge/Broken'), 'a file of the user');
    mkdirSync(path.join(project, 'UserSettings'));
    const settings = JSON.stringify({ schema: 1, folder, target: TARGET, scale: 2, into: 'Assets/../Outside' });
    writeFileSync(path.join(project, 'UserSettings/Dropforge.json'), settings);
    start = (...args) => run('mono', [program, project, folder, ...args]);
    const ran = await start(String(cases.receipts));
    said = ran.out + ran.errors;
    expect(ran.code, said).toBe(0);
    receipts = readReceipts(folder, TARGET);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('imports a rigged FBX with its textures, and tells its size at rest in metres', () => {
    const chair = receipts.get(assets.chair.id)!;
    expect(chair).toMatchObject({
      status: 'imported',
      file: 'Chair/chair.fbx',
      upAxis: 'Y',
      armature: 'hips',
      attempts: 1,
    });
    expect(chair.dimensions).toEqual([2, 4, 6]);
    expect(findImportMismatches(assets.chair.files[0]!, chair, 2)).toEqual([]);
    expect(chair.clips).toEqual(['Armature|Walk']);
    expect(readdirSync(path.join(project, 'Assets/Dropforge/Chair'), { recursive: true }).sort()).toEqual([
      'chair.fbx',
      'textures',
      'textures/wood.png',
    ]);
  });

  it('sets the importer as a game engine wants it, and a format without a unit to metres', () => {
    const settings =
      'cameras=False lights=False fileScale=True materials=ImportViaMaterialDescription animation=Generic';
    expect(said).toContain(`IMPORTED Assets/Dropforge/Chair/chair.fbx ${settings}`);
    expect(said).toMatch(/IMPORTED Assets\/Dropforge\/[^/]+\/table\.obj .*fileScale=False.*animation=None/);
    expect(receipts.get(assets.table.id)).toMatchObject({ status: 'imported', dimensions: [2, 4, 6], warnings: [] });
  });

  it('imports an asset whose folder has a temporary name, under a name that Unity does not ignore', () => {
    expect(receipts.get(assets.temporary.id)).toMatchObject({ status: 'imported', file: 'sketch~/table.obj' });
    expect(said).toContain('IMPORTED Assets/Dropforge/sketch_/table.obj');
  });

  it('copies no side file that the editor would run', () => {
    expect(readdirSync(path.join(project, 'Assets/Dropforge/sketch_'))).toEqual(['table.obj', 'wood.PNG']);
    const warnings = SCRIPTS.map((script) => {
      return `“${path.basename(script)}” was not copied into the project: it is neither an image nor a material.`;
    });
    expect(receipts.get(assets.temporary.id)).toMatchObject({ status: 'imported', warnings });
  });

  it('imports the newest version of a later result once, and a model in one format only', () => {
    const file = '椅子/table_bricks (10).obj';
    expect(receipts.get(assets.bricks.id)).toMatchObject({ status: 'imported', file });
    expect(unneeded.filter(({ id }) => receipts.has(id))).toEqual([]);
  });

  it('answers a failed import, and leaves nothing of it in the project', () => {
    const broken = receipts.get(assets.broken.id)!;
    expect(broken).toMatchObject({
      status: 'failed',
      error: { code: 'import_failed' },
      dimensions: null,
      upAxis: null,
    });
    expect(said).toContain('DELETED Assets/Dropforge/Broken 2');
    expect(existsSync(path.join(project, 'Assets/Dropforge/Broken 2'))).toBe(false);
    expect(readFileSync(path.join(project, 'Assets/Dropforge/Broken'), 'utf8')).toBe('a file of the user');
  });

  it.each([
    ['damaged', 'damaged'],
    ['unsafe', 'unsafe_path'],
    ['outside', 'unsafe_path'],
    ['foreign', 'no_format'],
  ] as const)('refuses what is %s without opening it', (name, code) => {
    expect(receipts.get(assets[name].id)?.error?.code).toBe(code);
  });

  it('names the file outside of its folder that a model refers to', () => {
    const refused = [...receipts.values()].filter(({ file }) => file === OUTSIDE_LOOSE);
    const toMessage = (name: string): string => `The model refers to “${name}”, which is outside its folder.`;
    expect(receipts.get(assets.outside.id)?.error?.message).toBe(toMessage(OUTSIDE_NAME));
    expect(refused.map((each) => each.error?.message)).toEqual([toMessage('../far.mtl')]);
  });

  it('gives a file that a person put there the id that every bridge gives it', async () => {
    const loose = [...receipts.values()].filter((each) => each.loose && each.status === 'imported');
    expect(loose.map((each) => [each.file, each.dimensions])).toEqual([[LOOSE, [2, 2, 2]]]);
    expect(loose[0]!.asset).toBe((await findLooseId(folder)) ?? loose[0]!.asset);
  });

  it('says who it is, what it passes over and that it is gone, and leaves no claim', () => {
    const state = path.join(folder, '.dropforge');
    const heartbeat = targetHeartbeat.parse(
      JSON.parse(readFileSync(path.join(state, `targets/${TARGET}.json`), 'utf8')),
    );
    expect(heartbeat).toMatchObject({
      program: 'unity',
      state: 'stopped',
      formats: ['fbx', 'obj'],
      settings: { scale: 2 },
    });
    expect(heartbeat.ignored.map((each) => each.path).sort()).toEqual(['.', 'Later', 'moss.ply', 'stone.stl']);
    expect(readdirSync(path.join(state, 'claims'))).toEqual([]);
    expect(readdirSync(path.join(state, 'targets'))).toEqual([`${TARGET}.json`]);
  });

  it('imports into the folder and with the materials that a person chose', async () => {
    const chosen = { schema: 1, folder, target: TARGET, into: 'Assets/Props', materials: false };
    writeFileSync(path.join(project, 'UserSettings/Dropforge.json'), JSON.stringify(chosen));
    rmSync(path.join(folder, `.dropforge/receipts/${assets.chair.id}--${TARGET}.json`));
    const { code, out, errors } = await start(String(receipts.size));
    expect(code, out + errors).toBe(0);
    expect(out).toMatch(/IMPORTED Assets\/Props\/Chair\/chair\.fbx .*materials=None/);
  });

  it('as a target that meets so much for the first time, writes it down and leaves it alone', async () => {
    const settings = JSON.stringify({ schema: 1, folder, target: 'late' });
    writeFileSync(path.join(project, 'UserSettings/Dropforge.json'), settings);
    const { code, out, errors } = await start('7', seenFile(folder, 'late'));
    expect(code, out + errors).toBe(0);
    const { files } = targetBaseline.parse(JSON.parse(readFileSync(seenFile(folder, 'late'), 'utf8')));
    const manifests = globSync('[!.]*/dropforge*.json', { cwd: folder });
    const loose = ['moss.ply', 'stone.stl', LOOSE, OUTSIDE_LOOSE];
    expect(manifests.length).toBeGreaterThan(10);
    expect(Object.keys(files).sort()).toEqual([...manifests, ...loose].sort());
    expect(readdirSync(path.join(folder, '.dropforge/receipts')).filter((name) => name.includes('late'))).toEqual([]);
  });

  testRunningBridge(bridge);
});
