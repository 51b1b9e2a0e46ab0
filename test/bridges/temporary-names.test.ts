import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDeliveryReader } from '../../src-main/dcc/receipts/delivery-reader.ts';
import { listExportFiles } from '../../src-main/dcc/receipts/export-files.ts';
import { toSafeBaseName } from '../../src-main/folders/file-name.ts';
import { isIgnoredName, TEMPORARY_ENDINGS } from '../../src-shared/delivery/temporary-names.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';
import { exportAsset } from './export-asset.ts';
import { BRIDGES, NO_PYTHON, PYTHON, run } from './python.ts';

/** Names of sources: each ending, also before the extension of a file, and a mark at the start. */
const NAMES = ['~10 cm wooden cube', ...TEMPORARY_ENDINGS.flatMap((ending) => [`a${ending}`, `B${ending}.png`])];

it.each([
  ['dropforge_bridge/safe_paths.py', /_TEMPORARY = \(([^)]*)\)/],
  ['unity/Editor/Protocol/SafePaths.cs', /Temporary =\s*\{([^}]*)\}/],
  ['godot/safe_paths.gd', /_TEMPORARY: Array\[String\] = \[([^\]]*)\]/],
])('%s has the same endings of temporary names as the app', (file, list) => {
  const [, endings = ''] = list.exec(readFileSync(path.join(BRIDGES, file), 'utf8')) ?? [];
  expect([...endings.matchAll(/"([^"]*)"/g)].map(([, ending]) => ending)).toEqual(TEMPORARY_ENDINGS);
});

it('the app gives no asset a name that a bridge ignores', () => {
  expect(NAMES.map(toSafeBaseName).filter(isIgnoredName)).toEqual([]);
});

describe.skipIf(!PYTHON)(`the bridges in Python (${PYTHON ?? NO_PYTHON})`, () => {
  const script = `import json, sys
from dropforge_bridge import Bridge, BridgeOptions
from dropforge_bridge.copy_adapter import CopyAdapter
options = BridgeOptions(target="copies", scan_every=0.01, imports_existing=True)
bridge = Bridge(sys.argv[1], CopyAdapter(sys.argv[2]), options)
print(json.dumps([receipt["file"] for receipt in bridge.run_until_idle(60.0)]))
bridge.close()`;
  const deliver = async (folder: string): Promise<string[]> => {
    const { out, errors } = await run(PYTHON!, ['-c', script, folder, makeTempFolder()]);
    return (JSON.parse(out || errors) as string[]).sort();
  };

  it('import an asset of every name that the app gives, once', async () => {
    const folder = makeTempFolder();
    const names = [...new Set(NAMES.map(toSafeBaseName))];
    for (const name of names) exportAsset(folder, name, [{ path: 'x.glb', data: name }]);
    expect(await deliver(folder)).toEqual(names.map((name) => `${name}/x.glb`).sort());
  });

  it('import an asset whose folder has a temporary name, but no other model in such a folder', async () => {
    const folder = makeTempFolder();
    const names = ['~cube', 'photo.part', 'sketch~', 'Chair.TMP'];
    for (const name of names) exportAsset(folder, name, [{ path: 'x.glb', data: name }]);
    exportAsset(folder, '.hidden', [{ path: 'x.glb', data: 'hidden' }]);
    for (const name of ['copy.part/inner', '~copy', 'copy.tmp']) {
      mkdirSync(path.join(folder, name), { recursive: true });
      writeFileSync(path.join(folder, name, 'x.stl'), 'solid x');
    }
    exportAsset(path.join(folder, 'copy.part'), 'Table', [{ path: 'x.glb', data: 'in a copy' }]);
    expect(await deliver(folder)).toEqual(names.map((name) => `${name}/x.glb`).sort());

    const listed = await listExportFiles(folder);
    expect(listed.map((each) => each.path).sort()).toEqual(names.map((name) => `${name}/dropforge.json`).sort());
    const { assets } = await createDeliveryReader(folder).read();
    expect([...assets.values()].map((asset) => path.dirname(asset.path)).sort()).toEqual(names.sort());
  });
});
