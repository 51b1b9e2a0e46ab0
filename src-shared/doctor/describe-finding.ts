import type { Finding, Outcome } from './finding.ts';
import { DOCTOR_WORDS } from './doctor-texts.ts';
import { describeError, type ErrorWords } from '../messages/error-messages.ts';
import type { ErrorInfo } from '../base/errors.ts';

/** The doctor's words in one language. */
export interface DoctorWords {
  readonly names: Readonly<Record<Finding['check'], string>>;
  readonly facts: Readonly<Record<Outcome, string | ((...given: string[]) => string)>>;
  readonly advice: Readonly<Partial<Record<Outcome, string>>>;
}

/** A finding in words. */
export interface FindingWords {
  readonly name: string;
  readonly fact: string;
  /** What to do about it; null: nothing. */
  readonly advice: string | null;
}

/** A finding in words, in English unless told; what went wrong says itself what to do. */
export function describeFinding(
  { check, outcome, given, error }: Finding,
  words: DoctorWords = DOCTOR_WORDS,
  wordError: (error: ErrorInfo) => ErrorWords = describeError,
): FindingWords {
  const say = words.facts[outcome];
  const fact = typeof say === 'string' ? say : say(...given);
  const trouble = error && wordError(error);
  return {
    name: words.names[check],
    fact: trouble ? `${fact} ${trouble.happened}` : fact,
    advice: trouble?.next ?? words.advice[outcome] ?? null,
  };
}
