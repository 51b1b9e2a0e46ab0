import type { TargetReport } from './fuzz-loop.ts';

/** The report of a run, as Markdown. */
export function formatFuzzReport(
  date: string,
  minutes: number,
  seed: number,
  reports: readonly TargetReport[],
): string {
  const rows = reports.map(({ name, cases, accepted, refused, failed, slowestMs, slowestSeed, peakBytes }) => {
    const slowest = `${(slowestMs / 1_000).toFixed(1)} s (seed ${slowestSeed})`;
    const failures = failed === 0 ? '0' : `**${failed}**`;
    return `| ${name} | ${cases} | ${accepted} | ${refused} | ${failures} | ${slowest} | ${Math.round(peakBytes / 1e6)} MB |`;
  });
  return [
    `Run of ${date}, ${minutes} minutes, first seed ${seed}.`,
    '',
    '| Target | Cases | Accepted | Refused | Failures | Slowest | Largest memory |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}
