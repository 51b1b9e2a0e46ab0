import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { JudgedRow } from './judge-row.ts';

/** All rows of one run and where they were measured; the file of `--json`. */
export interface Report {
  /** ISO 8601. */
  readonly date: string;
  readonly commit: string;
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly isQuick: boolean;
  readonly rows: readonly JudgedRow[];
}

/** A report of rows that were measured here and now. */
export function createReport(rows: readonly JudgedRow[], isQuick: boolean): Report {
  return {
    date: new Date().toISOString(),
    commit: readCommit(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    node: process.versions.node,
    isQuick,
    rows,
  };
}

/** Where and when a report was measured, in a sentence’s part. */
export function describeMachine({ date, commit, processor, cores, node }: Report): string {
  return `${date.slice(0, 10)}, commit ${commit}, ${processor}, ${cores} cores, Node ${node}`;
}

/** The report of a file. */
export function readReport(file: string): Report {
  return JSON.parse(readFileSync(file, 'utf8')) as Report;
}

/** Writes a report for `--compare`. */
export function writeReport(file: string, report: Report): void {
  writeFileSync(file, `${JSON.stringify(report, null, 1)}\n`);
}

function readCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
