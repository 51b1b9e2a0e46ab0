import { z } from 'zod';
import { assetId, deliverySchema, dimensions, utcTimestamp, targetId, upAxis } from './delivery-schemas.ts';

/** Why a target could not import; a later bridge may know more. */
export const RECEIPT_ERRORS = [
  'bad_manifest',
  'unsafe_path',
  'missing_file',
  'damaged',
  'no_format',
  'import_failed',
  'crashed',
  'newer_schema',
  'not_found',
] as const;

/** Why a target could not import. */
export type ReceiptError = (typeof RECEIPT_ERRORS)[number];

/** A target's final answer about an asset. Keys of later bridges are left out in reading. */
export const receipt = z.object({
  schema: deliverySchema,
  asset: assetId,
  target: targetId,
  program: z.string(),
  programVersion: z.string(),
  bridgeVersion: z.string(),
  status: z.enum(['imported', 'failed']),
  /** What was imported, relative to the output folder; for a failure before a file was chosen the asset's folder. */
  file: z.string().nullable(),
  /** Names in the program. */
  objects: z.array(z.string()),
  /** In the axes of the program's scene, skinned meshes at rest. */
  dimensions: dimensions.nullable(),
  upAxis: upAxis.nullable(),
  textures: z.object({ linked: z.int().min(0), missing: z.array(z.string()) }),
  clips: z.array(z.string()),
  armature: z.string().nullable(),
  warnings: z.array(z.string()),
  error: z.object({ code: z.enum(RECEIPT_ERRORS).catch('import_failed'), message: z.string() }).nullable(),
  /** How long the import itself took. */
  seconds: z.number().min(0),
  /** 1, and one more for every time the program went down over the asset. */
  attempts: z.int().min(1),
  importedAt: utcTimestamp,
  /** Of a file a person put there: what it is known by. */
  loose: z.object({ bytes: z.int().min(0), modifiedMs: z.int() }).nullable(),
});

/** A target's final answer about an asset. */
export type Receipt = Readonly<z.infer<typeof receipt>>;

/** Asset and target of a receipt's file name; null for any other file. */
export function parseReceiptName(fileName: string): { readonly asset: string; readonly target: string } | null {
  const [, asset, target] = /^([0-9a-f-]{36})--([a-z0-9@._-]{1,64})\.json$/.exec(fileName) ?? [];
  if (asset === undefined || target === undefined) return null;
  return assetId.safeParse(asset).success && targetId.safeParse(target).success ? { asset, target } : null;
}
