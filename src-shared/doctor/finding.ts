import { z } from 'zod';
import { DOCTOR_TEXTS } from './doctor-texts.ts';
import { messageSchema } from '../api/messages/message-schema.ts';
import { errorInfoSchema } from '../base/error-info-schema.ts';

/** Checks of the doctor, in the order of its report. */
const DIAGNOSTIC_CHECKS = [
  'node',
  'electron',
  'browser',
  'keychain',
  'proxy',
  'tls',
  'home',
  'export',
  'disk',
  'library',
  'programs',
  'local',
  'generator',
  'network',
  'cloud',
  'clock',
  'updates',
] as const;

/** A check of the doctor. */
export type DiagnosticCheck = (typeof DIAGNOSTIC_CHECKS)[number];

/** Result of a check: a key of the doctor's texts. */
export type FindingOutcome = keyof typeof DOCTOR_TEXTS.facts;

/** Destination of a finding's button. */
const FINDING_FIXES = ['updates', 'export', 'targets', 'service', 'generators', 'library', 'again', 'log'] as const;

/** One line of the report. */
export const finding = z.object({
  check: z.enum(DIAGNOSTIC_CHECKS),
  state: z.enum(['ok', 'note', 'bad']),
  outcome: z.enum(Object.keys(DOCTOR_TEXTS.facts) as [FindingOutcome, ...FindingOutcome[]]),
  /** Values for the text of the outcome, such as a version. */
  given: z.array(z.string()),
  /** The error behind the finding, if any. */
  error: errorInfoSchema.nullable(),
  /** What is wrong, with the way out, in place of the text of the outcome; null: that text says all. */
  problem: messageSchema.nullable(),
  fix: z.enum(FINDING_FIXES).nullable(),
});

/** One line of the report. */
export type Finding = Readonly<z.infer<typeof finding>>;
