import { z } from 'zod';
import { deliverySchema, targetId } from './delivery-schemas.ts';

/** Longest list that is read. */
export const MOST_SEEN_BYTES = 1 << 25;

/** `seen/<target>.json`: what lay in the export folder before a target came, and is left alone. */
export const seen = z.object({
  schema: deliverySchema,
  target: targetId,
  /** Length and time, in whole milliseconds, of loose files and manifests by their path. */
  files: z.record(z.string(), z.tuple([z.int(), z.int()])),
});

/** What lay in the export folder before a target came. */
export type Seen = Readonly<z.infer<typeof seen>>;
