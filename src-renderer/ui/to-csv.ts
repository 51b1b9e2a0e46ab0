/** Cells that spreadsheet programs treat as formulas, including full-width forms and leading white space. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^[\t\r\n]/;

/** Formats rows as CSV (RFC 4180: CRLF, quotes doubled), without cells that are treated as formulas. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(toCell).join(',')}\r\n`).join('');
}

function toCell(value: string): string {
  // The apostrophe marks a name such as “=1+1.png” as text in every spreadsheet program.
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
