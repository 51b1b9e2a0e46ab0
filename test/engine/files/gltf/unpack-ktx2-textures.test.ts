import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { convertModel } from '../../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../../src-main/engine/change/convert/convert-options.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { createIo, readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { unpackKtx2Textures } from '../../../../src-main/engine/files/gltf/unpack-ktx2-textures.ts';
import { buildKtx2 } from '../../../helpers/images/ktx2-image.ts';
import { buildCompressedModel } from '../../../helpers/models/animated-model.ts';
import { findGltfErrors } from '../import/measure.ts';

/** The colours of the left and the right edge of a image. */
async function edgesOf(image: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return [0, info.width - 1].map((x) => [...data.subarray(x * 3, x * 3 + 3)]);
}

/** A GLB whose first image is this data URI instead. */
function setImageUri(glb: Uint8Array, uri: string): Uint8Array {
  const file = Buffer.from(glb);
  const end = 20 + file.readUInt32LE(12);
  const gltf = JSON.parse(file.toString('utf8', 20, end)) as { images: object[] };
  gltf.images[0] = { uri };
  const text = JSON.stringify(gltf);
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const head = Buffer.from(file.subarray(0, 20));
  head.writeUInt32LE(20 + json.length + file.length - end, 8);
  head.writeUInt32LE(json.length, 12);
  return Buffer.concat([head, json, file.subarray(end)]);
}

describe('a model whose picture is KTX2', () => {
  it.each(['etc1s', 'zstd', 'uastc', 'rgba'] as const)('is read with a PNG of the same colours: %s', async (by) => {
    const document = await readGlb(await buildCompressedModel(by));
    const [texture] = document.getRoot().listTextures();
    expect(texture?.getMimeType()).toBe('image/png');
    const [left, right] = await edgesOf(texture!.getImage()!);
    for (const [found, meant] of [
      [left, [220, 40, 40]],
      [right, [40, 200, 60]],
    ] as const)
      expect(Math.max(...meant.map((value, at) => Math.abs(value - found![at]!)))).toBeLessThanOrEqual(4);

    const written = await writeGlb(document);
    expect(Buffer.from(written).includes('KHR_texture_basisu')).toBe(false);
    expect(await findGltfErrors(document)).toEqual([]);
  });

  it('is read when the picture is so small that Node keeps it with others in one block of memory', async () => {
    const ktx2 = buildKtx2('rgba', 8, [220, 40, 40], [40, 200, 60]).toString('base64');
    const glb = setImageUri(await buildCompressedModel('rgba'), `data:image/ktx2;base64,${ktx2}`);
    const [texture] = (await readGlb(glb)).getRoot().listTextures();
    expect(await edgesOf(texture!.getImage()!)).toEqual([
      [220, 40, 40],
      [40, 200, 60],
    ]);
  });

  it('becomes a file that other programs read', async () => {
    const model = await buildCompressedModel('etc1s');
    for (const format of ['FBX', 'USDZ'] as const) {
      const { bytes } = await convertModel(model, defaultConvertOptions(format), () => undefined);
      expect(Buffer.from(bytes).includes('\x89PNG', 0, 'latin1')).toBe(true);
      expect(Buffer.from(bytes).includes('\xabKTX', 0, 'latin1')).toBe(false);
    }
  });

  it('is refused in words when the picture is cut off', async () => {
    await expect(readAnyModel(await buildCompressedModel('cut'))).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The texture halves cannot be read as KTX2. Export the model with PNG or JPEG textures.',
    });
  });

  it('is refused before it is decoded when the picture is huge', async () => {
    const glb = Buffer.from(await buildCompressedModel('etc1s'));
    const at = glb.indexOf('\xabKTX 20', 0, 'latin1');
    glb.writeUInt32LE(20_000, at + 20);
    glb.writeUInt32LE(20_000, at + 24);
    await expect(readAnyModel(glb)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The textures of the model are too large: one has 20000 × 20000 pixels. Reduce their size.',
    });
  });

  it('is refused before it is decoded when it does not fit in memory with what is there', async () => {
    // Of 4096², as far as its header says.
    const ktx2 = buildKtx2('uastc', 8, [0, 0, 0], [0, 0, 0]);
    for (const at of [20, 24]) ktx2.writeUInt32LE(4096, at);
    const document = await createIo().readBinary(await buildCompressedModel('etc1s'));
    document.getRoot().listTextures()[0]!.setImage(ktx2);
    await expect(unpackKtx2Textures(document, 120e6)).rejects.toMatchObject({
      code: 'too_large',
      detail: { id: 'model-limit.texture-pixels' },
    });
    // Two million triangles.
    await expect(unpackKtx2Textures(document, 114e6)).rejects.toMatchObject({ code: 'unsupported' });
  });
});
