import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportFile, type Delivery } from '../../src-main/folders/export-file.ts';
import { hashFile } from '../../src-main/base/files/hash-file.ts';
import { failAtFolderSync } from '../helpers/folder-syncs.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

async function deliver(folder: string, content: string, patch: Partial<Delivery> = {}): Promise<Delivery> {
  const file = path.join(folder, `${Math.random()}.glb`);
  writeFileSync(file, content);
  const { sha256 } = await hashFile(file);
  return { path: file, sha256, baseName: 'chair', extension: 'glb', ...patch };
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

  test('a repeat after a failed sync of the folder syncs it', async () => {
    const { library, out } = setUp();
    const one = await deliver(library, 'one');
    await exportFile(out, await deliver(library, 'other', { baseName: 'other' }));
    await expect(exportFile(out, one, failAtFolderSync(0).system)).rejects.toThrow();
    expect(readdirSync(out)).toContain('chair.glb');
    const { system, synced } = failAtFolderSync(-1);
    expect(await exportFile(out, one, system)).toBe(path.join(out, 'chair.glb'));
    expect(synced).toEqual([out]);
  });

  test('a folder or a dead link of that name is passed by', async () => {
    const { library, out } = setUp();
    mkdirSync(path.join(out, 'chair.glb'), { recursive: true });
    symlinkSync('/nowhere/at/all', path.join(out, 'chair (2).glb'));
    expect(await exportFile(out, await deliver(library, 'one'))).toBe(path.join(out, 'chair (3).glb'));
  });

  test.skipIf(process.platform === 'win32')('a pipe of that name is passed by without waiting for it', async () => {
    const { library, out } = setUp();
    mkdirSync(out, { recursive: true });
    execFileSync('mkfifo', [path.join(out, 'chair.glb')]);
    expect(await exportFile(out, await deliver(library, 'one'))).toBe(path.join(out, 'chair (2).glb'));
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
