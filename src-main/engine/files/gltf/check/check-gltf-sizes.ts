import { engineMessage } from '../../../../../src-shared/api/messages/engine/engine-message.ts';
import { ModelError } from '../../../base/errors/model-error.ts';
import { checkDrawnCorners } from '../../import/import-limits.ts';
import type { ModelSize } from '../../import/memory-budget.ts';
import type { GltfDescription } from './gltf-schema.ts';

/** The mode of separate triangles; strips and fans have higher ones, points and lines lower (glTF 2.0, 5.24.4). */
const TRIANGLES = 4;
const COMPONENT_BYTES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 } as const;

type Accessor = GltfDescription['accessors'][number];
type BufferView = GltfDescription['bufferViews'][number];

/**
 * Checks that every buffer is inside the file, every view inside its buffer and every accessor inside its view, and
 * that the number of triangles is within its limit. Returns the size of the model without its textures; instances
 * of extensions are not counted. Throws `ModelError`.
 */
export function checkGltfSizes(gltf: GltfDescription, binaryBytes: number): Omit<ModelSize, 'texels'> {
  checkBuffers(gltf, binaryBytes);
  const { corners, triangles, bytes } = measureDrawn(gltf);
  checkDrawnCorners(corners);
  let storedBytes = 0;
  for (const view of gltf.bufferViews) storedBytes += checkView(view, gltf);
  for (const accessor of gltf.accessors) storedBytes += checkAccessor(accessor, gltf);
  return { triangles, storedBytes, drawnBytes: Math.max(storedBytes, bytes) };
}

/** What is drawn, in which a mesh counts once for each of its nodes. */
interface Drawn {
  readonly corners: number;
  readonly triangles: number;
  readonly bytes: number;
}

function measureDrawn({ nodes, meshes, accessors }: GltfDescription): Drawn {
  const bytesOf = (at: number): number => {
    const { type, componentType, count } = accessors[at]!;
    return count * elementBytes(type, COMPONENT_BYTES[componentType]!);
  };
  const sizes = meshes.map(({ primitives }) =>
    addUp(
      primitives.map(({ attributes, indices, mode = TRIANGLES }) => {
        const drawn = indices ?? attributes['POSITION'];
        const corners = drawn === undefined ? 0 : accessors[drawn]!.count;
        const parts = indices === undefined ? Object.values(attributes) : [...Object.values(attributes), indices];
        const triangles = mode < TRIANGLES ? 0 : mode === TRIANGLES ? corners / 3 : corners;
        return { corners, triangles, bytes: parts.reduce((sum, at) => sum + bytesOf(at), 0) };
      }),
    ),
  );
  return addUp(nodes.flatMap(({ mesh }) => (mesh === undefined ? [] : [sizes[mesh]!])));
}

function addUp(sizes: readonly Drawn[]): Drawn {
  const total = { corners: 0, triangles: 0, bytes: 0 };
  for (const { corners, triangles, bytes } of sizes) {
    total.corners += corners;
    total.triangles += triangles;
    total.bytes += bytes;
  }
  return total;
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
  if (hasFallback(gltf.buffers[packed.buffer]?.extensions)) throw outside();
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
