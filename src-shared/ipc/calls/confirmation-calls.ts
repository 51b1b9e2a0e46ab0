import { z } from 'zod';
import { nothing } from './call-schemas.ts';

/** Calls about changes that are confirmed outside the page: channel → [input, output]. */
export const confirmationCalls = {
  /** Answers the question of `confirmation:changed` with the code that Dropforge showed outside the page; null: no. */
  'confirmation:answer': [z.object({ code: z.string().max(40).nullable() }), nothing],
} as const;
