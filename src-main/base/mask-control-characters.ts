/** Text of foreign origin for a terminal: control characters become dots. */
export function maskControlCharacters(text: string): string {
  return text.replace(/\p{C}/gu, '·');
}

/** The same for a text of several lines, which it keeps. */
export function maskLines(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '·');
}
