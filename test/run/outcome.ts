/** What came of a part: how many of its tests passed, failed, and were left out. */
export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** An outcome in which nothing ran counts as one failure: a suite that finds no tests must not look well. */
export const checkCounts = (outcome: Outcome): Outcome =>
  outcome.passed + outcome.failed === 0 ? { ...outcome, failed: 1 } : outcome;

/** What vitest's JSON report says, as far as the counts go. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Counts vitest's JSON report. A file that failed outside its tests (it does not load, a hook throws) counts as one
 * failure; so does a run that ended badly with nothing else to show, and one that left no report (`null`).
 */
export function countVitest(text: string | null, code: number): Outcome {
  if (text === null) return { passed: 0, failed: 1, skipped: 0 };
  const report = JSON.parse(text) as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = report.numFailedTests + broken.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** What Playwright's JSON report says, as far as the counts go. */
interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly errors: readonly unknown[];
}

/** Counts Playwright's JSON report; errors outside tests count as failures, as does a run that left no report. */
export function countPlaywright(text: string | null, code: number): Outcome {
  if (text === null) return { passed: 0, failed: 1, skipped: 0 };
  const { stats, errors } = JSON.parse(text) as PlaywrightReport;
  const failed = stats.unexpected + errors.length;
  return {
    passed: stats.expected + stats.flaky,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: stats.skipped,
  };
}
