import { Document, NodeIO } from '@gltf-transform/core';
import { EXTMeshGPUInstancing, EXTMeshoptCompression, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, expect, test } from 'vitest';
import { toFlatMeshes } from '../../../../src-main/engine/base/document/flat-meshes.ts';
import { readGlb, writeGlb } from '../../../../src-main/engine/files/gltf/read-glb.ts';
import { createAsymmetricModel } from '../asymmetric-model.ts';

let glb: Uint8Array;
beforeAll(async () => {
  glb = await writeGlb(await createAsymmetricModel());
});

/** The GLB with one value of its description replaced, or taken out if it is undefined; lengths are right again. */
function withValue(path: string, value: unknown): Uint8Array {
  return withText((text) => {
    const json: unknown = JSON.parse(text);
    const keys = path.split('.');
    const last = keys.pop()!;
    const owner = keys.reduce((place, key) => (place as Record<string, unknown>)[key], json);
    (owner as Record<string, unknown>)[last] = value;
    return JSON.stringify(json);
  });
}

/** The GLB with its description replaced; lengths are right again. */
function withText(change: (text: string) => string): Uint8Array {
  const bytes = Buffer.from(glb);
  const length = bytes.readUInt32LE(12);
  let text = Buffer.from(change(bytes.toString('utf8', 20, 20 + length)));
  text = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const rest = bytes.subarray(20 + length);
  const head = Buffer.from(bytes.subarray(0, 20));
  head.writeUInt32LE(20 + text.length + rest.length, 8);
  head.writeUInt32LE(text.length, 12);
  return Buffer.concat([head, text, rest]);
}

/** Where the binary chunk begins. */
function binaryChunk(): number {
  return 20 + Buffer.from(glb).readUInt32LE(12);
}

function withNumber(offset: number, value: number): Uint8Array {
  const bytes = Buffer.from(glb);
  bytes.writeUInt32LE(value, offset);
  return bytes;
}

async function codeOf(bytes: Uint8Array): Promise<string> {
  return readGlb(bytes).then(
    () => 'read',
    (error: { name: string; code: string; message: string }) => {
      expect(error.name).toBe('ModelError');
      expect(error.message).toMatch(/^[A-Z].*\.$/s);
      return error.code;
    },
  );
}

test('a sound GLB is read, also with bytes behind its end', async () => {
  expect(toFlatMeshes(await readGlb(glb))).toHaveLength(1);
  expect(await codeOf(Buffer.concat([glb, Buffer.alloc(7)]))).toBe('read');
});

test.each([
  ['an empty file', () => new Uint8Array(), 'not_a_model'],
  ['another kind of file', () => Buffer.from('%PDF-1.7 and so on and on'), 'not_a_model'],
  ['only the magic', () => glb.subarray(0, 4), 'truncated'],
  ['half of a file', () => glb.subarray(0, glb.length / 2), 'truncated'],
  ['version 1', () => withNumber(4, 1), 'unsupported'],
  ['a length beyond the file', () => withNumber(8, 0xffffffff), 'truncated'],
  ['a length within the header', () => withNumber(8, 12), 'truncated'],
  ['a description beyond the file', () => withNumber(12, 0xfffffff0), 'truncated'],
  ['a description of no bytes', () => withNumber(12, 0), 'not_a_model'],
  ['a first chunk of another kind', () => withNumber(16, 1), 'not_a_model'],
  ['a binary chunk beyond the file', () => withNumber(binaryChunk(), 0x7fffffff), 'truncated'],
  ['a description that is no JSON', () => withText(() => '{"asset":'), 'not_a_model'],
  ['a description that is a list', () => withText(() => '[]'), 'not_a_model'],
  ['a description nested too deep', () => withText(() => '['.repeat(5_000_000)), 'too_large'],
  ['a description of more than 64 MB', () => withText((text) => text.padEnd(64 * 1024 * 1024 + 4)), 'too_large'],
])('%s is refused with a code and a sentence', async (_, damage, code) => {
  expect(await codeOf(damage())).toBe(code);
});

const sparse = { count: 2, indices: { bufferView: 99, componentType: 5123 }, values: { bufferView: 0 } };

test.each([
  ['glTF 1', 'asset.version', '1.0', 'unsupported'],
  ['an unknown required extension', 'extensionsRequired', ['X_y'], 'unsupported'],
  ['a huge count', 'accessors.0.count', 2 ** 40, 'truncated'],
  ['a huge count without data', 'accessors.0', { count: 2 ** 40, type: 'VEC3', componentType: 5126 }, 'too_large'],
  ['a negative count', 'accessors.0.count', -1, 'not_a_model'],
  ['a broken count', 'accessors.0.count', 1.5, 'not_a_model'],
  ['a count of words', 'accessors.0.count', '24', 'not_a_model'],
  ['a count too many', 'accessors.0.count', 25, 'truncated'],
  ['an accessor offset', 'accessors.0.byteOffset', 2 ** 31, 'truncated'],
  ['an unknown component', 'accessors.0.componentType', 5130, 'not_a_model'],
  ['a missing view', 'accessors.0.bufferView', 99, 'truncated'],
  ['a sparse accessor without data', 'accessors.0.sparse', sparse, 'truncated'],
  ['a view beyond its buffer', 'bufferViews.0.byteLength', 2 ** 31, 'truncated'],
  ['a view offset', 'bufferViews.0.byteOffset', 2 ** 31, 'truncated'],
  ['a view of a missing buffer', 'bufferViews.0.buffer', 1, 'truncated'],
  ['a buffer beyond the file', 'buffers.0.byteLength', 2 ** 31, 'truncated'],
  ['a buffer elsewhere', 'buffers.0.uri', '/etc/passwd', 'unsupported'],
  ['an image elsewhere', 'images.0', { uri: 'file:///etc/passwd' }, 'unsupported'],
  ['an image without data', 'images.0', {}, 'not_a_model'],
  ['a node within itself', 'nodes.0.children', [0], 'not_a_model'],
  ['a ring of nodes', 'nodes', [{}, { children: [2] }, { children: [1] }], 'not_a_model'],
  ['a child of two parents', 'nodes', [{}, { children: [0] }, { children: [0] }], 'not_a_model'],
  ['a child that is not there', 'nodes.0.children', [9], 'not_a_model'],
  [
    'nodes nested too deep',
    'nodes',
    Array.from({ length: 600 }, (_, i) => (i ? { children: [i - 1] } : {})),
    'too_large',
  ],
  ['too many nodes', 'nodes', Array(100_001).fill({}), 'too_large'],
  ['a mesh that is not there', 'nodes.0.mesh', 7, 'not_a_model'],
  ['a scene that is not there', 'scene', 7, 'not_a_model'],
  ['an attribute that is not there', 'meshes.0.primitives.0.attributes.POSITION', 99, 'not_a_model'],
  ['positions of two coordinates', 'accessors.0.type', 'VEC2', 'not_a_model'],
  ['attributes of different lengths', 'accessors.0.count', 3, 'not_a_model'],
])('a description with %s is refused with a code and a sentence', async (_, path, value, code) => {
  expect(await codeOf(withValue(path, value))).toBe(code);
});

test('a stride that leads out of the view is refused', async () => {
  const strided = withText((text) => text.replace('"target":34962', '"byteStride":252,"target":34962'));
  expect(strided.length).toBeGreaterThan(glb.length);
  expect(await codeOf(strided)).toBe('truncated');
});

test('more triangles than can be held are counted in the description', async () => {
  const counted = withText((text) => {
    const json = JSON.parse(text) as { accessors: object[]; meshes: { primitives: { indices: number }[] }[] };
    const { indices } = json.meshes[0]!.primitives[0]!;
    json.accessors[indices] = { count: 15_000_003, type: 'SCALAR', componentType: 5121 };
    return JSON.stringify(json);
  });
  await expect(readGlb(counted)).rejects.toMatchObject({
    code: 'too_large',
    detail: { id: 'model-limit.triangles', params: { limit: 5_000_000 } },
  });
});

test('points that lie nowhere, faces without points and repeated geometry without end are refused', async () => {
  const nowhere = await createAsymmetricModel();
  nowhere.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getAttribute('POSITION')!.getArray()![4] = NaN;
  expect(await codeOf(await writeGlb(nowhere))).toBe('not_a_model');

  const pointless = await createAsymmetricModel();
  pointless.getRoot().listMeshes()[0]!.listPrimitives()[0]!.getIndices()!.getArray()![4] = 24;
  expect(await codeOf(await writeGlb(pointless))).toBe('not_a_model');

  const endless = await createAsymmetricModel();
  const instances = endless.createExtension(EXTMeshGPUInstancing).setRequired(true).createInstancedMesh();
  const places = endless.createAccessor().setType('VEC3').setArray(new Float32Array(300_003));
  instances.setAttribute('TRANSLATION', places);
  endless.getRoot().listNodes()[0]!.setExtension('EXT_mesh_gpu_instancing', instances);
  expect(await codeOf(await writeGlb(endless))).toBe('too_large');
  places.setArray(new Float32Array([0, 0, 0, 100, 0, 0]));
  expect(toFlatMeshes(await readGlb(await writeGlb(endless)))).toHaveLength(2);
});

test('an image whose header claims too many pixels is refused before it is decoded', async () => {
  const model = await createAsymmetricModel();
  const texture = model.getRoot().listTextures()[0]!;
  const png = Buffer.from(texture.getImage()!);
  png.writeUInt32BE(70_000, 16);
  texture.setImage(png);
  expect(await codeOf(await writeGlb(model))).toBe('too_large');
});

test('any single damaged byte gives a model or a ModelError', async () => {
  for (let at = 0; at < glb.length; at += 23) {
    const bytes = Uint8Array.from(glb);
    bytes[at]! ^= 0x55;
    await codeOf(bytes);
  }
});

test('Draco and meshopt are decoded, and what is written again is not compressed', async () => {
  const encoder = await draco3d.createEncoderModule();
  const io = new NodeIO().registerExtensions([KHRDracoMeshCompression, EXTMeshoptCompression]);
  io.registerDependencies({ 'draco3d.encoder': encoder, 'meshopt.encoder': MeshoptEncoder });
  await MeshoptEncoder.ready;
  for (const extension of [KHRDracoMeshCompression, EXTMeshoptCompression]) {
    const model = await createAsymmetricModel();
    model.createExtension<KHRDracoMeshCompression | EXTMeshoptCompression>(extension).setRequired(true);
    const packed = await io.writeBinary(model);
    expect(Buffer.from(packed).includes(extension.EXTENSION_NAME)).toBe(true);
    const read = await readGlb(packed);
    expect(toFlatMeshes(read)[0]!.primitives[0]!.indices).toHaveLength(36);
    expect(Buffer.from(await writeGlb(read)).includes(extension.EXTENSION_NAME)).toBe(false);
  }
});

test('a document of several buffers is written as one GLB', async () => {
  const model = new Document();
  for (const name of ['a', 'b']) {
    const positions = model
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array(9))
      .setBuffer(model.createBuffer());
    const mesh = model.createMesh().addPrimitive(model.createPrimitive().setAttribute('POSITION', positions));
    model.createScene().addChild(model.createNode(name).setMesh(mesh));
  }
  expect((await readGlb(await writeGlb(model))).getRoot().listMeshes()).toHaveLength(2);
});

test.each(['image/jpg', 'image/jpeg', 'image/webp'])('a PNG that is declared as %s is a PNG', async (mime) => {
  const model = await createAsymmetricModel();
  for (const texture of model.getRoot().listTextures()) texture.setMimeType(mime);
  const glb = await new NodeIO().writeBinary(model);
  const read = await readGlb(glb);
  const types = read.getRoot().listTextures();
  expect(types.map((texture) => texture.getMimeType())).toEqual(['image/png', 'image/png', 'image/png']);
});
