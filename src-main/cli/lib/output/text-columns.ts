import { padText, textWidth } from './text-width.ts';

/** Aligns rows of cells in columns, two spaces apart; the columns in `right` are right-aligned. */
export function alignColumns(rows: readonly (readonly string[])[], right: readonly number[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((widest, cells) => Math.max(widest, textWidth(cells[column] ?? '')), 0),
  );
  return rows
    .map((cells) => {
      const padded = cells.map((cell, column) => {
        const width = widths[column] ?? 0;
        return padText(cell, width, right.includes(column) ? 'start' : 'end');
      });
      return `${padded.join('  ').trimEnd()}\n`;
    })
    .join('');
}
