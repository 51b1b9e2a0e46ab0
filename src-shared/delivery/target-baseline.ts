import { z } from 'zod';
import { deliverySchema, targetId } from './delivery-schemas.ts';

/** Longest list that is read. */
export const MAX_BASELINE_BYTES = 1 << 25;

/** `seen/<target>.json`: what lay in the output folder before a target came, and is left alone. */
export const targetBaseline = z.object({
  schema: deliverySchema,
  target: targetId,
  /** Length and time, in whole milliseconds, of loose files and manifests by their path. */
  files: z.record(z.string(), z.tuple([z.int(), z.int()])),
});

/** What lay in the output folder before a target came. */
export type TargetBaseline = Readonly<z.infer<typeof targetBaseline>>;
