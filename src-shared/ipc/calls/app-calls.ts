import { z } from 'zod';
import { errorInfoSchema } from '../../base/error-info-schema.ts';
import { nothing } from './call-schemas.ts';

/** A library that the app includes. */
const library = z.object({ name: z.string(), version: z.string(), licence: z.string() });

/** Calls about the app itself: channel → [input, output]. */
export const appCalls = {
  'app:info': [
    nothing,
    z.object({
      version: z.string(),
      /** Capabilities of this host besides showing the page. */
      can: z.object({ chooseFolder: z.boolean(), reveal: z.boolean(), drag: z.boolean() }),
      platform: z.string(),
      /** Message about the recovery of a damaged job list at startup; null: it was not damaged. */
      rebuilt: errorInfoSchema.nullable(),
      /** Message about damaged jobs that were set aside since the start; null: there were none. */
      damagedJobs: errorInfoSchema.nullable(),
      /** Message about a damaged settings file that was replaced at startup; null: it was not damaged. */
      settingsReset: errorInfoSchema.nullable(),
      /** Warning about a home on a network share; null: it is on a local disk. */
      homeOnNetwork: errorInfoSchema.nullable(),
    }),
  ],
  'app:libraries': [nothing, z.array(library)],
} as const;
