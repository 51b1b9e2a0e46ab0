import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  assertWritable,
  exportFile,
  isWritable,
  removeLeftovers,
  type Delivery,
} from '../../src-main/folders/export-folder.ts';
import { hashFile } from '../../src-main/folders/hash-file.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

async function deliver(folder: string, content: string, patch: Partial<Delivery> = {}): Promise<Delivery> {
  const file = path.join(folder, `${Math.random()}.glb`);
  writeFileSync(file, content);
  const { sha256 } = await hashFile(file);
  return { path: file, sha256, bundle: null, baseName: 'chair', extension: 'glb', ...patch };
}

async function deliverBundle(folder: string, content: string): Promise<Delivery> {
  const bundle = path.join(folder, `files-${Math.random()}`);
  mkdirSync(bundle);
  const main = path.join(bundle, 'model.obj');
  writeFileSync(main, content);
  writeFileSync(path.join(bundle, 'model.mtl'), 'newmtl a');
  return { path: main, sha256: (await hashFile(main)).sha256, bundle, baseName: 'chair', extension: 'obj' };
}

function setUp(): { library: string; out: string } {
  const root = makeTempFolder();
  const library = path.join(root, 'library');
  mkdirSync(library);
  return { library, out: path.join(root, 'new', 'export') };
}

describe('exporting a file', () => {
  test('makes the folder and leaves nothing but the file', async () => {
    const { library, out } = setUp();
    expect(await exportFile(out, await deliver(library, 'one'))).toBe(path.join(out, 'chair.glb'));
    expect(readdirSync(out)).toEqual(['chair.glb']);
    expect(readFileSync(path.join(out, 'chair.glb'), 'utf8')).toBe('one');
  });

  test('never overwrites; the same content is adopted', async () => {
    const { library, out } = setUp();
    const [one, two] = [await deliver(library, 'one'), await deliver(library, 'two')];
    await exportFile(out, one);
    expect(await exportFile(out, two)).toBe(path.join(out, 'chair (2).glb'));
    expect(await exportFile(out, one)).toBe(path.join(out, 'chair.glb'));
    expect(await exportFile(out, two)).toBe(path.join(out, 'chair (2).glb'));
    expect(readdirSync(out).sort()).toEqual(['chair (2).glb', 'chair.glb']);
    expect(readFileSync(path.join(out, 'chair.glb'), 'utf8')).toBe('one');
  });

  test('a folder or a dead link of that name is passed by', async () => {
    const { library, out } = setUp();
    mkdirSync(path.join(out, 'chair.glb'), { recursive: true });
    symlinkSync('/nowhere/at/all', path.join(out, 'chair (2).glb'));
    expect(await exportFile(out, await deliver(library, 'one'))).toBe(path.join(out, 'chair (3).glb'));
  });

  test('twenty at the same moment under one name all arrive', async () => {
    const { library, out } = setUp();
    const deliveries = await Promise.all(Array.from({ length: 20 }, (_, n) => deliver(library, `content ${n}`)));
    const paths = await Promise.all(deliveries.map((delivery) => exportFile(out, delivery)));
    expect(new Set(paths).size).toBe(20);
    expect(paths.map((file) => readFileSync(file, 'utf8'))).toEqual(deliveries.map((_, n) => `content ${n}`));
    expect(readdirSync(out)).toHaveLength(20);
  });
});

describe('exporting a package', () => {
  test('appears as a folder, its main file under the job’s name', async () => {
    const { library, out } = setUp();
    const main = await exportFile(out, await deliverBundle(library, 'v 0 0 0'));
    expect(main).toBe(path.join(out, 'chair_obj', 'chair.obj'));
    expect(readdirSync(path.dirname(main)).sort()).toEqual(['chair.obj', 'model.mtl']);
    expect(readdirSync(out)).toEqual(['chair_obj']);
  });

  test('is adopted when it is there, and versioned when another is', async () => {
    const { library, out } = setUp();
    const [one, two] = [await deliverBundle(library, 'one'), await deliverBundle(library, 'two')];
    await exportFile(out, one);
    expect(await exportFile(out, one)).toBe(path.join(out, 'chair_obj', 'chair.obj'));
    expect(await exportFile(out, two)).toBe(path.join(out, 'chair (2)_obj', 'chair (2).obj'));
  });

  test('ten at the same moment under one name all arrive', async () => {
    const { library, out } = setUp();
    const deliveries = await Promise.all(Array.from({ length: 10 }, (_, n) => deliverBundle(library, `content ${n}`)));
    const paths = await Promise.all(deliveries.map((delivery) => exportFile(out, delivery)));
    expect(paths.map((file) => readFileSync(file, 'utf8'))).toEqual(deliveries.map((_, n) => `content ${n}`));
    expect(readdirSync(out)).toHaveLength(10);
  });

  test('a file of that name is passed by', async () => {
    const { library, out } = setUp();
    mkdirSync(out, { recursive: true });
    writeFileSync(path.join(out, 'chair_obj'), 'mine');
    await exportFile(out, await deliverBundle(library, 'one'));
    expect(readFileSync(path.join(out, 'chair_obj'), 'utf8')).toBe('mine');
  });
});

describe('a folder that cannot take files', () => {
  test('is a file: refused at the check and at the export alike', async () => {
    const { library } = setUp();
    const out = path.join(library, 'export');
    writeFileSync(out, 'a file');
    const unwritable = expect.objectContaining({ code: 'folder_unwritable', subject: out }) as Error;
    expect(await isWritable(out)).toBe(false);
    expect(await isWritable(path.join(out, 'below'))).toBe(false);
    await expect(assertWritable(out)).rejects.toEqual(unwritable);
    await expect(exportFile(out, await deliver(library, 'one'))).rejects.toEqual(unwritable);
    expect(readFileSync(out, 'utf8')).toBe('a file');
  });

  test('does not exist yet: it can be made', async () => {
    const { out } = setUp();
    expect(await isWritable(out)).toBe(true);
    await assertWritable(out);
    expect(readdirSync(out)).toEqual([]);
  });

  test('is full: said so, and nothing is visible there', async (context) => {
    const { library, out } = setUp();
    mkdirSync(out, { recursive: true });
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', out]).status === 0;
    if (!mounted) return context.skip('A small file system cannot be mounted here.');
    onTestFinished(() => void spawnSync('umount', [out]));
    const full = expect.objectContaining({ code: 'disk_full' }) as Error;
    await expect(exportFile(out, await deliver(library, 'x'.repeat(200_000)))).rejects.toEqual(full);
    await expect(exportFile(out, await deliverBundle(library, 'x'.repeat(200_000)))).rejects.toEqual(full);
    expect(readdirSync(out)).toEqual([]);
    expect(await exportFile(out, await deliver(library, 'small'))).toBe(path.join(out, 'chair.glb'));
  });
});

test('what an interrupted export left is removed, and nothing else', async () => {
  const { out } = setUp();
  mkdirSync(path.join(out, '.chair_obj.0a1b2c3d.part'), { recursive: true });
  const mine = ['.hidden', '.notes.part', '.x.0A1B2C3D.part', 'chair.glb', 'chair.glb.0a1b2c3d.part', 'movie.part'];
  for (const name of [...mine, '.chair.glb.0a1b2c3d.part']) writeFileSync(path.join(out, name), 'x');
  await removeLeftovers(out);
  expect(readdirSync(out).sort()).toEqual(mine.sort());
  await expect(removeLeftovers(path.join(out, 'nowhere'))).resolves.toBeUndefined();
});

test.skipIf(process.platform !== 'linux')(
  'a place where the system makes no folders is refused, not waited for',
  async () => {
    await expect(assertWritable('/proc/no/such/place')).rejects.toMatchObject({ code: 'folder_unwritable' });
  },
);
