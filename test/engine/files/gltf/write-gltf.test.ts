import { NodeIO, type GLTF } from '@gltf-transform/core';
import { zipSync } from 'fflate';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { convertTextures } from '../../../../src-main/engine/change/convert/convert-textures.ts';
import { readGlbContainer } from '../../../../src-main/engine/files/gltf/check/read-glb-container.ts';
import { toGlb } from '../../../../src-main/engine/files/gltf/to-glb.ts';
import { writeGltf } from '../../../../src-main/engine/files/gltf/write-gltf.ts';
import type { TextureFormat } from '../../../../src-main/engine/files/images/encode-texture.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { createAsymmetricModel, NAMES, unzip } from '../asymmetric-model.ts';

test('a GLTF zip is valid, and holds what its description names under safe names', async () => {
  const { files } = unzip(await writeGltf(await createAsymmetricModel(), { name: '3/ä' }));
  expect(Object.keys(files).sort()).toEqual(['3_a.bin', '3_a.gltf', 'a_b.png', 'a_b_2.png', 'a_b_3.png']);
  const report = await validateBytes(files['3_a.gltf']!, {
    externalResourceFunction: (uri: string) => Promise.resolve(files[uri]!),
  });
  expect(report.issues.messages.filter((message) => message.severity === 0)).toEqual([]);
});

test('a GLTF zip keeps names and geometry, and colours only when asked for', async () => {
  const model = await createAsymmetricModel({ vertexColors: true });
  const semantics = async (vertexColors: boolean) => {
    const { files, text } = unzip(await writeGltf(model, { vertexColors }));
    const json = JSON.parse(text('model.gltf')) as GLTF.IGLTF;
    const document = await new NodeIO().readJSON({ json, resources: files as Record<string, Uint8Array<ArrayBuffer>> });
    expect(document.getRoot().listNodes()[0]!.getName()).toBe(NAMES.mesh);
    return document.getRoot().listMeshes()[0]!.listPrimitives()[0]!.listSemantics();
  };
  expect(await semantics(false)).toEqual(['POSITION', 'NORMAL', 'TEXCOORD_0']);
  expect(await semantics(true)).toContain('COLOR_0');
  expect(model.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('COLOR_0')).not.toBeNull();
  expect(model.getRoot().listTextures()[0]!.getURI()).toBe(NAMES.texture);
});

test('textures are encoded anew in the format asked for', async () => {
  const { files, text } = unzip(await writeGltf(await createAsymmetricModel(), { textureFormat: 'WEBP' }));
  expect(Object.keys(files).filter((path) => path.endsWith('.webp'))).toHaveLength(3);
  expect((JSON.parse(text('model.gltf')) as GLTF.IGLTF).extensionsRequired).toContain('EXT_texture_webp');
});

test('WebP is required only as long as an image is WebP', async () => {
  const { files } = unzip(await writeGltf(await createAsymmetricModel(), { textureFormat: 'WEBP' }));
  const { document } = await readAnyModel(zipSync(files));
  const { text } = unzip(await writeGltf(document, { textureFormat: 'PNG' }));
  expect(JSON.parse(text('model.gltf'))).not.toHaveProperty('extensionsRequired');
  const requiredBy = async (format: TextureFormat | null): Promise<unknown> => {
    const { document: read } = await readAnyModel(zipSync(files));
    await convertTextures(read, { format: 'GLTF', textureSize: null, textureFormat: format });
    return (readGlbContainer(await toGlb(read)).json as GLTF.IGLTF).extensionsRequired;
  };
  expect([await requiredBy(null), await requiredBy('JPEG')]).toEqual([['EXT_texture_webp'], undefined]);
});
