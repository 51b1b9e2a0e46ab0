/** A file of tests and how long its tests took together, ms. */
export interface TestFileTime {
  readonly file: string;
  readonly ms: number;
}

interface VitestReport {
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

interface PlaywrightSuite {
  readonly file?: string;
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}

/** Times of the files in vitest's JSON report. */
export function readVitestTimes(text: string): TestFileTime[] {
  return (JSON.parse(text) as VitestReport).testResults.map(({ name, startTime, endTime }) => ({
    file: name,
    ms: endTime - startTime,
  }));
}

/** Times of the files in Playwright's JSON report. */
export function readPlaywrightTimes(text: string): TestFileTime[] {
  const { suites } = JSON.parse(text) as { readonly suites: readonly PlaywrightSuite[] };
  return suites.map((suite) => ({ file: `test/e2e/${suite.file ?? ''}`, ms: sumDurations(suite) }));
}

function sumDurations({ suites = [], specs = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)));
  return [...own, ...suites.map(sumDurations)].reduce((sum, ms) => sum + ms, 0);
}

/** The slowest files, slowest first. */
export function listSlowest(times: readonly TestFileTime[], count: number): TestFileTime[] {
  return [...times].sort((one, other) => other.ms - one.ms).slice(0, count);
}
