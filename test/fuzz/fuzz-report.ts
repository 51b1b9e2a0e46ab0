import { READER_LIMITS } from '../../src-main/readers/reader-limits.ts';
import type { TargetReport } from './fuzz-loop.ts';
import { MAX_BYTES } from './json-runner.ts';
import { MAX_CPU_MS } from './json-limits.ts';
import { NETWORK_LIMITS } from './network-runner.ts';

/** Time limit of a read: far above what a small file may need, and less than the app allows, so that more is tried. */
export const MAX_READ_MS = 20_000;

/** The report of a run, as Markdown. */
export function formatFuzzReport(
  date: string,
  minutes: number,
  seed: number,
  reports: readonly TargetReport[],
): string {
  const rows = reports.map(
    ({ name, cases, accepted, refused, outcomes, failed, slowestMs, slowestSeed, peakBytes }) => {
      const slowest = `${(slowestMs / 1_000).toFixed(1)} s (seed ${slowestSeed})`;
      const failures = failed === 0 ? '0' : `**${failed}**`;
      return `| ${name} | ${cases} | ${accepted} | ${refused} | ${outcomes} | ${failures} | ${slowest} | ${Math.round(peakBytes / 1e6)} MB |`;
    },
  );
  const cases = reports.reduce((sum, report) => sum + report.cases, 0);
  return [
    `Run of ${date}, ${minutes} minutes, first seed ${seed}: ${cases} cases of ${reports.length} targets.`,
    '',
    `A case of a file may take ${MAX_READ_MS / 1_000} s and ${toMiB(READER_LIMITS.maxBytes)} of memory, one of a network ` +
      `${NETWORK_LIMITS.maxMs / 1_000} s and ${toMiB(NETWORK_LIMITS.maxBytes)} before its process is ended, any other one ` +
      `${MAX_CPU_MS / 1_000} s of processor time and ${toMiB(MAX_BYTES)}. Outcomes are different ends: read, or refused with one message.`,
    '',
    '| Target | Cases | Accepted | Refused | Outcomes | Failures | Slowest | Largest memory |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function toMiB(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
