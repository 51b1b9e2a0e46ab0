/**
 * CSV of RFC 4180: CRLF, and quotes around what needs them. A cell that a spreadsheet program would take for a formula gets
 * an apostrophe before it, so that it stays text.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map((cell) => quote(defuse(cell))).join(',')}\r\n`).join('');
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The signs that begin a formula in one program or another, their full-width forms too. */
function defuse(cell: string): string {
  return /^\s*[=+\-@＝＋－＠|%\t\r\n]/.test(cell) ? `'${cell}` : cell;
}
