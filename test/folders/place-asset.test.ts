import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { manifest, type Manifest } from '../../src-shared/delivery/manifest.ts';
import { placeAsset, type Asset, type AssetFile } from '../../src-main/folders/place-asset.ts';
import type { Disk } from '../../src-main/base/files/disk.ts';
import { SYSTEM } from '../../src-main/base/system.ts';
import { listExported, readExported } from '../helpers/exported-assets.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

const NO_FACTS = {
  upAxis: null,
  forwardAxis: null,
  metersPerUnit: null,
  dimensions: null,
  triangles: null,
  textures: null,
  clips: [],
  hasSkeleton: false,
};

interface Given {
  readonly library: string;
  readonly out: string;
}

function setUp(): Given {
  const root = makeTempFolder();
  const library = path.join(root, 'library');
  mkdirSync(library);
  return { library, out: path.join(root, 'new', 'export') };
}

const idOf = (number: number): string => `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An asset of a model with a side file, a source and some words. */
function makeAsset({ library }: Given, number: number, content = `content ${number}`): Asset {
  const write = (name: string, text: string): { from: string; sha256: string } => {
    const from = path.join(library, `${number}-${name}`);
    writeFileSync(from, text);
    return { from, sha256: hashOf(text) };
  };
  const files: AssetFile[] = [
    { kind: 'copy', path: 'chair.glb', ...write('chair.glb', content) },
    { kind: 'copy', path: 'obj/chair.obj', ...write('chair.obj', 'v 0 0 0') },
    { kind: 'source', path: 'source.png', ...write('source.png', 'a picture') },
    { kind: 'text', path: 'source.txt', text: 'a chair' },
  ];
  const describe: Asset['describe'] = (placed): Manifest => ({
    schema: 1,
    id: idOf(number),
    name: 'chair',
    createdAt: new Date(0).toISOString(),
    recipe: null,
    service: null,
    steps: [],
    credits: null,
    source: null,
    files: placed.map((file) => ({ ...NO_FACTS, clips: [], ...file, role: 'model', format: 'glb' })),
    notes: [],
    licence: null,
  });
  return { id: idOf(number), baseName: 'chair', files, describe };
}

describe('an asset', () => {
  test('appears as one folder with everything in it, and nothing else is left', async () => {
    const given = setUp();
    expect(await placeAsset(given.out, makeAsset(given, 1), SYSTEM)).toBe(path.join(given.out, 'chair'));
    expect(readdirSync(given.out)).toEqual(['chair']);
    const names = ['chair.glb', 'dropforge.json', 'obj', 'obj/chair.obj', 'source.png', 'source.txt'];
    expect(readdirSync(path.join(given.out, 'chair'), { recursive: true }).map(String).sort()).toEqual(names);
    expect(readExported(given.out).wrong).toEqual([]);
    expect(readFileSync(path.join(given.out, 'chair/source.txt'), 'utf8')).toBe('a chair');
  });

  test('is found again by its id, whatever its version, and changes nothing', async () => {
    const given = setUp();
    const [one, two] = [makeAsset(given, 1), makeAsset(given, 2)];
    await placeAsset(given.out, one, SYSTEM);
    expect(await placeAsset(given.out, two, SYSTEM)).toBe(path.join(given.out, 'chair (2)'));
    const before = readExported(given.out).assets;
    expect(await placeAsset(given.out, one, SYSTEM)).toBe(path.join(given.out, 'chair'));
    expect(await placeAsset(given.out, two, SYSTEM)).toBe(path.join(given.out, 'chair (2)'));
    expect(readExported(given.out)).toEqual({ assets: before, wrong: [] });
  });

  test('is put there again when somebody changed or emptied its folder, which is not touched', async () => {
    const given = setUp();
    const asset = makeAsset(given, 1);
    await placeAsset(given.out, asset, SYSTEM);
    writeFileSync(path.join(given.out, 'chair/chair.glb'), 'changed');
    expect(await placeAsset(given.out, asset, SYSTEM)).toBe(path.join(given.out, 'chair (2)'));
    rmSync(path.join(given.out, 'chair (2)/obj'), { recursive: true });
    expect(await placeAsset(given.out, asset, SYSTEM)).toBe(path.join(given.out, 'chair (3)'));
    expect(readFileSync(path.join(given.out, 'chair/chair.glb'), 'utf8')).toBe('changed');
  });

  test('is not put there twice while another program holds one of its files', async () => {
    const given = setUp();
    const asset = makeAsset(given, 1);
    await placeAsset(given.out, asset, SYSTEM);
    const open: Disk['open'] = (file, mode) =>
      file.endsWith('source.png') && mode === 'read'
        ? Promise.reject(Object.assign(new Error('held'), { code: 'EPERM' }))
        : SYSTEM.disk.open(file, mode);
    const held = { ...SYSTEM, disk: { ...SYSTEM.disk, open } };
    await expect(placeAsset(given.out, asset, held)).rejects.toMatchObject({ code: 'folder_unwritable' });
    expect(readdirSync(given.out)).toEqual(['chair']);
    expect(await placeAsset(given.out, asset, SYSTEM)).toBe(path.join(given.out, 'chair'));
  });

  test('passes by files, links, empty folders and folders of others with its names', async () => {
    const given = setUp();
    mkdirSync(path.join(given.out, 'chair (3)'), { recursive: true });
    mkdirSync(path.join(given.out, 'chair (4)'));
    writeFileSync(path.join(given.out, 'chair'), 'mine');
    symlinkSync('/nowhere/at/all', path.join(given.out, 'chair (2)'));
    writeFileSync(path.join(given.out, 'chair (4)/dropforge.json'), 'no manifest');
    const placed = await placeAsset(given.out, makeAsset(given, 1), SYSTEM);
    expect(placed).toBe(path.join(given.out, 'chair (5)'));
    expect(readFileSync(path.join(given.out, 'chair'), 'utf8')).toBe('mine');
    expect(readdirSync(path.join(given.out, 'chair (3)'))).toEqual([]);
  });

  test.skipIf(process.platform === 'win32')('passes by a folder whose manifest is a pipe', async () => {
    const given = setUp();
    mkdirSync(path.join(given.out, 'chair'), { recursive: true });
    execFileSync('mkfifo', [path.join(given.out, 'chair', 'dropforge.json')]);
    expect(await placeAsset(given.out, makeAsset(given, 1), SYSTEM)).toBe(path.join(given.out, 'chair (2)'));
  });

  test('is one of twenty that come at the same moment under one name, and all arrive', async () => {
    const given = setUp();
    const assets = Array.from({ length: 20 }, (_, number) => makeAsset(given, number));
    const places = await Promise.all(assets.map((asset) => placeAsset(given.out, asset, SYSTEM)));
    expect(new Set(places).size).toBe(20);
    const contents = places.map((place) => readFileSync(path.join(place, 'chair.glb'), 'utf8'));
    expect(contents).toEqual(assets.map((_, number) => `content ${number}`));
    expect(listExported(given.out)).toHaveLength(80);
  });

  test('comes without a source that is gone or another by now, and with one nobody may write to', async () => {
    const given = setUp();
    const [gone, changed, readOnly] = [makeAsset(given, 1), makeAsset(given, 2), makeAsset(given, 3)];
    rmSync(path.join(given.library, '1-source.png'));
    writeFileSync(path.join(given.library, '2-source.png'), 'another picture');
    chmodSync(path.join(given.library, '3-source.png'), 0o444);
    for (const asset of [gone, changed, readOnly]) await placeAsset(given.out, asset, SYSTEM);
    const withSource = readExported(given.out).assets.map(({ manifest }) =>
      manifest.files.some((file) => file.path === 'source.png'),
    );
    expect(withSource).toEqual([false, false, true]);
    expect(readExported(given.out).wrong).toEqual([]);
  });

  test('is refused when its model is no longer what arrived, and nothing is left of it', async () => {
    const given = setUp();
    const asset = makeAsset(given, 1);
    writeFileSync(path.join(given.library, '1-chair.glb'), 'changed');
    await expect(placeAsset(given.out, asset, SYSTEM)).rejects.toMatchObject({ code: 'library_damaged' });
    expect(readdirSync(given.out)).toEqual([]);
  });
});

describe('an asset of many files', () => {
  const sides = (count: number): AssetFile[] =>
    Array.from({ length: count }, (_, index) => ({ kind: 'text', path: `obj/${index}.mtl`, text: 'newmtl a' }));

  test('is refused in a sentence where no manifest could name them all, before anything is copied', async () => {
    const given = setUp();
    const asset = makeAsset(given, 1);
    const files = sides(1_001);
    const described = asset.describe(files.map((file) => ({ path: file.path, bytes: 8, sha256: hashOf(file.path) })));
    expect(manifest.safeParse({ ...described, files: described.files.slice(1) }).success).toBe(true);
    expect(manifest.safeParse(described).success).toBe(false);
    await expect(placeAsset(given.out, { ...asset, files }, SYSTEM)).rejects.toMatchObject({
      code: 'too_many_files',
      subject: 'chair',
      message: 'It has 1,001 files; programs accept at most 1,000.',
    });
    expect(readdirSync(given.out)).toEqual([]);
  });

  test('is refused where the manifest would be longer than programs read', async () => {
    const given = setUp();
    const asset = makeAsset(given, 1);
    const describe: Asset['describe'] = (placed) => ({ ...asset.describe(placed), notes: ['x'.repeat(1_000_000)] });
    await expect(placeAsset(given.out, { ...asset, describe }, SYSTEM)).rejects.toMatchObject({
      code: 'too_many_files',
    });
    expect(readdirSync(given.out)).toEqual([]);
  });
});

describe('a folder that cannot take an asset', () => {
  test('is a file: said so', async () => {
    const given = setUp();
    const out = path.join(given.library, 'export');
    writeFileSync(out, 'a file');
    await expect(placeAsset(out, makeAsset(given, 1), SYSTEM)).rejects.toMatchObject({
      code: 'folder_unwritable',
      subject: out,
    });
    expect(readFileSync(out, 'utf8')).toBe('a file');
  });

  test('is full: said so, and nothing is there', async (context) => {
    const given = setUp();
    mkdirSync(given.out, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', given.out]).status === 0;
    if (!mounted) return context.skip('A small file system cannot be mounted here.');
    onTestFinished(() => void spawnSync('umount', [given.out]));
    const large = makeAsset(given, 1, 'x'.repeat(200_000));
    await expect(placeAsset(given.out, large, SYSTEM)).rejects.toMatchObject({ code: 'disk_full' });
    expect(readdirSync(given.out)).toEqual([]);
    expect(await placeAsset(given.out, makeAsset(given, 2), SYSTEM)).toBe(path.join(given.out, 'chair'));
  });
});
