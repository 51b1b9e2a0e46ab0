/** Aligns rows of cells in columns, two spaces apart; the columns in `right` are right-aligned. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, cells) => Math.max(widest, (cells[column] ?? '').length), 0),
  );
  return rows
    .map((cells) => {
      const padded = cells.map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      });
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}
