import type { Check, Finding, Outcome } from '../../src-shared/doctor/finding.ts';

/** A line of the doctor's report. */
export function toFinding(
  check: Check,
  state: Finding['state'],
  outcome: Outcome,
  given: readonly string[] = [],
  { error = null, fix = null }: Partial<Pick<Finding, 'error' | 'fix'>> = {},
): Finding {
  return { check, state, outcome, given: [...given], error, fix };
}
