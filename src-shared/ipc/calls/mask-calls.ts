import { z } from 'zod';
import { MASK_METHODS } from '../../sources/mask-method.ts';
import { id, nothing } from './call-schemas.ts';
import { claimedPicture } from './source-calls.ts';

/** Longest mask that the page may send: a gray PNG of 1,024 pixels with a simple outline has 20,000 characters. */
const MAX_MASK_LENGTH = 900_000;

/** Cues that a built-in mask can follow; `whole_frame`: no subject was found. */
const MASK_CUES = ['alpha', 'border', 'grab_cut', 'whole_frame'] as const;

/** Calls about the masks of collected images: channel → [input, output]. Files travel in base64. */
export const maskCalls = {
  /** A collected image with its built-in mask and the chosen one, at most 1,024 pixels wide and high. */
  'masks:find': [
    z.object({ pictureId: id }),
    z.object({
      width: z.int(),
      height: z.int(),
      /** WebP without transparency. */
      image: z.base64(),
      /** Gray PNG, white is the subject. */
      builtIn: z.base64(),
      cue: z.enum(MASK_CUES),
      /** As `builtIn`; null: no mask was chosen. */
      chosen: z.base64().nullable(),
      /** True if the image without the chosen mask still exists, so that the mask can be removed. */
      canRemove: z.boolean(),
      /** Name of the network or generator that `masks:estimate` uses; null: none is configured. */
      network: z.string().nullable(),
    }),
  ],
  /**
   * The mask of a collected image from the network or generator of the local service, in the size of `masks:find`. `id` is
   * a new id for `masks:cancel`. Null: canceled.
   */
  'masks:estimate': [z.object({ id, pictureId: id }), z.object({ mask: z.base64().nullable() })],
  'masks:cancel': [z.object({ id }), nothing],
  /** A collected image with another mask, or without, as another collected image. */
  'masks:apply': [
    z.object({
      pictureId: id,
      /** An opaque gray PNG of the image’s proportions; null: no mask. */
      mask: z.object({ method: z.enum(MASK_METHODS), png: z.base64().max(MAX_MASK_LENGTH) }).nullable(),
    }),
    claimedPicture,
  ],
} as const;
