import { zstdCompressSync } from 'node:zlib';
import type { Document } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import { unzipSync } from 'fflate';
import type { Sharp } from 'sharp';
import { findNumbers, type FbxElement, type FbxRead } from '../../src-main/engine/files/fbx/read/fbx-element.ts';
import { parseBinaryFbx } from '../../src-main/engine/files/fbx/read/parse-binary-fbx.ts';
import { encodeBmp } from '../../src-main/engine/files/images/encode-bmp.ts';
import { createIo, writeGlb } from '../../src-main/engine/files/gltf/read-glb.ts';
import { parseKtx2Header } from '../../src-shared/formats/ktx2-header.ts';
import { readEncoded } from '../helpers/images/encoded-ktx2.ts';
import { buildKtx2 } from '../helpers/images/ktx2-image.ts';
import { writeUsdc } from '../engine/files/import/usdc-writer.ts';

/** UASTC, a block of 4 × 4 texels (KTX 2.0, 3.9). */
const BLOCK_BYTES = 16;
const LARGEST_KTX2_EDGE = 4096;

/** The file of an archive whose name ends with `suffix`. */
export function findFile(zip: Uint8Array, suffix: string): Uint8Array {
  const [file] = Object.values(unzipSync(zip, { filter: ({ name }) => name.endsWith(suffix) }));
  if (file === undefined) throw new Error(`The archive has no file ${suffix}.`);
  return file;
}

/** The first surface of a document as a USD crate. */
export function toCrate(document: Document): Uint8Array {
  const primitive = document.getRoot().listMeshes()[0]!.listPrimitives()[0]!;
  const valuesOf = (semantic: string): number[] => [...primitive.getAttribute(semantic)!.getArray()!];
  const corners = [...primitive.getIndices()!.getArray()!];
  const interpolation = 'vertex';
  return writeUsdc({ upAxis: { token: 'Y' } }, [
    { path: '/model', type: 'Xform', properties: {} },
    {
      path: '/model/mesh',
      type: 'Mesh',
      properties: {
        points: { type: 'point3f[]', value: { vec3s: valuesOf('POSITION') } },
        faceVertexCounts: { type: 'int[]', value: { ints: Array<number>(corners.length / 3).fill(3) } },
        faceVertexIndices: { type: 'int[]', value: { ints: corners } },
        normals: { type: 'normal3f[]', value: { vec3s: valuesOf('NORMAL') }, interpolation },
        'primvars:st': { type: 'texCoord2f[]', value: { vec2s: valuesOf('TEXCOORD_0') }, interpolation },
      },
    },
  ]);
}

/** A binary STL as text. */
export function toTextStl(stl: Uint8Array): Uint8Array {
  const view = new DataView(stl.buffer, stl.byteOffset, stl.byteLength);
  const parts = [Buffer.from('solid sphere\n')];
  for (let at = 84; at + 50 <= stl.byteLength; at += 50) {
    const vertex = (k: number): string =>
      [0, 4, 8].map((offset) => view.getFloat32(at + 12 + k * 12 + offset, true)).join(' ');
    parts.push(
      Buffer.from(
        `facet normal 0 0 1\nouter loop\nvertex ${vertex(0)}\nvertex ${vertex(1)}\nvertex ${vertex(2)}\nendloop\nendfacet\n`,
      ),
    );
  }
  parts.push(Buffer.from('endsolid sphere\n'));
  return Buffer.concat(parts);
}

/** A binary FBX as text. */
export function toTextFbx(fbx: Uint8Array): Uint8Array {
  const parts = [Buffer.from('; FBX 7.4.0 project file\n')];
  const write = (element: FbxElement): void => {
    const { name, values, children } = element;
    if (typeof values[0] === 'object' && 'budget' in values[0]) {
      const numbers = findNumbers({ name: '', values: [], children: [element] }, name)!;
      parts.push(Buffer.from(`${name}: *${numbers.length} {\na: ${numbers.join(',')}\n}\n`));
      return;
    }
    const isList = children.length > 0;
    parts.push(Buffer.from(`${name}: ${values.map(toFbxWord).join(', ')}${isList ? ' {' : ''}\n`));
    children.forEach(write);
    if (isList) parts.push(Buffer.from('}\n'));
  };
  parseBinaryFbx(fbx).root.children.forEach(write);
  return Buffer.concat(parts);
}

function toFbxWord(value: FbxRead): string {
  if (typeof value === 'string') {
    return `"${value.split('\0\x01').reverse().join('::').replaceAll('"', '&quot;')}"`;
  }
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`;
  return String(Number(value));
}

/** A document as a text glTF with its buffer inside. */
export async function toEmbeddedGltf(document: Document): Promise<Uint8Array> {
  const { json, resources } = await createIo().writeJSON(document);
  for (const part of [...(json.buffers ?? []), ...(json.images ?? [])]) {
    const bytes = resources[part.uri ?? ''];
    if (bytes) part.uri = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  }
  return Buffer.from(JSON.stringify(json));
}

/** A document with so many texels of KTX2 textures, UASTC with Zstandard, in images as large as they may be. */
export function toKtx2Glb(document: Document, texels: number): Promise<Uint8Array> {
  const edge = Math.min(LARGEST_KTX2_EDGE, Math.sqrt(texels));
  document.createExtension(KHRTextureBasisu).setRequired(true);
  for (let at = 0; at < texels / edge ** 2; at++) {
    document
      .createTexture(`texture ${at + 1}`)
      .setMimeType('image/ktx2')
      .setImage(makeKtx2(edge, at));
  }
  return writeGlb(document);
}

/** A square KTX2 of the blocks of a real image, without order. */
function makeKtx2(edge: number, seed: number): Uint8Array<ArrayBuffer> {
  const sample = readEncoded('UASTC of an odd size, with alpha and levels');
  const { offset: from, width, height } = parseKtx2Header(sample);
  const count = Math.ceil(width / 4) * Math.ceil(height / 4);
  const file = buildKtx2('uastc', edge, [0, 0, 0], [0, 0, 0]);
  const { offset } = parseKtx2Header(file);
  let state = seed + 1;
  for (let at = offset; at < file.length; at += BLOCK_BYTES) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const start = from + ((state >>> 16) % count) * BLOCK_BYTES;
    file.set(sample.subarray(start, start + BLOCK_BYTES), at);
  }
  const level = zstdCompressSync(file.subarray(offset));
  // The scheme, and the length of the level.
  file.writeUInt32LE(2, 44);
  file.writeBigUInt64LE(BigInt(level.length), 88);
  return Uint8Array.from(Buffer.concat([file.subarray(0, offset), level]));
}

/** An image as a BMP with 24 bits for each pixel. */
export async function toBmp(image: Sharp): Promise<Uint8Array> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return encodeBmp({ width: info.width, height: info.height, data });
}
