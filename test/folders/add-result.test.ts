import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MANIFEST_NAME } from '../../src-shared/delivery/delivery-schemas.ts';
import { addResult, type Result } from '../../src-main/folders/add-result.ts';
import { removeLeftovers } from '../../src-main/folders/export-folder.ts';
import type { AssetFile } from '../../src-main/folders/place-asset.ts';
import type { Disk } from '../../src-main/base/files/disk.ts';
import { SYSTEM, type System } from '../../src-main/base/system.ts';
import { describeAsset, exportAsset } from '../bridges/export-asset.ts';
import { readExported } from '../helpers/exported-assets.ts';
import { failAtFolderSync } from '../helpers/folder-syncs.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

/** An output folder with one asset. */
function setUp() {
  const root = makeTempFolder();
  const out = path.join(root, 'out');
  mkdirSync(out);
  exportAsset(out, 'chair', [{ path: 'chair.glb', data: 'chair' }]);
  return { root, out, folder: path.join(out, 'chair') };
}

/** A result of an OBJ with a material, and a preview. */
function makeResult(root: string, text: string): Result {
  const folder = path.join(root, text);
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string): { from: string; sha256: string } => {
    writeFileSync(path.join(folder, name), content);
    return { from: path.join(folder, name), sha256: createHash('sha256').update(content).digest('hex') };
  };
  const model = write('model.obj', text);
  const side = { ...write('model.mtl', 'newmtl a'), sha256: null };
  const preview = write('preview.png', `image of ${text}`);
  const described = describeAsset('chair_bricks', [{ path: 'x.obj', data: text }]);
  return {
    id: described.id,
    baseName: 'chair_bricks',
    version: 1,
    listFiles: (name): AssetFile[] => [
      { kind: 'copy', path: `obj_${name}/${name}.obj`, ...model },
      { kind: 'copy', path: `obj_${name}/model.mtl`, ...side },
      { kind: 'copy', path: `preview_${name}.png`, ...preview },
    ],
    describe: (_, placed) => ({ ...described, files: placed.map((file) => ({ ...described.files[0]!, ...file })) }),
  };
}

/** A disk of a process that is killed after a number of calls. */
function killAfter(calls: number): { readonly system: System; readonly isDead: () => boolean } {
  let left = calls;
  const disk = new Proxy(SYSTEM.disk, {
    get: (target, key: keyof Disk) => {
      const method = target[key] as (...args: unknown[]) => unknown;
      return (...args: unknown[]): unknown => {
        if (left <= 0) return Promise.reject(Object.assign(new Error('killed'), { code: 'EIO' }));
        left--;
        return method.apply(target, args);
      };
    },
  });
  return { system: { ...SYSTEM, disk }, isDead: () => left <= 0 };
}

const isUnlisted = (line: string): boolean => /is not listed$|^left in the output folder/.test(line);

test('a result is complete or has no manifest, wherever the app is killed, and is there once after the next start', async () => {
  const { root, out, folder } = setUp();
  const result = makeResult(root, 'bricks');
  for (let calls = 0; ; calls++) {
    const { system, isDead } = killAfter(calls);
    await addResult(folder, result, system).catch(() => undefined);
    expect(readExported(out).wrong.filter((line) => !isUnlisted(line))).toEqual([]);
    await removeLeftovers(out);
    await addResult(folder, result, SYSTEM);
    const { assets, wrong } = readExported(out);
    expect([wrong, assets.map(({ manifest }) => manifest.id === result.id)]).toEqual([[], [false, true]]);
    expect(readFileSync(path.join(folder, 'chair.glb'), 'utf8')).toBe('chair');
    if (!isDead()) break;
    for (const name of readdirSync(folder)) {
      if (name !== 'chair.glb' && name !== MANIFEST_NAME) rmSync(path.join(folder, name), { recursive: true });
    }
  }
});

test('a repeat after a failed sync of any folder syncs the folders of the result', async () => {
  for (let failing = 0; ; failing++) {
    const { root, folder } = setUp();
    const result = makeResult(root, 'bricks');
    const error = await addResult(folder, result, failAtFolderSync(failing).system).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    const { system, synced } = failAtFolderSync(-1);
    const [model] = await addResult(folder, result, system);
    expect(synced).toEqual(expect.arrayContaining([path.dirname(path.join(folder, model!.path)), folder]));
    if (error === null) return expect(failing).toBeGreaterThan(4);
  }
});

test('results that arrive at the same moment under one name all arrive, each complete', async () => {
  const { root, out, folder } = setUp();
  const results = Array.from({ length: 8 }, (_, number) => makeResult(root, `bricks ${number}`));
  const placed = await Promise.all(results.map((result) => addResult(folder, result, SYSTEM)));
  expect(new Set(placed.map(([model]) => model?.path)).size).toBe(8);
  expect(placed.map(([model]) => readFileSync(path.join(folder, model!.path), 'utf8'))).toEqual(
    results.map((_, number) => `bricks ${number}`),
  );
  const { assets, wrong } = readExported(out);
  expect([wrong, assets.length]).toEqual([[], 9]);
});

test('a removed file of a result is put back beside the others', async () => {
  const { root, out, folder } = setUp();
  const result = makeResult(root, 'bricks');
  await addResult(folder, result, SYSTEM);
  const before = readExported(out);
  rmSync(path.join(folder, 'obj_chair_bricks'), { recursive: true });
  await addResult(folder, result, SYSTEM);
  expect(readExported(out)).toEqual(before);
});

test.skipIf(process.platform === 'win32')(
  'a pipe with the name of a result or of its manifest is passed by',
  async () => {
    const { root, folder } = setUp();
    execFileSync('mkfifo', [path.join(folder, 'preview_chair_bricks.png')]);
    execFileSync('mkfifo', [path.join(folder, 'dropforge.chair_bricks (2).obj.json')]);
    const [model] = await addResult(folder, makeResult(root, 'bricks'), SYSTEM);
    expect(model?.path).toBe('obj_chair_bricks (3)/chair_bricks (3).obj');
  },
);

// EISDIR: exFAT on Windows.
test.each(['ENOTSUP', 'EISDIR'])(
  'a result arrives on a disk without hard links, and replaces nothing: %s',
  async (code) => {
    const { root, out, folder } = setUp();
    const link: Disk['link'] = () => Promise.reject(Object.assign(new Error('no links'), { code }));
    const system = { ...SYSTEM, disk: { ...SYSTEM.disk, link } };
    writeFileSync(path.join(folder, 'preview_chair_bricks.png'), 'mine');
    const [model] = await addResult(folder, makeResult(root, 'bricks'), system);
    expect(model?.path).toBe('obj_chair_bricks (2)/chair_bricks (2).obj');
    expect(readFileSync(path.join(folder, 'preview_chair_bricks.png'), 'utf8')).toBe('mine');
    expect(readExported(out).wrong).toEqual(['chair: preview_chair_bricks.png is not listed']);
  },
);
