/** What makes a table program read a cell as a formula, wide forms and the white space it skips before them included. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Rows as CSV (RFC 4180: CRLF, quotes doubled); no cell of it is read as a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: string): string {
  // A name such as “=1+1.png” is text: the apostrophe says so to every table program.
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
