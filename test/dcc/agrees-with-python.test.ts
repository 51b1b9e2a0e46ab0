import { spawnSync } from 'node:child_process';
import { existsSync, globSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { removeTargetState, writeTargetBaseline } from '../../src-main/dcc/bridges/target-baseline.ts';
import { toLooseFileId } from '../../src-main/dcc/receipts/loose-file-id.ts';
import { targetBaseline } from '../../src-shared/delivery/target-baseline.ts';
import { toTargetId } from '../../src-shared/delivery/target-id.ts';
import { exportAsset } from '../bridges/export-asset.ts';
import { BRIDGES, NO_PYTHON, PYTHON, run } from '../bridges/python.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** A busy computer takes its time. */
const PATIENT = { timeout: 20_000, interval: 5 };
const NAMES = [
  'Küche',
  'Mein Blender/../x',
  '椅子',
  'a--b',
  '--',
  'É@Ü_9.',
  'Đạ Nẵng',
  'e\u0301\u00a0½™',
  'x'.repeat(80),
  'ａｂｃ',
  'blender@studio-7',
  'unity@Studio-7.local',
];
const HOST = 'Studio-7.local';

describe.skipIf(!PYTHON)(`the Godot plug-in, translated (${PYTHON ?? NO_PYTHON})`, () => {
  const ask = async <T>(names: readonly string[]): Promise<T> => {
    const script = `import json, socket, sys
sys.path.insert(0, sys.argv[1])
import run_plugin
socket.gethostname = lambda: sys.argv[2]
text = run_plugin.builtins_double.S
name = run_plugin.load_script("target_name.gd")
print(json.dumps([name.to_id(text(each), text("godot")) for each in json.loads(sys.argv[3])]))`;
    const double = path.resolve(import.meta.dirname, '../bridges/doubles/godot');
    const env = { COMPUTERNAME: '', HOSTNAME: 'other' };
    const { out, errors } = await run(PYTHON!, ['-c', script, double, HOST, JSON.stringify(names)], env);
    return JSON.parse(out || errors) as T;
  };

  it('makes the same ids of targets, also of a computer with a domain in its name', async () => {
    const ids = NAMES.map((name) => toTargetId(name, 'godot', HOST));
    expect(ids[0]).toBe('kuche');
    expect(await ask<string[]>(['', ...NAMES])).toEqual(['godot@studio-7.local', ...ids]);
  });

  it('knows the ASCII of every letter up to U+218F, of ligatures and of full-width forms', async () => {
    const ranges = [
      [0x80, 0x218f],
      [0xfb00, 0xfb06],
      [0xff01, 0xff5e],
    ] as const;
    const letters = ranges.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, at) => `a${String.fromCharCode(first + at)}b`),
    );
    expect(await ask<string[]>(letters)).toEqual(letters.map((each) => toTargetId(each, 'godot', HOST)));
  });
});

const hasMono = spawnSync('mcs', ['--version']).status === 0 && spawnSync('mono', ['--version']).status === 0;
/** A computer of another name, where the system can pretend to be one. */
const elsewhere = ['--uts', 'sh', '-c', 'echo "$0" > /proc/sys/kernel/hostname && exec "$@"', HOST];
const canRename = spawnSync('unshare', [...elsewhere, 'true']).status === 0;

it.skipIf(!hasMono)(`the Unity package makes the same ids of targets${hasMono ? '' : ' (needs Mono)'}`, async () => {
  const program = path.join(makeTempFolder(), 'ids.exe');
  const sources = [
    path.join(import.meta.dirname, 'target-ids.cs'),
    path.join(BRIDGES, 'unity/Editor/Protocol/Target.cs'),
  ];
  const built = await run('mcs', ['-langversion:7', `-out:${program}`, ...sources]);
  expect(built.code, built.out + built.errors).toBe(0);
  const mono = ['mono', program, '', ...NAMES];
  const [command = '', ...args] = canRename ? ['unshare', ...elsewhere, ...mono] : mono;
  const { out, errors } = await run(command, args);
  const ids = ['', ...NAMES].map((name) => toTargetId(name, 'unity', canRename ? HOST : hostname()));
  expect((out || errors).trim().split(/\r?\n/)).toEqual(ids);
});

describe.skipIf(!PYTHON)(`the bridges in Python (${PYTHON ?? NO_PYTHON})`, () => {
  it('make the same ids of targets and of loose files', async () => {
    const names = [' ', ...NAMES];
    const places = ['chair.glb', 'é/стул.glb', 'e\u0301.glb'];
    const script = `import json, socket, sys
socket.gethostname = lambda: sys.argv[2]
from dropforge_bridge.options import to_target_id
from dropforge_bridge.loose_files import to_loose_id
names, places = json.loads(sys.argv[1])
print(json.dumps([[to_target_id(name, "blender") for name in names], [to_loose_id(place, "ab" * 32) for place in places]]))`;
    const { out, errors } = await run(PYTHON!, ['-c', script, JSON.stringify([names, places]), HOST]);
    const [ids, loose] = JSON.parse(out || errors) as [string[], string[]];
    expect(loose).toEqual(places.map((place) => toLooseFileId(place, 'ab'.repeat(32))));
    expect(ids).toEqual(names.map((name) => toTargetId(name, 'blender', HOST)));
  });

  it('leave alone what the app wrote down at the installation, and deliver the rest', async () => {
    const folder = makeTempFolder();
    exportAsset(folder, 'Старый', [{ path: 'a.glb', data: 'old' }]);
    writeFileSync(path.join(folder, 'é.stl'), 'solid old');
    expect(await writeTargetBaseline(folder, 'copies')).toBe(2);
    exportAsset(folder, 'New', [{ path: 'a.glb', data: 'new' }]);
    const script = `import json, sys
from dropforge_bridge import Bridge, BridgeOptions
from dropforge_bridge.copy_adapter import CopyAdapter
bridge = Bridge(sys.argv[1], CopyAdapter(sys.argv[2]), BridgeOptions(target="copies", scan_every=0.01))
receipts = bridge.run_until_idle(20.0)
print(json.dumps([[receipt["file"] for receipt in receipts], bridge.ignored]))
bridge.close()`;
    const { out, errors } = await run(PYTHON!, ['-c', script, folder, makeTempFolder()]);
    const [files, ignored] = JSON.parse(out || errors) as [string[], Record<string, string>];
    expect(files).toEqual(['New/a.glb']);
    expect(ignored['.']).toContain('2 models');
  });

  it('import nothing when the target is removed while they run', async () => {
    const folder = makeTempFolder();
    const stop = path.join(makeTempFolder(), 'stop');
    for (let number = 0; number < 12; number++) exportAsset(folder, `Old ${number}`, [{ path: 'a.glb', data: 'old' }]);
    await writeTargetBaseline(folder, 'copies');
    exportAsset(folder, 'New', [{ path: 'a.glb', data: 'new' }]);
    const script = `import json, os, sys, time
from dropforge_bridge import Bridge, BridgeOptions
from dropforge_bridge.copy_adapter import CopyAdapter
bridge = Bridge(sys.argv[1], CopyAdapter(sys.argv[2]), BridgeOptions(target="copies", scan_every=0.01))
files = []
while not os.path.exists(sys.argv[3]):
    files += [receipt["file"] for receipt in bridge.tick()]
    time.sleep(0.005)
bridge.close()
print(json.dumps(files))`;
    const running = run(PYTHON!, ['-c', script, folder, makeTempFolder(), stop]);
    const receipts = path.join(folder, '.dropforge/receipts');
    const countReceipts = (): number => (existsSync(receipts) ? globSync('*.json', { cwd: receipts }).length : 0);
    await vi.waitUntil(() => countReceipts() === 1, PATIENT);
    await removeTargetState(folder, 'copies');
    exportAsset(folder, 'Newer', [{ path: 'a.glb', data: 'newer' }]);
    await vi.waitUntil(() => countReceipts() >= 2, PATIENT);
    writeFileSync(stop, '');
    const { out, errors } = await running;
    expect(JSON.parse(out || errors)).toEqual(['New/a.glb', 'Newer/a.glb']);
  });
});

it('a list of what was there holds whole milliseconds and agrees with its schema', async () => {
  const folder = makeTempFolder();
  writeFileSync(path.join(folder, 'a.glb'), 'x');
  await writeTargetBaseline(folder, 'blender@here');
  const { files } = targetBaseline.parse(
    JSON.parse(readFileSync(path.join(folder, '.dropforge/seen/blender@here.json'), 'utf8')),
  );
  const { mtimeNs } = lstatSync(path.join(folder, 'a.glb'), { bigint: true });
  expect(files).toEqual({ 'a.glb': [1, Number(mtimeNs / 1_000_000n)] });
});
