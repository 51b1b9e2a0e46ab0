/** How one long check ended. */
export interface LongResult {
  readonly name: string;
  readonly what: string;
  readonly isWell: boolean;
  readonly minutes: number;
  /** The last line it printed. */
  readonly summary: string;
}

const HEAD = [
  '| Run | What | Date | Seed | Result | Minutes | Summary |',
  '| --- | --- | --- | --- | --- | --- | --- |',
] as const;

/** The row of a result in the report. */
export function formatRow(date: string, seed: number, result: LongResult): string {
  const { name, what, isWell, minutes, summary } = result;
  const cells = [name, what, date, seed, isWell ? 'passed' : '**failed**', minutes.toFixed(1), summary];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '/')).join(' | ')} |`;
}

/** The page with these rows in its report; the rows of other runs stay. Throws where the page has no place for a report. */
export function mergeRows(page: string, rows: readonly string[]): string {
  return replaceReport(page, 'long run', (report) => {
    const table = new Map<string, string>();
    for (const row of [...report.split('\n').filter(isResultRow), ...rows]) table.set(nameOf(row), row);
    return [...HEAD, ...table.values()].join('\n');
  });
}

/** The page with the report between the marks of `name` replaced; throws where the page has no place for one. */
export function replaceReport(page: string, name: string, replace: (report: string) => string): string {
  const [start, end] = [`<!-- ${name}: start -->`, `<!-- ${name}: end -->`];
  const [before, rest] = page.split(start);
  const [report, after] = rest?.split(end) ?? [];
  if (before === undefined || report === undefined || after === undefined) {
    throw new Error(`The page has no ${start} … ${end}.`);
  }
  return `${before}${start}\n\n${replace(report)}\n\n${end}${after}`;
}

function isResultRow(line: string): boolean {
  return line.startsWith('|') && !/^\| *(?:Run|-+) *\|/.test(line);
}

function nameOf(row: string): string {
  return (row.split('|')[1] ?? '').trim();
}
