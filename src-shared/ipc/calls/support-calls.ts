import { z } from 'zod';
import { crashReport } from '../../base/crash-report.ts';
import { logLine } from '../../base/log-line.ts';
import { LOG_LEVELS } from '../../base/log-levels.ts';
import { finding } from '../../doctor/finding.ts';
import { nothing } from './call-schemas.ts';

/** Calls for diagnostics, the log and support: channel → [input, output]. */
export const supportCalls = {
  /** Checks everything the app depends on; takes a few seconds. */
  'doctor:run': [nothing, z.array(finding)],
  /** The newest lines that match, oldest first. `after`: id of the last line the caller has. */
  'log:read': [
    z.object({ after: z.int().nullable(), level: z.enum(LOG_LEVELS), text: z.string().max(200) }),
    z.array(logLine),
  ],
  /** The text of a support bundle. `prompts`: includes prompts and the names of sources. */
  'support:prepare': [z.object({ prompts: z.boolean() }), z.object({ fileName: z.string(), text: z.string() })],
  /** The report about the last crash, until it is dismissed. */
  'crash:get': [nothing, crashReport.nullable()],
  'crash:dismiss': [nothing, z.null()],
} as const;
