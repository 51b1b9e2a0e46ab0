import sharp from 'sharp';
import { expect, test } from 'vitest';
import { convertModel } from '../../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../../src-main/engine/change/convert/convert-options.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { createAsymmetricModel } from '../../files/asymmetric-model.ts';

/** A model whose base colour has alpha. */
async function createGlb(alphaMode: 'BLEND' | 'MASK' | 'OPAQUE'): Promise<Uint8Array> {
  const model = await createAsymmetricModel();
  const [material] = model.getRoot().listMaterials();
  const pixels = Buffer.from([200, 100, 50, 128]);
  const png = await sharp(pixels, { raw: { width: 1, height: 1, channels: 4 } })
    .png()
    .toBuffer();
  material!.setAlphaMode(alphaMode).setBaseColorFactor([1, 1, 1, 1]);
  material!.getBaseColorTexture()!.setImage(new Uint8Array(png));
  return toGlb(model);
}

test.each(['GLTF', 'USDZ', '3MF', 'OBJ', 'FBX'] as const)(
  'in %s, textures with alpha that a material shows do not become JPEG',
  async (format) => {
    const convert = async (alphaMode: 'BLEND' | 'MASK' | 'OPAQUE') => {
      const options = { ...defaultConvertOptions(format), textureFormat: 'JPEG' as const };
      const { bytes, notes } = await convertModel(await createGlb(alphaMode), options, () => undefined);
      const [material] = (await readAnyModel(bytes)).document.getRoot().listMaterials();
      const { format: container, hasAlpha } = await sharp(material!.getBaseColorTexture()!.getImage()!).metadata();
      return { container, hasAlpha, notes: notes.map((note) => (typeof note === 'string' ? note : note.id)) };
    };
    const kept = { container: 'png', hasAlpha: true, notes: ['convert.texture-alpha'] };
    expect(await convert('BLEND')).toEqual(kept);
    expect(await convert('MASK')).toEqual(kept);
    expect(await convert('OPAQUE')).toEqual({ container: 'jpeg', hasAlpha: false, notes: [] });
  },
);
