import type { ErrorInfo } from '../../src-shared/base/errors.ts';
import { toCanonicalJson } from '../../src-shared/base/canonical-json.ts';

const MAX_PROBLEMS = 20;

/** The latest problems, newest first, without repetitions. */
export interface ProblemList {
  note(problem: ErrorInfo): void;
  list(): readonly ErrorInfo[];
}

/** Creates an empty list. */
export function createProblemList(): ProblemList {
  const problems: ErrorInfo[] = [];
  return {
    note: (problem) => {
      if (problems.some((other) => isSameError(other, problem))) return;
      problems.unshift(problem);
      problems.length = Math.min(problems.length, MAX_PROBLEMS);
    },
    list: () => problems,
  };
}

function isSameError(one: ErrorInfo, other: ErrorInfo): boolean {
  const facts = ({ code, subject, detail }: ErrorInfo): string => toCanonicalJson([code, subject, detail]);
  return facts(one) === facts(other);
}
