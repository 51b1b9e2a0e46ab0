/** Characters that take two cells of a terminal: East Asian wide ones (UAX #11), and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;

/** Number of cells that a text without control characters takes on a terminal. */
export function textWidth(text: string): number {
  // Most texts.
  if (/^[ -~]*$/.test(text)) return text.length;
  return Array.from(text).reduce((sum, character) => sum + cellsOf(character), 0);
}

/** The text cut to a number of cells, with an ellipsis if it is longer. */
export function cutText(text: string, cells: number): string {
  if (textWidth(text) <= cells) return text;
  let left = cells - 1;
  const kept = Array.from(text).filter((character) => (left -= cellsOf(character)) >= 0);
  return `${kept.join('')}…`;
}

/** The text with spaces at its end, or at its start, up to a number of cells. */
export function padText(text: string, cells: number, side: 'start' | 'end' = 'end'): string {
  const spaces = ' '.repeat(Math.max(0, cells - textWidth(text)));
  return side === 'start' ? spaces + text : text + spaces;
}

function cellsOf(character: string): number {
  if (/^\p{M}$/u.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
