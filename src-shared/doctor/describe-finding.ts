import type { Finding, FindingOutcome } from './finding.ts';
import { DOCTOR_TEXTS } from './doctor-texts.ts';
import { describeError, type ErrorText } from '../messages/describe-error.ts';
import { toEnglish } from '../messages/english.ts';
import type { Message } from '../messages/message.ts';
import type { ErrorInfo } from '../base/errors.ts';

/** Texts of the doctor in one language. */
export interface DoctorTexts {
  readonly names: Readonly<Record<Finding['check'], string>>;
  readonly facts: Readonly<Record<FindingOutcome, string | ((...given: string[]) => string)>>;
  readonly advice: Readonly<Partial<Record<FindingOutcome, string>>>;
}

/** A finding as text. */
export interface FindingText {
  readonly name: string;
  readonly fact: string;
  /** Advice; null if none is needed. */
  readonly advice: string | null;
}

/** Formats a finding, in English by default. The advice of an error takes precedence over that of the outcome. */
export function describeFinding(
  { check, outcome, given, error, problem }: Finding,
  texts: DoctorTexts = DOCTOR_TEXTS,
  formatError: (error: ErrorInfo) => ErrorText = describeError,
  formatProblem: (problem: Message) => string = toEnglish,
): FindingText {
  const template = texts.facts[outcome];
  const fact = problem ? formatProblem(problem) : typeof template === 'string' ? template : template(...given);
  const errorText = error && formatError(error);
  return {
    name: texts.names[check],
    fact: errorText ? `${fact} ${errorText.happened}` : fact,
    advice: errorText?.next ?? texts.advice[outcome] ?? null,
  };
}
