import { z } from 'zod';
import { generatorCredit } from '../api/generators/generator-state.ts';
import { VIEW_SLOTS } from '../formats/source-kind.ts';
import { assetId, deliverySchema, dimensions, utcTimestamp, sha256, upAxis } from './delivery-schemas.ts';

/**
 * Purpose of a file in an asset; `texture` includes materials and buffers of a model file, `splat` is a Gaussian splat,
 * which programs would import as a point cloud.
 */
const FILE_ROLES = ['model', 'splat', 'texture', 'preview', 'source'] as const;

/** Purpose of a file in an asset. */
export type FileRole = (typeof FILE_ROLES)[number];

/** Relative path with forward slashes that stays inside the folder. */
const relativePath = z
  .string()
  .max(1_000)
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'))
  .refine((path) => !/[\\:\0]/.test(path));

/** One file of an asset. Axes, unit and content are null if they do not apply. */
const manifestFile = z.object({
  path: relativePath,
  role: z.enum(FILE_ROLES),
  /** The file's format, as its extension without dot. */
  format: z.string().regex(/^[a-z0-9]{1,16}$/),
  bytes: z.int().min(0),
  sha256,
  upAxis: upAxis.nullable(),
  /** Direction of the model's front, in the file's axes. */
  forwardAxis: z.enum(['X', '-X', 'Y', '-Y', 'Z', '-Z']).nullable(),
  metersPerUnit: z.number().min(1e-6).max(1e6).nullable(),
  /** In the file's axes, skinned meshes in the rest pose. */
  dimensions: dimensions.nullable(),
  triangles: z.int().min(0).nullable(),
  /** Number of Gaussian splats; only for files of splats. */
  splats: z.int().min(0).optional(),
  /** Number of images that a program is expected to link. */
  textures: z.int().min(0).nullable(),
  /** Names of animation clips. */
  clips: z.array(z.string()),
  hasSkeleton: z.boolean(),
});

/** One file of an asset. */
export type ManifestFile = Readonly<z.infer<typeof manifestFile>>;

/** An operation that contributed to the asset, with the data to repeat it. */
const manifestStep = z.object({
  operation: z.string(),
  params: z.record(z.string(), z.unknown()),
  taskId: z.string().nullable(),
  seeds: z.record(z.string(), z.int()),
  /** The generator of the user that made its result, with the parameters it was given; absent: the service itself. */
  generator: generatorCredit.optional(),
});

/** A decimal amount as text: credits are never a binary float. */
const amount = z.string().regex(/^\d+(\.\d+)?$/);

/** The manifest of a finished asset or of a later result in its folder. Unknown keys of newer versions are ignored. */
export const manifest = z.object({
  schema: deliverySchema,
  id: assetId,
  name: z.string().min(1).max(200),
  createdAt: utcTimestamp,
  recipe: z.object({ id: z.string(), version: z.int() }).nullable(),
  /** Kind of service that created it; contains nothing that identifies an account. */
  service: z.object({ kind: z.enum(['cloud', 'local']) }).nullable(),
  steps: z.array(manifestStep),
  credits: z.object({ charged: amount, back: amount }).nullable(),
  source: z
    .object({
      name: z.string(),
      sha256: sha256.nullable(),
      /** Masks that the user chose (`MaskMethod`), each with the view it belongs to; absent: none. */
      masks: z
        .array(z.object({ view: z.enum(VIEW_SLOTS).nullable(), method: z.string().max(40) }))
        .max(VIEW_SLOTS.length)
        .optional(),
    })
    .nullable(),
  files: z.array(manifestFile).min(1).max(1_000),
  /** Notes for the user, such as omissions of a conversion. */
  notes: z.array(z.string()),
  licence: z.string().nullable(),
  /** Id of the first result in the folder; absent: this is it. */
  asset: assetId.optional(),
  /** Name of the model that this one was made from, relative to the folder; absent: the source, or not in the folder. */
  from: relativePath.optional(),
  /** What the operations made of the asset, as in the file name: `bricks`; absent: the asset itself. */
  kind: z.string().max(100).optional(),
  /** Version of its kind: other parameters or another attempt. Another format has the same version. Absent: 1. */
  version: z.int().min(1).optional(),
});

/** A finished asset, or a later result in its folder. */
export type Manifest = Readonly<z.infer<typeof manifest>>;
