import { z } from 'zod';

/** Size of an image in pixels. */
export const pixelSize = z.object({ width: z.int(), height: z.int() });

/** Size of an image in pixels. */
export type PixelSize = Readonly<z.infer<typeof pixelSize>>;
