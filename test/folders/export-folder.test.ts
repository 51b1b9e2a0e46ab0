import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { assertWritable, isWritable, removeLeftovers } from '../../src-main/folders/export-folder.ts';
import { makeTempFolder } from '../helpers/temp-folder.ts';

function setUp(): { library: string; out: string } {
  const root = makeTempFolder();
  const library = path.join(root, 'library');
  mkdirSync(library);
  return { library, out: path.join(root, 'new', 'export') };
}

describe('a folder that cannot take files', () => {
  test('is a file: refused at the check and at the export alike', async () => {
    const { library } = setUp();
    const out = path.join(library, 'export');
    writeFileSync(out, 'a file');
    const unwritable = expect.objectContaining({ code: 'folder_unwritable', subject: out }) as Error;
    expect(await isWritable(out)).toBe(false);
    expect(await isWritable(path.join(out, 'below'))).toBe(false);
    await expect(assertWritable(out)).rejects.toEqual(unwritable);
    expect(readFileSync(out, 'utf8')).toBe('a file');
  });

  test('does not exist yet: it can be made', async () => {
    const { out } = setUp();
    expect(await isWritable(out)).toBe(true);
    await assertWritable(out);
    expect(readdirSync(out)).toEqual([]);
  });
});

test('what an interrupted export left is removed, and nothing else', async () => {
  const { out } = setUp();
  mkdirSync(path.join(out, '.chair.0a1b2c3d.part', 'obj'), { recursive: true });
  writeFileSync(path.join(out, '.chair.0a1b2c3d.part', 'obj', 'chair.obj'), 'v 0 0 0');
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
