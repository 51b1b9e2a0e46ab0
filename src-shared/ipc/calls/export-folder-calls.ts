import { z } from 'zod';
import { settingsView } from '../../settings/settings.ts';
import { nothing } from './call-schemas.ts';

/** Calls about the output folder: channel → [input, output]. */
export const exportFolderCalls = {
  'exportFolder:reveal': [nothing, nothing],
  /** Opens the system's folder dialog in the window; in a browser the person types the path. */
  'exportFolder:choose': [z.object({ typed: z.string().max(32_768).nullable() }), settingsView],
} as const;
