import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim } from '../../src-shared/delivery/claim.ts';
import { findImportMismatches } from '../../src-shared/delivery/find-mismatches.ts';
import { manifest } from '../../src-shared/delivery/manifest.ts';
import { parseReceiptName, receipt, type Receipt } from '../../src-shared/delivery/receipt.ts';
import { isLive, targetHeartbeat } from '../../src-shared/delivery/target-heartbeat.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { describeAsset, exportAsset } from './export-asset.ts';
import { NO_PYTHON, PYTHON, run } from './python.ts';

const readJson = (...parts: string[]): unknown => JSON.parse(readFileSync(path.join(...parts), 'utf8'));

describe.skipIf(!PYTHON)(`both sides of the protocol (${PYTHON ? 'Python and TypeScript' : NO_PYTHON})`, () => {
  it('understand what the other writes, with names in every script', async () => {
    const folder = makeTempFolder();
    const names = ['椅子', 'Стул “rot”', 'كرسي', '🦊', 'e\u0301tage'];
    const assets = names.map((name) => exportAsset(folder, name, [{ path: `${name}.glb`, data: `glb of ${name}` }]));
    const bad = exportAsset(folder, 'bad', [{ path: 'bad.glb', data: 'as promised' }]);
    writeFileSync(path.join(folder, 'bad/bad.glb'), 'other bytes');
    writeFileSync(path.join(folder, 'dropped.stl'), 'solid by hand');

    const to = path.join(makeTempFolder(), 'to');
    const { code, out, errors } = await run(PYTHON!, [
      ...['-m', 'dropforge_bridge', '--folder', folder, '--to', to, '--once', '--target', 'copies@here'],
    ]);
    expect(code, errors).toBe(1);
    const printed = out
      .trim()
      .split('\n')
      .map((line) => receipt.parse(JSON.parse(line)));
    const state = path.join(folder, '.dropforge');
    const files = readdirSync(path.join(state, 'receipts'));
    const written = files.map((file) => receipt.parse(readJson(state, 'receipts', file)));
    expect(written.map((entry) => entry.asset).sort()).toEqual(printed.map((entry) => entry.asset).sort());
    expect(files.map(parseReceiptName)).toEqual(written.map(({ asset, target }) => ({ asset, target })));

    const byAsset = new Map(written.map((entry) => [entry.asset, entry]));
    assets.forEach(({ id, name }) => {
      expect(byAsset.get(id)).toMatchObject({ status: 'imported', file: `${name}/${name}.glb`, loose: null });
    });
    expect(byAsset.get(bad.id)?.error?.code).toBe('damaged');
    expect(written.filter((entry) => entry.loose).map((entry) => entry.file)).toEqual(['dropped.stl']);
    const heartbeat = targetHeartbeat.parse(readJson(state, 'targets/copies@here.json'));
    expect(heartbeat).toMatchObject({ program: 'folder', state: 'stopped', formats: ['*'] });
  });

  it('know a claim alike', async () => {
    const folder = makeTempFolder();
    const { id } = describeAsset('x', [{ path: 'x.glb', data: 'x' }]);
    const script = `from dropforge_bridge.claims import Claims; from dropforge_bridge.share_clock import ShareClock; import sys
Claims(sys.argv[1], 'blender@studio-7', ShareClock(sys.argv[1]), 60.0).acquire(sys.argv[2], 5000000)`;
    const { code, errors } = await run(PYTHON!, ['-c', script, folder, id]);
    expect(code, errors).toBe(0);
    const name = `${id}--blender@studio-7.1.json`;
    expect(claim.parse(readJson(folder, '.dropforge/claims', name))).toMatchObject({ asset: id, expiresAfter: 65 });
  });

  it('refuse the same manifests', async () => {
    const good = describeAsset('x', [{ path: 'a/x.glb', data: 'x', dimensions: [1, 2, 3], clips: ['walk'] }]);
    const file = good.files[0]!;
    const cases: Record<string, unknown>[] = [
      { ...good },
      { ...good, later: 'key', files: [{ ...file, later: 1 }] },
      { ...good, schema: 2 },
      { ...good, schema: '1' },
      { ...good, id: '../x' },
      { ...good, files: [] },
      { ...good, files: [{ ...file, bytes: -1 }] },
      { ...good, files: [{ ...file, sha256: 'x' }] },
      { ...good, files: [{ ...file, format: 'G/L' }] },
      ...['../x', '/x', 'a//x', 'a\\x', './x', 'C:x', 'a\0', ''].map((bad) => ({
        ...good,
        files: [{ ...file, path: bad }],
      })),
    ];
    const folder = makeTempFolder();
    mkdirSync(path.join(folder, 'a'));
    writeFileSync(path.join(folder, 'a/x.glb'), 'x');
    const script = `import json, sys
from dropforge_bridge.manifest import parse_manifest
from dropforge_bridge.safe_paths import resolve_inside
def accepts(value):
    try:
        [resolve_inside(sys.argv[1], file.path) for file in parse_manifest(value, 'x').files]
        return True
    except Exception:
        return False
print(json.dumps([accepts(value) for value in json.loads(sys.argv[2])]))`;
    const { out, errors } = await run(PYTHON!, ['-c', script, folder, JSON.stringify(cases)]);
    const expected = cases.map((value) => manifest.safeParse(value).success);
    expect(JSON.parse(out || errors)).toEqual(expected);
    expect(expected.slice(0, 3)).toEqual([true, true, false]);
    expect(expected.slice(2)).not.toContain(true);
  });
});

describe('a receipt', () => {
  const file = describeAsset('x', [
    { path: 'x.glb', data: 'x', dimensions: [1, 2, 3], textures: 2, clips: ['Walk', 'Run'], hasSkeleton: true },
  ]).files[0]!;
  const good: Receipt = receipt.parse({
    ...{ schema: 1, asset: '00000000-0000-4000-8000-000000000000', target: 'blender@here', program: 'blender' },
    ...{ programVersion: '4.2.0', bridgeVersion: '1.0.0', status: 'imported', file: 'x/x.glb', objects: ['x'] },
    ...{ dimensions: [1, 3, 2], upAxis: 'Z', textures: { linked: 2, missing: [] }, clips: ['Rig|Walk', 'Run.001'] },
    ...{
      armature: 'Rig',
      warnings: [],
      error: null,
      seconds: 0.2,
      attempts: 1,
      importedAt: '2026-01-31T12:00:00.000Z',
    },
    loose: null,
  });

  it('that says what was promised contradicts nothing', () => {
    expect(findImportMismatches(file, good)).toEqual([]);
    expect(findImportMismatches(file, { ...good, dimensions: [1.005, 2.98, 2.01] })).toEqual([]);
    expect(findImportMismatches(file, { ...good, dimensions: [2, 6, 4] }, 2)).toEqual([]);
    expect(findImportMismatches(file, { ...good, status: 'failed', dimensions: null, armature: null })).toEqual([]);
  });

  it.each([
    ['a wrong size', { dimensions: [100, 300, 200] as const }, ['size']],
    ['a model on its side', { dimensions: [1, 2, 3] as const }, ['turned']],
    ['a missing texture', { textures: { linked: 1, missing: ['wood.png'] } }, ['missing_textures']],
    ['a texture that was not linked', { textures: { linked: 1, missing: [] } }, ['fewer_textures']],
    ['a missing clip', { clips: ['Run'] }, ['missing_clips']],
    ['a missing skeleton', { armature: null }, ['no_skeleton']],
  ])('is found to contradict its manifest by %s', (_, change, kinds) => {
    const contradictions = findImportMismatches(file, { ...good, ...change });
    expect(contradictions.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('of a later bridge is read as far as it is understood', () => {
    const later = { ...good, mood: 'happy', status: 'failed', error: { code: 'too_ugly', message: 'No.' } };
    expect(receipt.parse(later).error).toEqual({ code: 'import_failed', message: 'No.' });
    expect(receipt.safeParse({ ...good, schema: 2 }).success).toBe(false);
  });

  it('is known by its file name only', () => {
    const name = `${good.asset}--blender@here.json`;
    expect(parseReceiptName(name)).toEqual({ asset: good.asset, target: 'blender@here' });
    for (const other of [`.${name}.1.part`, `${good.asset}.json`, `x--y.json`, name.replace('here', 'h--e')]) {
      expect(parseReceiptName(other)).toBeNull();
    }
  });
});

it('a target is live while it shows so, and longer in the middle of an import', () => {
  expect(isLive({ state: 'idle' }, 10)).toBe(true);
  expect(isLive({ state: 'idle' }, 20)).toBe(false);
  expect(isLive({ state: 'importing' }, 60)).toBe(true);
  expect(isLive({ state: 'importing' }, 600)).toBe(false);
  expect(isLive({ state: 'stopped' }, 0)).toBe(false);
});
