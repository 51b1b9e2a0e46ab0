import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { countPlaywright, countVitest, type Outcome } from './outcome.ts';
import { runCommand, tail } from './run-command.ts';
import { readPlaywrightTimes, readVitestTimes, type TestFileTime } from './slowest-files.ts';

/** What came of a part. */
interface PartResult extends Outcome {
  /** What a failed check printed; empty where the output was shown already. */
  readonly output: string;
  readonly times: readonly TestFileTime[];
}

/** One part of `npm test`. */
export interface Part {
  readonly name: string;
  readonly title: string;
  /** Reads sources only, so that it may run beside other parts; what it prints is shown when it fails. */
  readonly isStatic: boolean;
  readonly needsPrograms: boolean;
  readonly run: () => Promise<PartResult>;
}

const UNIT_REPORT = '.cache/unit.json';
/** Named in playwright.config.ts. */
const E2E_REPORT = '.cache/e2e.json';

/** Every part, in the order in which they run. */
export const PARTS: readonly Part[] = [
  check('build', 'main, preload and page', [[process.execPath, 'vite.config.ts']]),
  check('types', 'tsc', [[process.execPath, 'node_modules/typescript-7/bin/tsc', '-b']]),
  check('lint', 'oxlint, and eslint for Svelte templates', [
    ['oxlint'],
    ['eslint', '--max-warnings', '0', ...cacheIn('eslint'), 'src-renderer/**/*.svelte', 'test/**/*.svelte'],
  ]),
  check('page', 'svelte-check', [
    ['svelte-check', '--tsconfig', 'src-renderer/tsconfig.json', '--fail-on-warnings', '--output', 'human'],
  ]),
  check('unused', 'knip', [['knip', '--treat-config-hints-as-errors']]),
  check('format', 'prettier', [['prettier', '--check', ...cacheIn('prettier'), '.']]),
  check('simulation', 'the queue in simulated worlds', [[process.execPath, 'test/simulation/run.ts']]),
  unitPart('every module', []),
  e2ePart('the window', []),
];

/** Files with the same content, checker and configuration are not judged again. */
function cacheIn(name: string): readonly string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', `.cache/${name}`];
}

/** Unit tests; without file names all of them. */
export function unitPart(title: string, files: readonly string[]): Part {
  const command = [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${UNIT_REPORT}`,
  ] as const;
  return {
    name: 'unit',
    title: `vitest: ${title}`,
    isStatic: false,
    needsPrograms: true,
    run: () => suite([...command, ...files], UNIT_REPORT, countVitest, readVitestTimes),
  };
}

/** End-to-end tests; without names of specs all of them. */
export function e2ePart(title: string, specs: readonly string[]): Part {
  return {
    name: 'e2e',
    title: `Playwright: ${title}`,
    isStatic: false,
    needsPrograms: true,
    run: () =>
      suite(
        ['playwright', 'test', ...specs.map((spec) => `/${spec}.spec.ts`)],
        E2E_REPORT,
        countPlaywright,
        readPlaywrightTimes,
      ),
  };
}

/** A part that is one check: commands that must all end well. */
function check(
  name: string,
  title: string,
  commands: readonly (readonly [string, ...string[]])[],
  isStatic = true,
): Part {
  return {
    name,
    title,
    isStatic,
    needsPrograms: false,
    run: async () => {
      const ends = [];
      for (const [command, ...args] of commands) ends.push(await runCommand(command, args));
      const bad = ends.filter(({ code }) => code !== 0);
      const failed = bad.length > 0 ? 1 : 0;
      const output = bad.map(({ output }) => tail(output)).join('\n');
      return { passed: 1 - failed, failed, skipped: 0, output, times: [] };
    },
  };
}

/** A test runner that shows what it does and leaves a report to count. */
async function suite(
  [command, ...args]: readonly [string, ...string[]],
  report: string,
  count: (text: string | null, code: number) => Outcome,
  readTimes: (text: string) => TestFileTime[],
): Promise<PartResult> {
  mkdirSync('.cache', { recursive: true });
  rmSync(report, { force: true });
  const { code } = await runCommand(command, args, true);
  const text = existsSync(report) ? readFileSync(report, 'utf8') : null;
  return { ...count(text, code), output: '', times: text === null ? [] : readTimes(text) };
}
