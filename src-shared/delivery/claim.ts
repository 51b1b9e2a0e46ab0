import { z } from 'zod';
import { assetId, deliverySchema, targetId } from './delivery-schemas.ts';

/**
 * Which bridge is at work on which asset. The file's own time says when it last showed a sign of life, by the clock of
 * the disk; a claim without one for `expiresAfter` seconds is left behind.
 */
export const claim = z.object({
  schema: deliverySchema,
  asset: assetId,
  target: targetId,
  host: z.string(),
  pid: z.int(),
  /** Told by nobody else: whoever reads his own still holds the claim. */
  nonce: z.string(),
  attempt: z.int().min(1),
  expiresAfter: z.number().positive(),
});

/** Which bridge is at work on which asset. */
export type Claim = Readonly<z.infer<typeof claim>>;
