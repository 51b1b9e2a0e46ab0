import { z } from 'zod';
import { MAX_DATA_LINK_LENGTH } from '../../sources/links.ts';
import { id, nothing } from './call-schemas.ts';
import { claimedSources } from './source-calls.ts';

/** Progress of a link: received bytes and the announced total; null: not announced. */
export const linkProgress = z.object({ id, bytes: z.int(), total: z.int().nullable() });

/** Progress of a link. */
export type LinkProgress = Readonly<z.infer<typeof linkProgress>>;

/** Calls about links: channel → [input, output]. */
export const linkCalls = {
  /**
   * Downloads the image or model of a link and collects it like `sources:take`. The page chooses `id`, for `links:changed`
   * and `links:cancel`. A cancelled link returns no sources.
   */
  'links:fetch': [z.object({ id, link: z.string().min(1).max(MAX_DATA_LINK_LENGTH) }), claimedSources],
  'links:cancel': [z.object({ id }), nothing],
} as const;
