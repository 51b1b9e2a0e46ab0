import { z } from 'zod';
import { MAX_DATA_LINK_LENGTH } from '../../sources/links.ts';
import { id, nothing } from './call-schemas.ts';
import { claimedSources } from './source-calls.ts';

/** How far a link is fetched: bytes that are there, and that were announced; null: none were. */
export const linkProgress = z.object({ id, bytes: z.int(), total: z.int().nullable() });

/** How far a link is fetched. */
export type LinkProgress = Readonly<z.infer<typeof linkProgress>>;

/** What the page may ask about links: channel → [input, output]. */
export const linkCalls = {
  /**
   * Fetches the picture or model of a link and takes it in as `sources:take` does. `id` is the page's own, for
   * `links:changed` and `links:cancel`; of one that was cancelled nothing is answered.
   */
  'links:fetch': [z.object({ id, link: z.string().min(1).max(MAX_DATA_LINK_LENGTH) }), claimedSources],
  'links:cancel': [z.object({ id }), nothing],
} as const;
