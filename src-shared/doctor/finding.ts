import { z } from 'zod';
import { DOCTOR_TEXTS } from './doctor-texts.ts';
import { errorInfo } from '../base/errors.ts';

/** What the doctor looks at, in the order of its report. */
export const DIAGNOSTIC_CHECKS = [
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
  'cloud',
  'updates',
] as const;

/** What the doctor looks at. */
export type DiagnosticCheck = (typeof DIAGNOSTIC_CHECKS)[number];

/** What came of a look: a key of the words that say it. */
export type FindingOutcome = keyof typeof DOCTOR_TEXTS.facts;

/** Where a button beside a finding leads. */
export const FINDING_FIXES = ['updates', 'export', 'targets', 'service', 'library', 'again', 'log'] as const;

/** One line of the report: how it stands, and what about it. */
export const finding = z.object({
  check: z.enum(DIAGNOSTIC_CHECKS),
  state: z.enum(['ok', 'note', 'bad']),
  outcome: z.enum(Object.keys(DOCTOR_TEXTS.facts) as [FindingOutcome, ...FindingOutcome[]]),
  /** What the words of the outcome are given, such as a version. */
  given: z.array(z.string()),
  /** What went wrong, where its own words say more. */
  error: errorInfo.nullable(),
  fix: z.enum(FINDING_FIXES).nullable(),
});

/** One line of the report. */
export type Finding = Readonly<z.infer<typeof finding>>;
