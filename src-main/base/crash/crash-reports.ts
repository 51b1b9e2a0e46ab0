import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crashKind, type CrashKind, type CrashReport } from '../../../src-shared/base/crash-report.ts';
import { formatLogLine } from '../../../src-shared/base/log-line.ts';
import { OWNER_ONLY } from '../files/durable-file.ts';
import { readSmallFileSync } from '../files/small-file.ts';
import { log } from '../log/log.ts';
import { VERSION } from '../project-root.ts';

/** Reports that are kept. */
const MAX_REPORTS = 5;

/** Last lines of the log in a report. */
const MAX_LINES = 60;

const MAX_BYTES = 512 * 1024;

/** `new-` until the person dismissed it. */
const NAME = /^(new|seen)-(app|page|graphics|helper)-(\d{1,15})\.txt$/;

interface SavedReport extends Omit<CrashReport, 'text'> {
  readonly file: string;
  readonly isNew: boolean;
}

/**
 * Saves a report about a crash in the home folder, without secrets. Synchronous, because the process may end next, and without
 * errors of its own.
 */
export function saveCrashReport(home: string, kind: CrashKind, cause: unknown, now = Date.now()): void {
  try {
    const folder = folderIn(home);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const text = log.clean(formatReport(kind, cause, now));
    writeFileSync(path.join(folder, `new-${kind}-${now}.txt`), text, { mode: OWNER_ONLY });
    for (const { file } of listReports(home).slice(MAX_REPORTS)) rmSync(file, { force: true });
  } catch (error) {
    log.error('crash', 'the report was not saved', error);
  }
}

/** The newest report; with `onlyNew`, null if the person dismissed it. */
export function readCrashReport(home: string, { onlyNew }: { readonly onlyNew: boolean }): CrashReport | null {
  const [newest] = listReports(home);
  if (!newest || (onlyNew && !newest.isNew)) return null;
  try {
    return { kind: newest.kind, at: newest.at, text: readSmallFileSync(newest.file, MAX_BYTES).text ?? '' };
  } catch {
    return null;
  }
}

/** Marks all reports as seen; they are kept for a support bundle. */
export function dismissCrashReports(home: string): void {
  for (const { file, isNew } of listReports(home)) {
    if (isNew) renameSync(file, path.join(path.dirname(file), path.basename(file).replace(/^new-/, 'seen-')));
  }
}

/** Crashes of a kind since a time. */
export function countCrashes(home: string, kind: CrashKind, since: number): number {
  return listReports(home).filter((report) => report.kind === kind && report.at >= since).length;
}

/** The newest first. */
function listReports(home: string): SavedReport[] {
  const folder = folderIn(home);
  const reports = readNames(folder).flatMap((name) => {
    const [, state, kind, at] = NAME.exec(name) ?? [];
    const parsed = crashKind.safeParse(kind);
    if (!parsed.success) return [];
    return [{ kind: parsed.data, at: Number(at), file: path.join(folder, name), isNew: state === 'new' }];
  });
  return reports.toSorted((one, other) => other.at - one.at);
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // No crash yet.
    return [];
  }
}

function formatReport(kind: CrashKind, cause: unknown, now: number): string {
  const { node = '', electron } = process.versions as Record<string, string | undefined>;
  const what = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return [
    `Dropforge ${VERSION}, ${kind}, ${new Date(now).toISOString()}`,
    `${os.type()} ${os.release()} ${process.arch}, Node.js ${node}${electron === undefined ? '' : `, Electron ${electron}`}`,
    '',
    what,
    '',
    'Log:',
    ...log.lines().slice(-MAX_LINES).map(formatLogLine),
    '',
  ].join('\n');
}

const folderIn = (home: string): string => path.join(home, 'crashes');
