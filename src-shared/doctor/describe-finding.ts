import type { Finding, FindingOutcome } from './finding.ts';
import { DOCTOR_TEXTS } from './doctor-texts.ts';
import { describeError, type ErrorText } from '../messages/error-messages.ts';
import type { ErrorInfo } from '../base/errors.ts';

/** The doctor's words in one language. */
export interface DoctorTexts {
  readonly names: Readonly<Record<Finding['check'], string>>;
  readonly facts: Readonly<Record<FindingOutcome, string | ((...given: string[]) => string)>>;
  readonly advice: Readonly<Partial<Record<FindingOutcome, string>>>;
}

/** A finding in words. */
export interface FindingText {
  readonly name: string;
  readonly fact: string;
  /** What to do about it; null: nothing. */
  readonly advice: string | null;
}

/** A finding in words, in English unless told; what went wrong says itself what to do. */
export function describeFinding(
  { check, outcome, given, error }: Finding,
  words: DoctorTexts = DOCTOR_TEXTS,
  wordError: (error: ErrorInfo) => ErrorText = describeError,
): FindingText {
  const say = words.facts[outcome];
  const fact = typeof say === 'string' ? say : say(...given);
  const trouble = error && wordError(error);
  return {
    name: words.names[check],
    fact: trouble ? `${fact} ${trouble.happened}` : fact,
    advice: trouble?.next ?? words.advice[outcome] ?? null,
  };
}
