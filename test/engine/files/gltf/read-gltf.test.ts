import { NodeIO, type Document, type GLTF } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { zipSync } from 'fflate';
import { MeshoptEncoder } from 'meshoptimizer';
import { expect, test } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { createAsymmetricModel } from '../asymmetric-model.ts';

async function createMeshoptWriter(): Promise<NodeIO> {
  await MeshoptEncoder.ready;
  const io = new NodeIO().registerExtensions([EXTMeshoptCompression]);
  return io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
}

async function createCompressedModel() {
  const model = await createAsymmetricModel();
  for (const texture of model.getRoot().listTextures()) texture.setURI('');
  model.createExtension(EXTMeshoptCompression).setRequired(true);
  return model;
}

/** A zip of the compressed model as text, with a change of its description. */
async function zipCompressed(change: (json: GLTF.IGLTF) => void = () => undefined): Promise<Uint8Array> {
  const { json, resources } = await (await createMeshoptWriter()).writeJSON(await createCompressedModel());
  change(json);
  return zipSync({ 'model.gltf': Buffer.from(JSON.stringify(json)), ...resources });
}

interface Packed {
  buffer: number;
  count: number;
  byteStride: number;
}

/** Changes the first view that is decoded. */
function changeFirst(json: GLTF.IGLTF, change: (view: GLTF.IBufferView, packed: Packed) => void): void {
  const view = json.bufferViews!.find(({ extensions }) => extensions?.['EXT_meshopt_compression'])!;
  change(view, view.extensions!['EXT_meshopt_compression'] as Packed);
}

test('a text glTF with meshopt is read as the GLB', async () => {
  const glb = await (await createMeshoptWriter()).writeBinary(await createCompressedModel());
  const [fromGlb, fromText] = await Promise.all([readAnyModel(glb), readAnyModel(await zipCompressed())]);
  const geometry = (document: Document) =>
    toFlatMeshes(document).flatMap(({ primitives }) =>
      primitives.map(({ positions, normals, uvs, indices }) => ({ positions, normals, uvs, indices })),
    );
  expect(geometry(fromText.document)).toEqual(geometry(fromGlb.document));
  expect(fromText.document.getRoot().listTextures().length).toBe(fromGlb.document.getRoot().listTextures().length);
});

test('the sizes that a buffer without data claims are limited, and nothing is read from it', async () => {
  const huge = await zipCompressed((json) => {
    for (const buffer of json.buffers!) if (buffer.uri === undefined) buffer.byteLength = 2 ** 40;
    changeFirst(json, (view, packed) => {
      packed.count = 2 ** 32;
      view.byteLength = packed.count * packed.byteStride;
    });
  });
  await expect(readAnyModel(huge)).rejects.toMatchObject({ code: 'too_large' });
  const isEmpty = (buffer: GLTF.IBuffer): boolean => buffer.uri === undefined;
  const changes: ((json: GLTF.IGLTF) => void)[] = [
    (json) => changeFirst(json, (_, packed) => (packed.buffer = json.buffers!.findIndex(isEmpty))),
    (json) => changeFirst(json, (view) => delete view.extensions),
    (json) => delete json.buffers!.find(isEmpty)!.extensions,
    (json) => changeFirst(json, (view) => (view.byteOffset = 2 ** 20)),
  ];
  for (const change of changes) {
    await expect(readAnyModel(await zipCompressed(change))).rejects.toMatchObject({ code: 'truncated' });
  }
});
