import { z } from 'zod';
import { deliverySchema, targetId } from './delivery-schemas.ts';

/** Maximum size of the file. */
export const MAX_BASELINE_BYTES = 1 << 25;

/** `seen/<target>.json`: files in the output folder from before a target first connected, which it ignores. */
export const targetBaseline = z.object({
  schema: deliverySchema,
  target: targetId,
  /** Size and modification time (ms) of loose files and manifests by path. */
  files: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** The bridge was removed: the next installation lists the models that it finds. */
  removed: z.boolean().optional(),
});

/** Files in the output folder from before a target first connected. */
export type TargetBaseline = Readonly<z.infer<typeof targetBaseline>>;
