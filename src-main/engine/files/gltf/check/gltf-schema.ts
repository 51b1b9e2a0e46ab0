import { z } from 'zod';
import { checkedList, checkedRecord } from './checked-list.ts';

/** Maximum number of attributes of a primitive or its instances; the time of the library grows with their square. */
const MAX_ATTRIBUTES = 1_000;

const index = z.int().nonnegative();
/** Accessors by the name of an attribute. */
export const attributesSchema = checkedRecord(index, MAX_ATTRIBUTES);
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
  children: checkedList(index).default([]),
  mesh: index.optional(),
  skin: index.optional(),
  matrix: checkedList(finite, 16, 16).optional(),
  translation: checkedList(finite, 3, 3).optional(),
  rotation: checkedList(finite, 4, 4).optional(),
  scale: checkedList(finite, 3, 3).optional(),
  extensions: z
    .looseObject({ EXT_mesh_gpu_instancing: z.looseObject({ attributes: attributesSchema }).optional() })
    .optional(),
});

const primitive = z.looseObject({
  attributes: attributesSchema,
  indices: index.optional(),
  material: index.optional(),
  mode: z.int().min(0).max(6).optional(),
  targets: checkedList(attributesSchema).default([]),
  extensions: z.looseObject({}).optional(),
});

/** The validated part of a glTF description (glTF 2.0, chapter 5); other properties are ignored. Numbers are finite. */
export const gltfSchema = z.looseObject({
  asset: z.looseObject({ version: z.string() }),
  extensionsUsed: checkedList(z.string()).default([]),
  extensionsRequired: checkedList(z.string()).default([]),
  buffers: checkedList(
    z.looseObject({ byteLength: bytes, uri: z.string().optional(), extensions: z.looseObject({}).optional() }),
  ).default([]),
  bufferViews: checkedList(bufferView).default([]),
  accessors: checkedList(accessor).default([]),
  meshes: checkedList(z.looseObject({ primitives: checkedList(primitive, 1) })).default([]),
  materials: checkedList(z.looseObject({})).default([]),
  skins: checkedList(z.looseObject({ joints: checkedList(index), skeleton: index.optional() })).default([]),
  nodes: checkedList(node).default([]),
  scenes: checkedList(z.looseObject({ nodes: checkedList(index).default([]) })).default([]),
  scene: index.optional(),
  animations: checkedList(
    z.looseObject({
      channels: checkedList(z.looseObject({})).default([]),
      samplers: checkedList(z.looseObject({})).default([]),
    }),
  ).default([]),
  extensions: z.looseObject({}).default({}),
  images: checkedList(
    z.looseObject({ uri: z.string().optional(), bufferView: index.optional(), mimeType: z.string().optional() }),
  ).default([]),
});

/** A glTF description with valid structure; its indices and sizes are not yet checked. */
export type GltfDescription = z.infer<typeof gltfSchema>;
