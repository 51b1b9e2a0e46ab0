import { z } from 'zod';
import { assetId, deliverySchema, targetId } from './delivery-schemas.ts';

/**
 * A bridge's claim to an asset. The modification time of the file is its last sign of life, by the clock of the disk; a
 * claim older than `expiresAfter` seconds is abandoned.
 */
export const claim = z.object({
  schema: deliverySchema,
  asset: assetId,
  target: targetId,
  host: z.string(),
  pid: z.int(),
  /** Known only to the owner: a bridge that reads its own nonce still has the claim. */
  nonce: z.string(),
  attempt: z.int().min(1),
  expiresAfter: z.number().positive(),
});

/** A bridge's claim to an asset. */
export type Claim = Readonly<z.infer<typeof claim>>;
