import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { zipSync, type Zippable } from 'fflate';
import { describe, expect, test } from 'vitest';
import { unpackBundle } from '../../../src-main/readers/inspect/unpack-bundle.ts';
import { makeTempFolder } from '../../helpers/temp-folder.ts';

const OBJ = Buffer.from('v 0 0 0\n');
/** Attributes of a symbolic link in a zip made on Unix. */
const LINK = { os: 3, attrs: 0o120777 << 16 };

async function unpack(entries: Zippable, edit: (zip: Buffer) => void = () => undefined) {
  const root = makeTempFolder();
  const folder = path.join(root, 'job', '1-files');
  const zip = Buffer.from(zipSync(entries));
  edit(zip);
  const file = path.join(root, '1.zip');
  await writeFile(file, zip);
  return { root, folder, unpacked: unpackBundle({ path: file, folder }) };
}

/** Replaces bytes everywhere, in local headers and in the directory alike. */
function replaceAll(zip: Buffer, from: string, to: string): void {
  for (let at = zip.indexOf(from); at >= 0; at = zip.indexOf(from, at + 1)) zip.write(to, at, 'latin1');
}

test('a package whose many files together unpack to far more than it has is refused', async () => {
  const zeros = new Uint8Array(5_000_000);
  const images = Array.from({ length: 16 }, (_, at) => [`${at}.png`, zeros] as const);
  const { folder, unpacked } = await unpack({ 'chair.obj': OBJ, ...Object.fromEntries(images) });
  await expect(unpacked).rejects.toMatchObject({ code: 'result_damaged', detail: { id: 'result.compression-ratio' } });
  expect([existsSync(folder), existsSync(`${folder}.part`)]).toEqual([false, false]);
});

describe('a package', () => {
  test('appears whole beside its model', async () => {
    const { folder, unpacked } = await unpack({
      'chair.obj': OBJ,
      'chair.mtl': OBJ,
      'färbe 1.png': OBJ,
      'sub/': new Uint8Array(0),
    });
    expect(await unpacked).toMatchObject({ folder, mainFile: path.join(folder, 'chair.obj'), format: 'obj', bytes: 8 });
    expect(readdirSync(folder).sort()).toEqual(['chair.mtl', 'chair.obj', 'färbe 1.png']);
    expect(existsSync(`${folder}.part`)).toBe(false);
  });

  test('may be a glTF, and replaces what an interrupted try left', async () => {
    const { root, folder, unpacked } = await unpack({ 'Scene.GLTF': OBJ, 'scene.bin': OBJ });
    expect((await unpacked).format).toBe('gltf');
    expect((await unpackBundle({ path: path.join(root, '1.zip'), folder })).mainFile).toBe(
      path.join(folder, 'Scene.GLTF'),
    );
  });
});

describe('a package is refused, and nothing of it stays', () => {
  const good = { 'a.obj': OBJ };
  test.each<[string, Zippable, ((zip: Buffer) => void)?]>([
    ['a path upwards', { ...good, 'xx/xx.png': OBJ }, (zip) => replaceAll(zip, 'xx/xx.png', '../xx.png')],
    [
      'a path upwards, the Windows way',
      { ...good, 'xx-xx.png': OBJ },
      (zip) => replaceAll(zip, 'xx-xx.png', '..\\xx.png'),
    ],
    ['an absolute path', { ...good, 'xetc.png': OBJ }, (zip) => replaceAll(zip, 'xetc.png', '/etc.png')],
    ['a drive', { ...good, 'Cxx.png': OBJ }, (zip) => replaceAll(zip, 'Cxx.png', 'C:x.png')],
    ['a NUL in a name', { ...good, 'a_b.png': OBJ }, (zip) => replaceAll(zip, 'a_b.png', 'a\0b.png')],
    ['a folder within', { ...good, 'textures/a.png': OBJ }],
    ['a link', { ...good, 'b.png': [OBJ, LINK] }],
    ['a hidden file', { ...good, '.b.png': OBJ }],
    ['a script', { ...good, 'b.py': OBJ }],
    ['a program', { ...good, 'b.exe': OBJ }],
    ['a blend file', { ...good, 'b.blend': OBJ }],
    ['a name without end', { ...good, [`${'n'.repeat(300)}.png`]: OBJ }],
    ['two models', { 'a.obj': OBJ, 'b.obj': OBJ }],
    ['a model in two kinds', { 'a.obj': OBJ, 'a.gltf': OBJ }],
    ['no model', { 'a.png': OBJ }],
    ['nothing', {}],
    ['one name twice', { ...good, 'b.png': OBJ, 'c.png': OBJ }, (zip) => replaceAll(zip, 'c.png', 'b.png')],
    ['too many files', Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`${n}.png`, new Uint8Array(0)]))],
    ['a bomb', { ...good, 'b.png': [new Uint8Array(80 * 1024 ** 2), { level: 9 }] }],
    ['encryption', good, (zip) => void zip.writeUInt16LE(1, zip.indexOf('PK\x01\x02') + 8)],
    ['a length that is not true', good, (zip) => void zip.writeUInt32LE(4, zip.indexOf('PK\x01\x02') + 24)],
    ['no directory', good, (zip) => void zip.fill(0, zip.indexOf('PK\x05\x06'))],
  ])('%s', async (_, entries, edit) => {
    const { root, folder, unpacked } = await unpack(entries, edit);
    await expect(unpacked).rejects.toMatchObject({
      ...{ name: 'AppError', code: 'result_damaged' },
      // Never a text of the library.
      detail: { id: expect.stringMatching(/^result\./) as string },
    });
    expect(readdirSync(path.dirname(folder))).toEqual([]);
    expect(readdirSync(root).sort()).toEqual(['1.zip', 'job']);
  });
});
