/**
 * Formats CSV (RFC 4180): CRLF, quotes where needed. A cell that a spreadsheet program would read as a formula gets a leading
 * apostrophe, so that it stays text.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => quote(escapeFormula(cell))).join(',')}\r\n`).join('');
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Characters that begin a formula in some program, also in their full-width forms. */
function escapeFormula(cell: string): string {
  return /^\s*[=+\-@＝＋－＠|%\t\r\n]/.test(cell) ? `'${cell}` : cell;
}
