import type { ErrorInfo } from '../../src-shared/base/errors.ts';

const MOST_PROBLEMS = 20;

/** The last things that went wrong, newest first; the same is told once. */
export interface ProblemList {
  note(problem: ErrorInfo): void;
  list(): readonly ErrorInfo[];
}

/** An empty list. */
export function createProblemList(): ProblemList {
  const problems: ErrorInfo[] = [];
  return {
    note: (problem) => {
      const isSame = ({ code, subject, detail }: ErrorInfo): boolean =>
        code === problem.code && subject === problem.subject && detail === problem.detail;
      if (problems.some(isSame)) return;
      problems.unshift(problem);
      problems.length = Math.min(problems.length, MOST_PROBLEMS);
    },
    list: () => problems,
  };
}
