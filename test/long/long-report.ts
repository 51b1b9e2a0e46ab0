/** How one long check ended. */
export interface LongResult {
  readonly name: string;
  readonly what: string;
  readonly isWell: boolean;
  readonly minutes: number;
  /** The last line it printed. */
  readonly summary: string;
}

const START = '<!-- long run: start -->';
const END = '<!-- long run: end -->';

/** The report of a run, as Markdown. */
export function formatReport(date: string, seed: number, results: readonly LongResult[]): string {
  const rows = results.map(
    ({ name, what, isWell, minutes, summary }) =>
      `| ${name} | ${what} | ${isWell ? 'passed' : '**failed**'} | ${minutes.toFixed(1)} | ${summary} |`,
  );
  return [
    `Run of ${date}, seed ${seed}.`,
    '',
    '| Run | What | Result | Minutes | Summary |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** The page with its report replaced; throws where the page has no place for one. */
export function replaceReport(page: string, report: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page has no ${START} … ${END}.`);
  return `${before}${START}\n\n${report}\n\n${END}${after}`;
}
