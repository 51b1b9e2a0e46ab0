import { z } from 'zod';
import { DOCTOR_WORDS } from './doctor-texts.ts';
import { errorInfo } from '../base/errors.ts';

/** What the doctor looks at, in the order of its report. */
export const CHECKS = [
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
export type Check = (typeof CHECKS)[number];

/** What came of a look: a key of the words that say it. */
export type Outcome = keyof typeof DOCTOR_WORDS.facts;

/** Where a button beside a finding leads. */
export const FIXES = ['updates', 'export', 'targets', 'service', 'library', 'again', 'log'] as const;

/** One line of the report: how it stands, and what about it. */
export const finding = z.object({
  check: z.enum(CHECKS),
  state: z.enum(['ok', 'note', 'bad']),
  outcome: z.enum(Object.keys(DOCTOR_WORDS.facts) as [Outcome, ...Outcome[]]),
  /** What the words of the outcome are given, such as a version. */
  given: z.array(z.string()),
  /** What went wrong, where its own words say more. */
  error: errorInfo.nullable(),
  fix: z.enum(FIXES).nullable(),
});

/** One line of the report. */
export type Finding = Readonly<z.infer<typeof finding>>;
