import { Document, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, KHRMaterialsPBRSpecularGlossiness, KHRTextureTransform } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { LINEAR_OF_BYTE } from '../../../../src-main/engine/base/color/srgb.ts';
import { convertModel } from '../../../../src-main/engine/change/convert/convert-model.ts';
import { defaultConvertOptions } from '../../../../src-main/engine/change/convert/convert-options.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { runImportModel } from '../../../../src-main/local-service/operations/processing/import-model.ts';
import { findGltfErrors } from '../import/measure.ts';

const DIFFUSE = [200, 100, 50] as const;

async function toPng(...pixel: readonly number[]): Promise<Uint8Array> {
  const raw = Buffer.from(Array.from({ length: 4 }, () => pixel).flat());
  return new Uint8Array(
    await sharp(raw, { raw: { width: 2, height: 2, channels: pixel.length as 3 | 4 } })
      .png()
      .toBuffer(),
  );
}

/** A triangle of specular-glossiness: a moved diffuse texture and, on request, textures of the other workflow. */
async function createGlb(hasFallback: boolean): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const attribute = (type: 'VEC2' | 'VEC3', numbers: readonly number[]) =>
    document.createAccessor().setType(type).setArray(Float32Array.from(numbers)).setBuffer(buffer);
  const texture = async (name: string, ...pixel: readonly number[]) =>
    document
      .createTexture(name)
      .setImage(await toPng(...pixel))
      .setMimeType('image/png');
  const source = document
    .createExtension(KHRMaterialsPBRSpecularGlossiness)
    .createPBRSpecularGlossiness()
    .setDiffuseFactor([0.5, 1, 1, 1])
    .setDiffuseTexture(await texture('diffuse', ...DIFFUSE))
    .setGlossinessFactor(0.5)
    .setSpecularGlossinessTexture(await texture('glossy', 255, 200, 0, 102));
  const transform = document.createExtension(KHRTextureTransform).createTransform().setScale([2, 2]);
  source.getDiffuseTextureInfo()!.setExtension('KHR_texture_transform', transform);
  const material = document.createMaterial('m').setExtension('KHR_materials_pbrSpecularGlossiness', source);
  if (hasFallback) material.setBaseColorTexture(await texture('base', 0, 0, 255));
  const primitive = document
    .createPrimitive()
    .setMaterial(material)
    .setAttribute('POSITION', attribute('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]))
    .setAttribute('TEXCOORD_0', attribute('VEC2', [0, 0, 1, 0, 0, 1]));
  document.createScene().addChild(document.createNode().setMesh(document.createMesh().addPrimitive(primitive)));
  return new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document);
}

async function firstPixel(image: Uint8Array | null | undefined): Promise<number[]> {
  const { data, info } = await sharp(image!).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, info.channels)];
}

test('diffuse becomes base colour, glossiness roughness, and a note says what is lost', async () => {
  const { document, notes } = await readAnyModel(await createGlb(false));
  expect(notes).toMatchObject([{ id: 'import.specular-colors' }]);
  const [material] = document.getRoot().listMaterials();
  expect(material!.getBaseColorFactor()).toEqual([0.5, 1, 1, 1]);
  expect(await firstPixel(material!.getBaseColorTexture()?.getImage())).toEqual(DIFFUSE);
  expect(material!.getBaseColorTextureInfo()!.getExtension('KHR_texture_transform')).toMatchObject({});
  expect([material!.getMetallicFactor(), material!.getRoughnessFactor()]).toEqual([0, 1]);
  expect(await firstPixel(material!.getMetallicRoughnessTexture()?.getImage())).toEqual([204, 204, 204]);
  const used = document.getRoot().listExtensionsUsed();
  expect(used.map(({ extensionName }) => extensionName)).toEqual(['KHR_texture_transform']);
  expect(document.getRoot().listTextures().length).toBe(2);
  expect(await findGltfErrors(document)).toEqual([]);
});

test('an imported GLB is written without the extension, which its viewer does not support', async () => {
  const { files } = await runImportModel({ sources: [await createGlb(false)], values: {} }, () => undefined);
  const { document, notes } = await readAnyModel(files[0]!.bytes);
  expect(notes).toEqual([]);
  expect(document.getRoot().listMaterials()[0]!.getBaseColorTexture()).not.toBeNull();
});

test('textures for programs without the extension are kept', async () => {
  const { document, notes } = await readAnyModel(await createGlb(true));
  expect(notes).toEqual([]);
  const [material] = document.getRoot().listMaterials();
  expect(await firstPixel(material!.getBaseColorTexture()?.getImage())).toEqual([0, 0, 255]);
  expect(document.getRoot().listTextures().length).toBe(1);
});

test.each(['OBJ', 'FBX', 'USDZ'] as const)('the diffuse texture and factor arrive in %s', async (format) => {
  const options = defaultConvertOptions(format);
  const { bytes, notes } = await convertModel(await createGlb(false), options, () => undefined);
  expect(notes).toContainEqual(expect.objectContaining({ id: 'import.specular-colors' }));
  const [material] = (await readAnyModel(bytes)).document.getRoot().listMaterials();
  const pixel = await firstPixel(material!.getBaseColorTexture()?.getImage());
  const factor = material!.getBaseColorFactor();
  [0.5, 1, 1].forEach((diffuse, k) => {
    const [arrived, expected] = [factor[k]! * LINEAR_OF_BYTE[pixel[k]!]!, diffuse * LINEAR_OF_BYTE[DIFFUSE[k]!]!];
    expect(arrived).toBeCloseTo(expected, 2);
  });
});
