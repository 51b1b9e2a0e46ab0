import { z } from 'zod';
import { checkedList } from '../../engine/files/gltf/check/checked-list.ts';
import { attributesSchema, gltfSchema } from '../../engine/files/gltf/check/gltf-schema.ts';

const index = z.int().nonnegative();
const slot = z.looseObject({ index }).optional();
const three = checkedList(z.number(), 3, 3);

/** The checked description of a glTF, with the parts that describe its content. */
export const describedGltf = gltfSchema.extend({
  accessors: checkedList(
    z.looseObject({
      bufferView: index.optional(),
      byteOffset: z.int().nonnegative().default(0),
      componentType: z.int(),
      normalized: z.boolean().default(false),
      count: z.int(),
      type: z.string(),
      sparse: z.unknown().optional(),
      min: three.optional().catch(undefined),
      max: three.optional().catch(undefined),
    }),
  ).default([]),
  meshes: checkedList(
    z.looseObject({
      weights: checkedList(z.number()).default([]),
      primitives: checkedList(
        z.looseObject({
          attributes: attributesSchema,
          indices: index.optional(),
          material: index.optional(),
          mode: z.int().default(4),
        }),
      ),
    }),
  ).default([]),
  materials: checkedList(
    z.looseObject({
      pbrMetallicRoughness: z.looseObject({ baseColorTexture: slot, metallicRoughnessTexture: slot }).optional(),
      normalTexture: slot,
      occlusionTexture: slot,
      emissiveTexture: slot,
      extensions: z.looseObject({}).default({}),
    }),
  ).default([]),
  textures: checkedList(z.looseObject({ source: index.optional() })).default([]),
  skins: checkedList(z.looseObject({ joints: checkedList(index), inverseBindMatrices: index.optional() })).default([]),
  animations: checkedList(
    z.looseObject({
      name: z.string().default(''),
      channels: checkedList(z.looseObject({ target: z.looseObject({ node: index.optional() }) })).default([]),
    }),
  ).default([]),
});

/** A glTF's JSON with access to its buffer. */
export type DescribedGltf = z.infer<typeof describedGltf>;

/** Reads bytes of the first buffer, from the file at its `uri` or from the GLB itself; null: they are missing. */
export type ReadBinary = (offset: number, bytes: number, uri: string | undefined) => Promise<Buffer | null>;
