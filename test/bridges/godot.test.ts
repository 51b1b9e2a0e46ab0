import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findImportMismatches } from '../../src-shared/delivery/find-mismatches.ts';
import type { Receipt } from '../../src-shared/delivery/receipt.ts';
import { targetBaseline } from '../../src-shared/delivery/target-baseline.ts';
import { targetHeartbeat } from '../../src-shared/delivery/target-heartbeat.ts';
import { exportAsset } from './export-asset.ts';
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
import { NO_PYTHON, PYTHON, run, type Said } from './python.ts';
import { testRunningBridge, type NativeBridge } from './running-bridge.ts';

const runner = path.join(import.meta.dirname, 'doubles/godot/run_plugin.py');
const TARGET = 'godot@here';
const title = `the Godot plug-in, translated, in a double of the editor${PYTHON ? '' : ` (${NO_PYTHON})`}`;

describe.skipIf(!PYTHON)(title, () => {
  const root = mkdtempSync(path.join(tmpdir(), 'dropforge-godot-'));
  const folder = path.join(root, 'Export');
  const project = path.join(root, 'Project');
  let cases: NativeCases;
  let elsewhere = '';
  let receipts = new Map<string, Receipt>();

  const start = (...args: string[]): Promise<Said> => run(PYTHON!, [runner, project, folder, ...args]);
  const bridge: NativeBridge = {
    target: TARGET,
    start: (exportFolder, count, hear) => {
      const settings = JSON.stringify({ schema: 1, folder: exportFolder, target: TARGET });
      writeFileSync(path.join(project, 'addons/dropforge/settings.json'), settings);
      return run(PYTHON!, [runner, project, exportFolder, String(count)], { PYTHONUNBUFFERED: '1' }, hear);
    },
  };

  beforeAll(async () => {
    const data = JSON.stringify({ size: [1, 2, 3], clip: 'Walk', bone: 'Skeleton3D' });
    cases = exportCases(folder, TARGET, { path: 'chair.glb', data, dimensions: [1, 2, 3] });
    const uri = '%5c%5cserver%5cshare%5cfar.bin';
    elsewhere = exportAsset(folder, 'Elsewhere', [{ path: 'x.gltf', data: JSON.stringify({ buffers: [{ uri }] }) }]).id;
    mkdirSync(path.join(project, 'addons/dropforge'), { recursive: true });
    const chosen = { schema: 1, folder, target: TARGET, scale: 2, into: 'res://../outside' };
    const settings = JSON.stringify(chosen);
    writeFileSync(path.join(project, 'addons/dropforge/settings.json'), settings);
    const { code, out, errors } = await start(String(cases.receipts + 1));
    expect(code, out + errors).toBe(0);
    receipts = readReceipts(folder, TARGET);
  });

  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('imports a rigged GLB with its images, and tells its size in metres', () => {
    const { chair } = cases.assets;
    const found = receipts.get(chair.id)!;
    expect(found).toMatchObject({
      status: 'imported',
      file: 'Chair/chair.glb',
      upAxis: 'Y',
      clips: ['Walk'],
      attempts: 1,
    });
    expect(found).toMatchObject({ armature: 'Skeleton3D', textures: { linked: 1, missing: [] }, warnings: [] });
    expect(found.dimensions).toEqual([2, 4, 6]);
    expect(findImportMismatches(chair.files[0]!, found, 2)).toEqual([]);
    const there = readdirSync(path.join(project, 'dropforge/Chair'), { recursive: true });
    expect(there.sort()).toEqual(['chair.glb', 'textures', 'textures/wood.png']);
  });

  it('imports an OBJ, which Godot makes a mesh of, in metres', () => {
    expect(receipts.get(cases.assets.table.id)).toMatchObject({
      status: 'imported',
      dimensions: [2, 4, 6],
      warnings: [],
    });
  });

  it('imports an asset whose folder has a temporary name', () => {
    const found = receipts.get(cases.assets.temporary.id);
    expect(found).toMatchObject({ status: 'imported', file: 'sketch~/table.obj' });
  });

  it('copies no side file that the editor would run', () => {
    expect(readdirSync(path.join(project, 'dropforge/sketch~'))).toEqual(['table.obj', 'wood.PNG']);
    const warnings = SCRIPTS.map((script) => {
      return `“${path.basename(script)}” was not copied into the project: it is neither an image nor a material.`;
    });
    expect(receipts.get(cases.assets.temporary.id)).toMatchObject({ status: 'imported', warnings });
  });

  it('imports the newest version of a later result once, and a model in one format only', () => {
    const file = '椅子/table_bricks (10).obj';
    expect(receipts.get(cases.assets.bricks.id)).toMatchObject({ status: 'imported', file });
    expect(readdirSync(path.join(project, 'dropforge/椅子')).sort()).toEqual(['table.obj', 'table_bricks (10)']);
    expect(cases.unneeded.filter(({ id }) => receipts.has(id))).toEqual([]);
  });

  it('answers a failed import, and leaves nothing of it in the project', () => {
    expect(receipts.get(cases.assets.broken.id)).toMatchObject({ status: 'failed', error: { code: 'import_failed' } });
    expect(readdirSync(path.join(project, 'dropforge')).sort()).toEqual(['Chair', 'by hand', 'sketch~', '椅子']);
  });

  it.each([
    ['damaged', 'damaged'],
    ['unsafe', 'unsafe_path'],
    ['outside', 'unsafe_path'],
    ['foreign', 'no_format'],
  ] as const)('refuses what is %s without opening it', (name, code) => {
    expect(receipts.get(cases.assets[name].id)?.error?.code).toBe(code);
  });

  it('refuses a glTF whose percent-encoded URI names another computer', () => {
    expect(receipts.get(elsewhere)?.error?.code).toBe('unsafe_path');
  });

  it('finds references in linear time', async () => {
    const script = `import os, sys, time
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import run_plugin
find = run_plugin.load_script("references.gd").find
def measure(count):
    model = run_plugin.builtins_double.S(os.path.join(sys.argv[2], "a.obj"))
    for name, start in (("a.obj", b"mtllib a.mtl\\n"), ("a.mtl", b"map_Kd a" + b" " * count + b"b\\n")):
        with open(os.path.join(sys.argv[2], name), "wb") as file:
            file.write(start + b"\\n" * count)
    began = time.process_time()
    find(model, "obj", lambda: True)
    return time.process_time() - began
small, large = measure(20000), measure(80000)
assert large < 8 * small + 0.5, (small, large)`;
    const { code, errors } = await run(PYTHON!, ['-c', script, runner, root]);
    expect(code, errors).toBe(0);
  });

  it('writes nothing while the output folder is gone', async () => {
    const here = path.join(root, 'here');
    mkdirSync(here);
    const script = `import os, sys
sys.path.insert(0, os.path.dirname(sys.argv[1]))
import run_plugin
os.chdir(sys.argv[2])
load, text = run_plugin.load_script, run_plugin.builtins_double.S
gone = text(os.path.join(sys.argv[2], "gone"))
receipts = load("receipts.gd").new(gone, text("godot@here"), text("4.3"))
order = run_plugin.builtins_double.D({"asset": text("chair"), "file": text("Chair")})
assert not receipts.write(order, run_plugin.builtins_double.D(), None, 1.0, 1)
assert not receipts.exists(text("chair"))
claims = load("claims.gd").new(gone, text("godot@here"))
assert not claims.acquire(text("chair"), 1)
assert os.listdir(".") == [], os.listdir(".")`;
    const { code, errors } = await run(PYTHON!, ['-c', script, runner, here]);
    expect(code, errors).toBe(0);
    expect(readdirSync(here)).toEqual([]);
  });

  it('names the file outside of its folder that a model refers to', () => {
    const refused = [...receipts.values()].filter(({ file }) => file === OUTSIDE_LOOSE);
    const toMessage = (name: string): string => `The model refers to “${name}”, which is outside its folder.`;
    expect(receipts.get(cases.assets.outside.id)?.error?.message).toBe(toMessage(OUTSIDE_NAME));
    expect(refused.map((each) => each.error?.message)).toEqual([toMessage('../far.mtl')]);
  });

  it('gives a file that a person put there the id that every bridge gives it', async () => {
    const loose = [...receipts.values()].filter((each) => each.loose && each.status === 'imported');
    expect(loose.map((each) => [each.file, each.dimensions])).toEqual([[LOOSE, [2, 2, 2]]]);
    expect(loose[0]!.asset).toBe(await findLooseId(folder));
  });

  it('says who it is, what it passes over and that it is gone, and leaves no claim', () => {
    const state = path.join(folder, '.dropforge');
    const heartbeat = targetHeartbeat.parse(
      JSON.parse(readFileSync(path.join(state, `targets/${TARGET}.json`), 'utf8')),
    );
    expect(heartbeat).toMatchObject({ program: 'godot', state: 'stopped', formats: ['glb', 'gltf', 'fbx', 'obj'] });
    expect(heartbeat.ignored.map((each) => each.path).sort()).toEqual(['.', 'Later', 'moss.ply', 'stone.stl']);
    expect(readdirSync(path.join(state, 'claims'))).toEqual([]);
    expect(readdirSync(path.join(state, 'targets'))).toEqual([`${TARGET}.json`]);
  });

  it('imports nothing again in its next life, and takes up what another left behind', async () => {
    const { chair } = cases.assets;
    rmSync(path.join(folder, `.dropforge/receipts/${chair.id}--${TARGET}.json`));
    const left = {
      schema: 1,
      asset: chair.id,
      target: TARGET,
      host: 'x',
      pid: 1,
      nonce: 'x',
      attempt: 1,
      expiresAfter: 0.1,
    };
    const claim = path.join(folder, `.dropforge/claims/${chair.id}--${TARGET}.1.json`);
    writeFileSync(claim, JSON.stringify(left));
    const hourAgo = Date.now() / 1000 - 3600;
    utimesSync(claim, hourAgo, hourAgo);
    const settings = JSON.stringify({ schema: 1, folder, target: TARGET, scale: 2, into: 'res://props/new' });
    writeFileSync(path.join(project, 'addons/dropforge/settings.json'), settings);
    const { code, out, errors } = await start(String(cases.receipts + 1));
    expect(code, out + errors).toBe(0);
    expect(readReceipts(folder, TARGET).get(chair.id)).toMatchObject({ status: 'imported', attempts: 2 });
    expect(readdirSync(path.join(project, 'dropforge')).sort()).toEqual(['Chair', 'by hand', 'sketch~', '椅子']);
    expect(readdirSync(path.join(project, 'props/new'))).toEqual(['Chair']);
    expect(readReceipts(folder, TARGET).size).toBe(cases.receipts + 1);
    expect(readdirSync(path.join(folder, '.dropforge/claims'))).toEqual([]);
  });

  it('as a target that meets so much for the first time, writes it down and leaves it alone', async () => {
    const settings = JSON.stringify({ schema: 1, folder, target: 'late' });
    writeFileSync(path.join(project, 'addons/dropforge/settings.json'), settings);
    const { code, out, errors } = await start(String(cases.receipts + 1), seenFile(folder, 'late'));
    expect(code, out + errors).toBe(0);
    const { files } = targetBaseline.parse(JSON.parse(readFileSync(seenFile(folder, 'late'), 'utf8')));
    expect(Object.keys(files)).toHaveLength(18);
    expect(readdirSync(path.join(folder, '.dropforge/receipts')).filter((name) => name.includes('late'))).toEqual([]);
  });

  testRunningBridge(bridge);
});
