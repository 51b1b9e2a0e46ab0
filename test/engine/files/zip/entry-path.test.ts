import { crc32 } from 'node:zlib';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { openZipArchive } from '../../../../src-main/engine/files/zip/zip-archive.ts';

/** 模型 and 贴图 in GBK, and Würfel in code page 437. */
const GBK = { 模型: 'c4a3d0cd', 贴图: 'ccf9cdbc' } as const;
const CP437 = { Würfel: '57817266656c' } as const;

type Files = Readonly<Record<string, Uint8Array>>;

/** A zip without the flag for UTF-8, with names in any encoding. */
function zipUnflagged(files: Files, encode: (name: string) => Buffer): Uint8Array {
  const named = Object.entries(files).map(([name, content], at) => {
    const raw = encode(name);
    return { content, raw, placeholder: `${at}`.padStart(raw.length, '@') };
  });
  const zip = Buffer.from(zipSync(Object.fromEntries(named.map(({ placeholder, content }) => [placeholder, content]))));
  for (const { placeholder, raw } of named)
    for (let at = zip.indexOf(placeholder); at >= 0; at = zip.indexOf(placeholder, at + 1)) zip.set(raw, at);
  return zip;
}

function encodeBy(table: Readonly<Record<string, string>>): (name: string) => Buffer {
  return (name) => {
    const stem = name.replace(/\.\w+$/, '');
    return Buffer.concat([Buffer.from(table[stem]!, 'hex'), Buffer.from(name.slice(stem.length))]);
  };
}

async function filesOf(model: string, image: string): Promise<Files> {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#804020' } })
    .png()
    .toBuffer();
  return {
    [`${model}.obj`]: Buffer.from(
      `mtllib ${model}.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3\n`,
    ),
    [`${model}.mtl`]: Buffer.from(`newmtl a\nKd 1 0 0\nmap_Kd ${image}.png\n`),
    [`${image}.png`]: new Uint8Array(png),
  };
}

async function describeModel(zip: Uint8Array) {
  const { document, notes } = await readAnyModel(zip);
  const [material] = document.getRoot().listMaterials();
  const image = Buffer.from(material!.getBaseColorTexture()?.getImage() ?? []);
  return { color: material!.getBaseColorFactor(), image, notes };
}

test.each<[string, string, string, (name: string) => Buffer]>([
  ['UTF-8 without its flag, as Finder writes it', '模型', '贴图', (name) => Buffer.from(name)],
  ['decomposed UTF-8 without its flag', 'Würfel', 'Töne', (name) => Buffer.from(name.normalize('NFD'))],
  ['GBK, as Chinese Windows writes it', '模型', '贴图', encodeBy(GBK)],
  ['code page 437, as Western Windows writes it', 'Würfel', 'Würfel', encodeBy(CP437)],
])('names in %s are read as names with the flag', async (_, model, image, encode) => {
  const files = await filesOf(model, image);
  const flagged = await describeModel(zipSync(files));
  expect(flagged).toMatchObject({ color: [1, 0, 0, 1], image: Buffer.from(files[`${image}.png`]!), notes: [] });
  expect(await describeModel(zipUnflagged(files, encode))).toEqual(flagged);
});

test('a dot in a path is the folder itself', async () => {
  const files = await filesOf('model', 'image');
  const moved = Object.entries(files).map(([name, content], at) => [['./', 'a/./', 'a//'][at]! + name, content]);
  expect(await describeModel(zipSync(Object.fromEntries(moved) as Files))).toEqual(await describeModel(zipSync(files)));
});

/** The extra field with another name in UTF-8 (APPNOTE 4.6.9), of the name `a.obj`. */
function unicodePath(name: string): Record<number, Uint8Array> {
  const head = Buffer.alloc(5);
  head[0] = 1;
  head.writeUInt32LE(crc32('a.obj'), 1);
  return { 0x7075: Buffer.concat([head, Buffer.from(name)]) };
}

test('a path out of the archive is refused in every encoding, and where it replaces the name', async () => {
  const file = Buffer.from('v 0 0 0\n');
  for (const name of ['../x', 'a/../../x', '..\\x', '/x', 'C:/x', '../模型'])
    for (const zip of [zipSync({ [name]: file }), zipUnflagged({ [name]: file }, () => Buffer.from(name))])
      await expect(openZipArchive(zip)).rejects.toMatchObject({ code: 'not_a_model' });
  const gbk = zipUnflagged({ '模型.obj': file }, (name) => Buffer.concat([Buffer.from('../'), encodeBy(GBK)(name)]));
  await expect(openZipArchive(gbk)).rejects.toMatchObject({ code: 'not_a_model' });
  const renamed = (name: string) => openZipArchive(zipSync({ 'a.obj': [file, { extra: unicodePath(name) }] }));
  expect((await renamed('模型.obj')).paths).toEqual(['模型.obj']);
  await expect(renamed('../模型.obj')).rejects.toMatchObject({ code: 'not_a_model' });
});
