import { z } from 'zod';
import { id } from './call-schemas.ts';

/** What the page may ask about pictures that parameters name: channel → [input, output]. */
export const referenceCalls = {
  /**
   * Keeps a picture that was taken in, by its id (`sources:take`), once it was opened completely; answers the value of a
   * parameter that names it (`parseReference`). `reference-<sha256>` can be fetched: its thumbnail.
   */
  'references:keep': [z.object({ pictureId: id }), z.object({ value: z.string() })],
} as const;
