import { z } from 'zod';
import { assetId, deliverySchema, dimensions, utcTimestamp, sha256, upAxis } from './delivery-schemas.ts';

/**
 * What a file of an asset is for; `texture` also stands for materials and buffers that a model file asks for, `splat` is a
 * Gaussian splat, which programs would take for a cloud of points.
 */
const FILE_ROLES = ['model', 'splat', 'texture', 'preview', 'source'] as const;

/** What a file of an asset is for. */
export type FileRole = (typeof FILE_ROLES)[number];

/** Relative, with forward slashes; never absolute, never out of the folder. */
const relativePath = z
  .string()
  .max(1_000)
  .refine((path) => path.split('/').every((part) => part !== '' && part !== '.' && part !== '..'))
  .refine((path) => !/[\\:\0]/.test(path));

/** One file of an asset. What is said of axes, unit and content is null where it does not apply. */
const manifestFile = z.object({
  path: relativePath,
  role: z.enum(FILE_ROLES),
  /** The file's format, as its ending without dot. */
  format: z.string().regex(/^[a-z0-9]{1,16}$/),
  bytes: z.int().min(0),
  sha256,
  upAxis: upAxis.nullable(),
  /** Where the model's front looks, in the file's axes. */
  forwardAxis: z.enum(['X', '-X', 'Y', '-Y', 'Z', '-Z']).nullable(),
  metersPerUnit: z.number().min(1e-6).max(1e6).nullable(),
  /** In the file's axes, skinned meshes at rest. */
  dimensions: dimensions.nullable(),
  triangles: z.int().min(0).nullable(),
  /** How many Gaussian splats; only of a file of them. */
  splats: z.int().min(0).optional(),
  /** How many images a program is expected to link. */
  textures: z.int().min(0).nullable(),
  /** Names of animation clips. */
  clips: z.array(z.string()),
  hasSkeleton: z.boolean(),
});

/** One file of an asset. */
export type ManifestFile = Readonly<z.infer<typeof manifestFile>>;

/** An operation that took part in making the asset, with what is needed to repeat it. */
const manifestStep = z.object({
  operation: z.string(),
  params: z.record(z.string(), z.unknown()),
  taskId: z.string().nullable(),
  seeds: z.record(z.string(), z.int()),
});

/** A decimal amount, as text: credits are never a binary float. */
const amount = z.string().regex(/^\d+(\.\d+)?$/);

/** `dropforge.json`: a finished asset. Keys of later programs are left out in reading. */
export const manifest = z.object({
  schema: deliverySchema,
  id: assetId,
  name: z.string().min(1).max(200),
  createdAt: utcTimestamp,
  recipe: z.object({ id: z.string(), version: z.int() }).nullable(),
  /** Which kind of service made it; nothing that identifies an account. */
  service: z.object({ kind: z.enum(['cloud', 'local']) }).nullable(),
  steps: z.array(manifestStep),
  credits: z.object({ charged: amount, back: amount }).nullable(),
  source: z.object({ name: z.string(), sha256: sha256.nullable() }).nullable(),
  files: z.array(manifestFile).min(1).max(1_000),
  /** Sentences for a person, such as what a conversion had to leave out. */
  notes: z.array(z.string()),
  licence: z.string().nullable(),
});

/** A finished asset. */
export type Manifest = Readonly<z.infer<typeof manifest>>;
