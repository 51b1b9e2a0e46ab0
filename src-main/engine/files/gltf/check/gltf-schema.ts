import { z } from 'zod';

const index = z.int().nonnegative();
const bytes = z.int().nonnegative();
const finite = z.number();

const compressedView = z.looseObject({
  buffer: index,
  byteOffset: bytes.default(0),
  byteLength: bytes,
  byteStride: z.int().min(1).max(256),
  count: bytes,
});

const bufferView = z.looseObject({
  buffer: index,
  byteOffset: bytes.default(0),
  byteLength: bytes.min(1),
  byteStride: z.int().min(4).max(252).optional(),
  extensions: z
    .looseObject({
      EXT_meshopt_compression: compressedView.optional(),
      KHR_meshopt_compression: compressedView.optional(),
    })
    .optional(),
});

const componentType = z.union([5120, 5121, 5122, 5123, 5125, 5126].map((type) => z.literal(type)));

const accessor = z.looseObject({
  bufferView: index.optional(),
  byteOffset: bytes.default(0),
  componentType,
  count: z.int().min(1),
  type: z.enum(['SCALAR', 'VEC2', 'VEC3', 'VEC4', 'MAT2', 'MAT3', 'MAT4']),
  sparse: z
    .looseObject({
      count: z.int().min(1),
      indices: z.looseObject({ bufferView: index, byteOffset: bytes.default(0), componentType }),
      values: z.looseObject({ bufferView: index, byteOffset: bytes.default(0) }),
    })
    .optional(),
});

const node = z.looseObject({
  children: z.array(index).default([]),
  mesh: index.optional(),
  skin: index.optional(),
  matrix: z.array(finite).length(16).optional(),
  translation: z.array(finite).length(3).optional(),
  rotation: z.array(finite).length(4).optional(),
  scale: z.array(finite).length(3).optional(),
});

const primitive = z.looseObject({
  attributes: z.record(z.string(), index),
  indices: index.optional(),
  material: index.optional(),
  mode: z.int().min(0).max(6).optional(),
});

/** The validated part of a glTF description (glTF 2.0, chapter 5); other properties are ignored. Numbers are finite. */
export const gltfSchema = z.looseObject({
  asset: z.looseObject({ version: z.string() }),
  extensionsUsed: z.array(z.string()).default([]),
  extensionsRequired: z.array(z.string()).default([]),
  buffers: z
    .array(z.looseObject({ byteLength: bytes, uri: z.string().optional(), extensions: z.looseObject({}).optional() }))
    .default([]),
  bufferViews: z.array(bufferView).default([]),
  accessors: z.array(accessor).default([]),
  meshes: z.array(z.looseObject({ primitives: z.array(primitive).min(1) })).default([]),
  materials: z.array(z.looseObject({})).default([]),
  skins: z.array(z.looseObject({ joints: z.array(index), skeleton: index.optional() })).default([]),
  nodes: z.array(node).default([]),
  scenes: z.array(z.looseObject({ nodes: z.array(index).default([]) })).default([]),
  scene: index.optional(),
  images: z
    .array(z.looseObject({ uri: z.string().optional(), bufferView: index.optional(), mimeType: z.string().optional() }))
    .default([]),
});

/** A glTF description with valid structure; its indices and sizes are not yet checked. */
export type GltfDescription = z.infer<typeof gltfSchema>;
