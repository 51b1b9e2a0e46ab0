import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import type { FbxNode, FbxNumbers, FbxValue } from './fbx-node.ts';

const VERSION = 7400;
const MAGIC = 'Kaydara FBX Binary  \0\x1a\0';
const FOOTER_ID = Buffer.from('fabcab09d0c8d466b176fb831cf7267e', 'hex');
const END_MAGIC = Buffer.from('f85a8c6adef5d97eece90ce3758f290b', 'hex');
const NODE_HEADER = 13;
const LARGEST_FILE = 2 ** 32 - 1;
/** Shorter arrays do not compress. */
const SMALLEST_PACKED_BYTES = 128;
/** The fastest level: most of a file is images, which do not compress. */
const PACKING = { level: 1 };

const deflateAsync = promisify(deflate);

/**
 * Writes top-level nodes as a binary FBX file, version 7400 (layout as documented by Blender's io_scene_fbx). Arrays
 * are deflated on libuv's threads, each once even if several nodes share it. Throws `ModelError` `too_large` past 4 GB,
 * the limit of this version's offsets.
 */
export async function encodeFbx(nodes: readonly FbxNode[]): Promise<Uint8Array> {
  const packed = await packArrays(nodes);
  const chunks: Uint8Array[] = [];
  let offset = 0;
  const push = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    offset += chunk.length;
  };

  const pushNode = (node: FbxNode): void => {
    const name = Buffer.from(node.name);
    const header = Buffer.alloc(NODE_HEADER + name.length);
    push(header);
    const start = offset;
    for (const value of node.values) for (const chunk of encodeValue(value, packed)) push(chunk);
    const valueBytes = offset - start;
    if (node.children) {
      node.children.forEach(pushNode);
      push(Buffer.alloc(NODE_HEADER));
    }
    if (offset > LARGEST_FILE) throw new ModelError('too_large', engineMessage('model-file.too-large-for-fbx'));
    header.writeUInt32LE(offset, 0);
    header.writeUInt32LE(node.values.length, 4);
    header.writeUInt32LE(valueBytes, 8);
    header.writeUInt8(name.length, 12);
    name.copy(header, NODE_HEADER);
  };

  push(Buffer.from(MAGIC, 'latin1'));
  push(uint32(VERSION));
  nodes.forEach(pushNode);
  push(Buffer.alloc(NODE_HEADER));
  push(FOOTER_ID);
  push(Buffer.alloc(4));
  // Pads to a multiple of 16, with at least one byte.
  push(Buffer.alloc(16 - (offset % 16)));
  push(uint32(VERSION));
  push(Buffer.alloc(120));
  push(END_MAGIC);
  return Buffer.concat(chunks);
}

/** Deflates every array that is large enough. */
async function packArrays(nodes: readonly FbxNode[]): Promise<Map<FbxNumbers, Uint8Array>> {
  const arrays = new Set<FbxNumbers>();
  const collect = (node: FbxNode): void => {
    for (const value of node.values) {
      if (isNumberArray(value) && value.byteLength >= SMALLEST_PACKED_BYTES) arrays.add(value);
    }
    node.children?.forEach(collect);
  };
  nodes.forEach(collect);
  const pairs = [...arrays].map(async (array) => [array, await deflateAsync(bytesOf(array), PACKING)] as const);
  return new Map(await Promise.all(pairs));
}

function encodeValue(value: FbxValue, packed: ReadonlyMap<FbxNumbers, Uint8Array>): Uint8Array[] {
  if (isNumberArray(value)) {
    const deflated = packed.get(value);
    const content = deflated ?? bytesOf(value);
    return [
      Buffer.from(typeOf(value)),
      uint32(value.length),
      uint32(deflated ? 1 : 0),
      uint32(content.length),
      content,
    ];
  }
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return [Buffer.from('S'), uint32(text.length), text];
  }
  if (value instanceof Uint8Array) return [Buffer.from('R'), uint32(value.length), value];

  const chunk = Buffer.alloc(9);
  if (typeof value === 'boolean') {
    chunk.write('C');
    return [chunk.subarray(0, chunk.writeUInt8(value ? 1 : 0, 1))];
  }
  if (typeof value === 'number') {
    chunk.write('I');
    return [chunk.subarray(0, chunk.writeInt32LE(value, 1))];
  }
  if (typeof value === 'bigint') {
    chunk.write('L');
    return [chunk.subarray(0, chunk.writeBigInt64LE(value, 1))];
  }
  chunk.write('D');
  return [chunk.subarray(0, chunk.writeDoubleLE(value.double, 1))];
}

function isNumberArray(value: FbxValue): value is FbxNumbers {
  return ArrayBuffer.isView(value) && !(value instanceof Uint8Array);
}

function typeOf(array: FbxNumbers): 'd' | 'f' | 'i' | 'l' {
  if (array instanceof Float64Array) return 'd';
  if (array instanceof Float32Array) return 'f';
  return array instanceof Int32Array ? 'i' : 'l';
}

function bytesOf(array: FbxNumbers): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function uint32(value: number): Uint8Array {
  const chunk = Buffer.alloc(4);
  chunk.writeUInt32LE(value);
  return chunk;
}
