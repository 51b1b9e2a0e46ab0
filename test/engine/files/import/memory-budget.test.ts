import { NodeIO } from '@gltf-transform/core';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ModelError } from '../../../../src-main/engine/base/errors/model-error.ts';
import { checkMemory, measureModel } from '../../../../src-main/engine/files/import/memory-budget.ts';
import { checkGltfSizes } from '../../../../src-main/engine/files/gltf/check/check-gltf-sizes.ts';
import { gltfSchema } from '../../../../src-main/engine/files/gltf/check/gltf-schema.ts';
import { readGlbContainer } from '../../../../src-main/engine/files/gltf/check/read-glb-container.ts';
import { readGltf } from '../../../../src-main/engine/files/gltf/read-gltf.ts';
import { openZipArchive, type FileSource } from '../../../../src-main/engine/files/zip/zip-archive.ts';
import { readGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { readAnyModel } from '../../../../src-main/engine/files/model/read-any-model.ts';
import { makeTexturedSphere } from '../../../helpers/models/textured-sphere.ts';

const SPHERE = { triangles: 1_000_000, storedBytes: 28e6, drawnBytes: 28e6, texels: 0 };

test('a model that does not fit is refused with its triangles, and with how many would fit', () => {
  expect(() => checkMemory('quads', SPHERE)).toThrow(
    expect.objectContaining({
      code: 'too_large',
      detail: { id: 'model-limit.work', params: { count: 1_000_000, limit: 670_000 } },
    }),
  );
  expect(() =>
    checkMemory('quads', { triangles: 670_000, storedBytes: 18.7e6, drawnBytes: 18.7e6, texels: 0 }),
  ).not.toThrow();
});

test('instances count where work gives each its own mesh, and only there', () => {
  const instances = { triangles: 5_000_000, storedBytes: 1e6, drawnBytes: 140e6, texels: 0 };
  expect(() => checkMemory('import', instances)).not.toThrow();
  expect(() => checkMemory('segment', instances)).toThrow(ModelError);
});

test('textures count where they are decoded together', () => {
  const textured = { triangles: 500_000, storedBytes: 14e6, drawnBytes: 14e6, texels: 5 * 4096 ** 2 };
  expect(() => checkMemory('reshape', textured)).not.toThrow();
  expect(() => checkMemory('bake', textured)).toThrow(/about/);
  expect(() => checkMemory('bake', { ...textured, texels: 12 * 8192 ** 2 })).toThrow(/pixels/);
});

test('points without triangles are refused too', () => {
  expect(() => checkMemory('read', { triangles: 0, storedBytes: 1e9, drawnBytes: 1e9, texels: 0 })).toThrow(
    expect.objectContaining({ detail: { id: 'model-limit.available-memory', params: {} } }),
  );
});

test('a description and the model that was read from it have the same size', async () => {
  const document = await readGlb(await makeTexturedSphere(2_000, 8));
  const mesh = document.getRoot().listMeshes()[0]!;
  for (let copies = 0; copies < 3; copies++) document.createNode().setMesh(mesh);
  const glb = await new NodeIO().writeBinary(document);
  const { json, binary } = readGlbContainer(glb);
  const size = checkGltfSizes(gltfSchema.parse(json), binary.byteLength);
  const read = measureModel(await readGlb(glb));
  expect({ ...size, texels: 5 * 8 * 8 }).toEqual(read);
  expect(size.drawnBytes).toBe(4 * size.storedBytes);
});

test('a small file that decodes to hundreds of megabytes is refused before it is decoded', async () => {
  const document = await readGlb(await makeTexturedSphere(2_000, 8));
  const glb = await new NodeIO().writeBinary(document);
  const { json } = readGlbContainer(glb);
  const gltf = gltfSchema.parse(json);
  // Accessors without a view are zeros, which a file needs no bytes for.
  gltf.accessors.push({ type: 'VEC4', componentType: 5126, count: 25_000_000, byteOffset: 0 });
  expect(() => checkMemory('read', { ...checkGltfSizes(gltf, 1e9), texels: 0 })).toThrow(
    expect.objectContaining({ code: 'too_large' }),
  );
});

test('what is in memory beside a GLB counts, such as the files of a glTF it was made of', async () => {
  const glb = await makeTexturedSphere(2_000, 8);
  await expect(readGlb(glb, 'read', 290e6)).resolves.toBeDefined();
  await expect(readGlb(glb, 'read', 310e6)).rejects.toMatchObject({ code: 'too_large' });
});

/** A glTF in an archive: buffers of these files, each of them of these many zeros. */
function zipGltf(uris: readonly string[], bytes: number): Uint8Array {
  const buffers = uris.map((uri) => ({ uri, byteLength: bytes }));
  const gltf = { asset: { version: '2.0' }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{}], buffers };
  const zeros = new Uint8Array(bytes);
  return zipSync({
    'model.gltf': Buffer.from(JSON.stringify(gltf)),
    ...Object.fromEntries(uris.map((uri) => [uri, zeros])),
  });
}

test('the files of a glTF are read once, and refused before they are in memory twice', async () => {
  const open = async (zip: Uint8Array) => {
    const files = await openZipArchive(zip);
    const reads: string[] = [];
    const counted: FileSource = {
      ...files,
      open(path, folder) {
        const file = files.open(path, folder);
        return file && { ...file, readAll: () => (reads.push(path), file.readAll()) };
      },
    };
    const text = (await files.read('model.gltf'))!;
    return { reads, error: await readGltf(text, counted, '').catch((cause: unknown) => cause) };
  };
  expect((await open(zipGltf(Array<string>(17).fill('a.bin'), 60e6))).reads).toEqual(['a.bin']);
  const many = await open(zipGltf(['a.bin', 'b.bin', 'c.bin', 'd.bin'], 60e6));
  expect(many.error).toMatchObject({ code: 'too_large', detail: { id: 'model-limit.available-memory' } });
  expect(many.reads).toEqual(['a.bin', 'b.bin', 'c.bin']);
});

test('the JSON of a glTF is limited before it is parsed', async () => {
  const text = Buffer.alloc(64 * 1024 ** 2 + 1, ' ');
  text.write('{"asset":{"version":"2.0"}');
  text.write('}', text.length - 1);
  await expect(readAnyModel(text)).rejects.toMatchObject({ detail: { id: 'gltf.json-too-large' } });
});
