import type { DiagnosticCheck, Finding, FindingOutcome } from '../../src-shared/doctor/finding.ts';

/** Creates a finding of the doctor's report. */
export function toFinding(
  check: DiagnosticCheck,
  state: Finding['state'],
  outcome: FindingOutcome,
  given: readonly string[] = [],
  { error = null, problem = null, fix = null }: Partial<Pick<Finding, 'error' | 'problem' | 'fix'>> = {},
): Finding {
  return { check, state, outcome, given: [...given], error, problem, fix };
}
