import { z } from 'zod';
import { id, nothing } from './call-schemas.ts';

/** Calls about the files of finished jobs: channel → [input, output]. */
export const artifactCalls = {
  'artifact:reveal': [z.object({ id }), nothing],
  /** Starts dragging a file and its companion files out of the window; only while the pointer is down. */
  'artifact:drag': [z.object({ id }), nothing],
} as const;
