import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { checkDrawnCorners } from '../../import/import-limits.ts';
import type { GltfDescription } from './gltf-schema.ts';

/** Maximum size of all accessors once decoded; about 20 million triangles with normals and UVs. */
const MAX_DECODED_BYTES = 1024 ** 3;

const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

type Accessor = GltfDescription['accessors'][number];
type BufferView = GltfDescription['bufferViews'][number];

/**
 * Checks that every buffer is inside the file, every view inside its buffer and every accessor inside its view, and
 * that the number of triangles and the decoded size are within their limits. Throws `ModelError`.
 */
export function checkGltfSizes(gltf: GltfDescription, binaryBytes: number): void {
  checkBuffers(gltf, binaryBytes);
  checkDrawnCorners(countDrawnCorners(gltf));
  let decodedBytes = 0;
  for (const view of gltf.bufferViews) decodedBytes += checkView(view, gltf);
  for (const accessor of gltf.accessors) decodedBytes += checkAccessor(accessor, gltf);
  if (decodedBytes > MAX_DECODED_BYTES) {
    throw new ModelError('too_large', engineMessage('model-limit.memory'));
  }
}

/** Instances of extensions are counted after decoding. */
function countDrawnCorners({ nodes, meshes, accessors }: GltfDescription): number {
  const sizes = meshes.map(({ primitives }) =>
    primitives.reduce((sum, { attributes, indices }) => {
      const drawn = indices ?? attributes['POSITION'];
      return sum + (drawn === undefined ? 0 : accessors[drawn]!.count);
    }, 0),
  );
  return nodes.reduce((sum, { mesh }) => sum + (mesh === undefined ? 0 : sizes[mesh]!), 0);
}

function checkBuffers(gltf: GltfDescription, binaryBytes: number): void {
  gltf.buffers.forEach((buffer, i) => {
    if (buffer.uri !== undefined) {
      throw new ModelError('unsupported', engineMessage('gltf.external-geometry'));
    }
    // Meshopt's fallback buffers have no bytes; their views contain the compressed range themselves.
    const isFallback = hasFallback(buffer.extensions);
    if (!isFallback && (i > 0 || buffer.byteLength > binaryBytes)) {
      throw new ModelError('truncated', engineMessage('gltf.buffer-missing-data'));
    }
  });
}

function hasFallback(extensions: Record<string, unknown> | undefined): boolean {
  const names = ['EXT_meshopt_compression', 'KHR_meshopt_compression'];
  return names.some((name) => (extensions?.[name] as { fallback?: unknown } | undefined)?.fallback === true);
}

/** Checks a view; returns the bytes it decodes to beyond the file's own. */
function checkView(view: BufferView, gltf: GltfDescription): number {
  checkRange(view, gltf);
  const packed = view.extensions?.EXT_meshopt_compression ?? view.extensions?.KHR_meshopt_compression;
  if (!packed) {
    if (hasFallback(gltf.buffers[view.buffer]?.extensions)) throw outside();
    return 0;
  }
  checkRange(packed, gltf);
  if (packed.count * packed.byteStride !== view.byteLength) throw outside();
  return view.byteLength;
}

function checkRange(range: { buffer: number; byteOffset: number; byteLength: number }, gltf: GltfDescription): void {
  const buffer = gltf.buffers[range.buffer];
  if (!buffer || range.byteOffset + range.byteLength > buffer.byteLength) throw outside();
}

/** Checks an accessor; returns the bytes it decodes to. */
function checkAccessor(accessor: Accessor, gltf: GltfDescription): number {
  const component = COMPONENT_BYTES[accessor.componentType]!;
  const element = elementBytes(accessor.type, component);
  if (accessor.bufferView !== undefined) {
    checkSpan(gltf, accessor.bufferView, accessor.byteOffset, accessor.count, element);
  }
  const sparse = accessor.sparse;
  if (sparse) {
    if (sparse.count > accessor.count) throw outside();
    const indexBytes = COMPONENT_BYTES[sparse.indices.componentType]!;
    checkSpan(gltf, sparse.indices.bufferView, sparse.indices.byteOffset, sparse.count, indexBytes);
    checkSpan(gltf, sparse.values.bufferView, sparse.values.byteOffset, sparse.count, element);
  }
  return accessor.count * element;
}

/** Returns the size of an element; columns of small matrices begin at multiples of four bytes (glTF 2.0, 3.6.2.4). */
function elementBytes(type: Accessor['type'], component: number): number {
  const rows = { MAT2: 2, MAT3: 3, MAT4: 4 }[type as string];
  return rows ? rows * Math.ceil((rows * component) / 4) * 4 : COMPONENTS[type] * component;
}

function checkSpan(gltf: GltfDescription, view: number, offset: number, count: number, element: number): void {
  const bufferView = gltf.bufferViews[view];
  if (!bufferView) throw outside();
  const stride = bufferView.byteStride ?? element;
  if (stride < element || offset + (count - 1) * stride + element > bufferView.byteLength) throw outside();
}

function outside(): ModelError {
  return new ModelError('truncated', engineMessage('gltf.buffer-bounds'));
}
