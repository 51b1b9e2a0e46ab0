import { z } from 'zod';
import { id } from './call-schemas.ts';

/** Calls about reference images of parameters: channel → [input, output]. */
export const referenceCalls = {
  /**
   * Checks and stores a collected image (`sources:take`) by its id. Returns the parameter value that refers to it
   * (`parseReference`). Its thumbnail is served as `reference-<sha256>`.
   */
  'references:keep': [z.object({ pictureId: id }), z.object({ value: z.string() })],
} as const;
