import { z } from 'zod';
import { assetId, deliverySchema, dimensions, utcTimestamp, targetId, upAxis } from './delivery-schemas.ts';

/** Reasons for a failed import; newer bridges may send others. */
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

/** Reason for a failed import. */
export type ReceiptError = (typeof RECEIPT_ERRORS)[number];

/** A target's final reply about an asset. Unknown keys of newer bridges are ignored. */
export const receipt = z.object({
  schema: deliverySchema,
  asset: assetId,
  target: targetId,
  program: z.string(),
  programVersion: z.string(),
  bridgeVersion: z.string(),
  status: z.enum(['imported', 'failed']),
  /**
   * The imported file relative to the output folder; the asset's folder if the import failed before a file was
   * selected.
   */
  file: z.string().nullable(),
  /** Names in the program. */
  objects: z.array(z.string()),
  /** In the axes of the program's scene, skinned meshes in the rest pose. */
  dimensions: dimensions.nullable(),
  upAxis: upAxis.nullable(),
  textures: z.object({ linked: z.int().min(0), missing: z.array(z.string()) }),
  clips: z.array(z.string()),
  armature: z.string().nullable(),
  warnings: z.array(z.string()),
  error: z.object({ code: z.enum(RECEIPT_ERRORS).catch('import_failed'), message: z.string() }).nullable(),
  /** Duration of the import itself. */
  seconds: z.number().min(0),
  /** 1, plus one for every crash of the program during this import. */
  attempts: z.int().min(1),
  importedAt: utcTimestamp,
  /** Identity of a file that was placed there by a user. */
  loose: z.object({ bytes: z.int().min(0), modifiedMs: z.int() }).nullable(),
});

/** A target's final reply about an asset. */
export type Receipt = Readonly<z.infer<typeof receipt>>;

/** Parses the file name of a receipt into asset and target; null for other files. */
export function parseReceiptName(fileName: string): { readonly asset: string; readonly target: string } | null {
  const [, asset, target] = /^([0-9a-f-]{36})--([a-z0-9@._-]{1,64})\.json$/.exec(fileName) ?? [];
  if (asset === undefined || target === undefined) return null;
  return assetId.safeParse(asset).success && targetId.safeParse(target).success ? { asset, target } : null;
}
