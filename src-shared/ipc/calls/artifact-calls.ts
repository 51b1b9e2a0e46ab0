import { z } from 'zod';
import { id, ids, nothing } from './call-schemas.ts';

/** Calls about the files of finished jobs: channel → [input, output]. */
export const artifactCalls = {
  'artifact:reveal': [z.object({ id }), nothing],
  /** Starts dragging files and their companion files out of the window; only while the pointer is down. */
  'artifact:drag': [z.object({ ids: ids.min(1).max(1_000) }), nothing],
} as const;
