import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PROJECT_ROOT } from '../../src-main/base/project-root.ts';
import { copyProject } from '../helpers/project-copy.ts';
import type { ControlMutant } from './control-mutant.ts';

/** What the test of a control said about the project without it. */
type MutantVerdict = 'caught' | 'survived' | 'broken';

/** Files of the project besides what it is built from. */
const TEST_FILES = ['*'];

/** Tests need no build of their own here, except the end-to-end ones, which build what they need. */
const CONFIG = `import { defineConfig } from 'vitest/config';
export default defineConfig({
  test: { include: ['test/**/*.test.ts'], pool: 'forks', testTimeout: 120_000, hookTimeout: 120_000, restoreMocks: true, unstubEnvs: true, expect: { poll: { timeout: 20_000 } } },
});
`;
const REPORT_FILE = '.cache/controls.json';
const CONFIG_FILE = 'vitest.controls.config.ts';

/** A copy of the project in which controls are taken out one by one. */
export interface MutatedCopy {
  /** Runs the test of a control as the project is, and without the control. */
  run(mutant: ControlMutant): Promise<MutantVerdict>;
  /** Runs tests as the project is; returns the files that fail. */
  listFailing(tests: readonly string[]): Promise<string[]>;
  close(): void;
}

/** Copies the project into a temporary folder. */
export function openMutatedCopy(): MutatedCopy {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'dropforge-controls-'));
  copyProject(folder);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...TEST_FILES], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean))
    cpSync(path.join(PROJECT_ROOT, file), path.join(folder, file), { preserveTimestamps: true });
  writeFileSync(path.join(folder, CONFIG_FILE), CONFIG);
  // The page that some tests serve; what a mutant changes is built again where a test needs it.
  cpSync(path.join(PROJECT_ROOT, 'dist'), path.join(folder, 'dist'), { recursive: true, preserveTimestamps: true });
  // Some tests ask git for the files of the project.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
  ])
    execFileSync('git', args, { cwd: folder });

  const run = async (mutant: ControlMutant): Promise<MutantVerdict> => {
    const file = path.join(folder, mutant.file);
    const original = readFileSync(file, 'utf8');
    writeFileSync(file, applyEdit(original, mutant));
    try {
      const { failed } = await runTests(folder, [mutant.test], mutant.only);
      return failed === null ? 'broken' : failed > 0 ? 'caught' : 'survived';
    } finally {
      writeFileSync(file, original);
    }
  };
  return {
    run,
    listFailing: async (tests) => {
      await runTests(folder, tests);
      const report = parseReport<VitestReport>(readReport(folder));
      const passed = report?.testResults.filter(({ status }) => status === 'passed') ?? [];
      return tests.filter((test) => !passed.some(({ name }) => name.endsWith(test)));
    },
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 }),
  };
}

/** A file without a control. Throws if the text does not occur once. */
export function applyEdit(text: string, { name, file, edit: [from, to] }: ControlMutant): string {
  if (text.split(from).length !== 2) throw new Error(`${file} does not contain the text of “${name}” once.`);
  return text.replace(from, () => to);
}

/** The number of tests that failed; null if none ran. */
async function runTests(folder: string, tests: readonly string[], only?: string): Promise<{ failed: number | null }> {
  const isEndToEnd = tests.some((test) => test.endsWith('.spec.ts'));
  const program = path.join(folder, 'node_modules/.bin', isEndToEnd ? 'playwright' : 'vitest');
  const args = isEndToEnd
    ? ['test', ...tests, '--reporter=json', ...(only ? ['-g', only] : [])]
    : [
        'run',
        '-c',
        CONFIG_FILE,
        '--reporter=json',
        `--outputFile=${REPORT_FILE}`,
        ...tests,
        ...(only ? ['-t', only] : []),
      ];
  // The window runs what is built.
  if (isEndToEnd) execFileSync(process.execPath, ['vite.config.ts', 'main', 'page'], { cwd: folder, stdio: 'ignore' });
  rmSync(path.join(folder, REPORT_FILE), { force: true });
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return { failed: isEndToEnd ? countEndToEnd(output) : countVitest(readReport(folder)) };
}

/** The parts of vitest’s report that are read. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string }[];
}

function readReport(folder: string): string {
  const file = path.join(folder, REPORT_FILE);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function countVitest(output: string): number | null {
  const report = parseReport<VitestReport>(output);
  if (!report || report.numPassedTests + report.numFailedTests === 0) return null;
  return report.numFailedTests;
}

function countEndToEnd(output: string): number | null {
  const stats = parseReport<{ stats: { expected: number; unexpected: number } }>(output)?.stats;
  return !stats || stats.expected + stats.unexpected === 0 ? null : stats.unexpected;
}

/** The report begins with the first line that is a brace. */
function parseReport<T>(output: string): T | null {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as T;
  } catch {
    return null;
  }
}
