import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { JudgedRow } from './judge-row.ts';

/** All rows of one run and where they were measured; the file of `--json`. */
export interface Report {
  /** ISO 8601. */
  readonly date: string;
  /** Short, and whether files differed from it. */
  readonly commit: string;
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly isQuick: boolean;
  readonly rows: readonly JudgedRow[];
}

/** A report of rows that were measured here and now, of a source that was read before they were. */
export function createReport(rows: readonly JudgedRow[], isQuick: boolean, source: Source): Report {
  return {
    date: new Date().toISOString(),
    commit: source.isClean ? source.commit : `${source.commit} with changes`,
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

/** What is measured. */
export interface Source {
  /** Short; `unknown` without git. */
  readonly commit: string;
  /** Every file is as in the commit. */
  readonly isClean: boolean;
}

/** The source in the folder of a clone as it is now. */
export function readSource(folder = import.meta.dirname): Source {
  const ask = (...args: string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { commit: ask('rev-parse', '--short=8', 'HEAD'), isClean: ask('status', '--porcelain') === '' };
  } catch {
    return { commit: 'unknown', isClean: false };
  }
}
