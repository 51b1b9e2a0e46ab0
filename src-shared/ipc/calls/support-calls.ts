import { z } from 'zod';
import { finding } from '../../doctor/finding.ts';
import { LOG_LEVELS, logLine } from '../../base/log-line.ts';
import { nothing } from './call-schemas.ts';

/** A library the app is made of. */
const library = z.object({ name: z.string(), version: z.string(), licence: z.string() });

/** What the page may ask when it wants to know how the app is doing: channel → [input, output]. */
export const supportCalls = {
  /** Looks at everything the app leans on; takes a few seconds. */
  'doctor:run': [nothing, z.array(finding)],
  /** The newest lines that fit, oldest first. `after`: id of the last line that is known. */
  'log:read': [
    z.object({ after: z.int().nullable(), level: z.enum(LOG_LEVELS), text: z.string().max(200) }),
    z.array(logLine),
  ],
  /** Everything a support bundle holds, as the one text that is saved; `prompts`: with words of prompts and names of sources. */
  'support:prepare': [z.object({ prompts: z.boolean() }), z.object({ fileName: z.string(), text: z.string() })],
  'app:libraries': [nothing, z.array(library)],
} as const;
